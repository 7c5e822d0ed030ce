/** Verification: a code shows that an e-mail or a phone is a person's own (spec §4 Phone and e-mail confirmation). */
import type { CodeFlag } from '../../../../contract/people/verification.ts'
import { personOf, type Handlers, type CallContext } from '../../../kit/context.ts'
import { publish } from '../../../kit/bus.ts'
import { closeCodes, findOpenCode, tryCode, type CodePurpose } from '../../../kit/codes.ts'
import type { Tx } from '../../../kit/sql.ts'
import { confirmEmail, findUser, setNotificationEmail, setPhone } from '../accounts/accounts.public.ts'
import { emailCode, noticesCode, phoneCode } from './code-purposes.ts'
import { callPhone } from './call-phone.ts'
import { openPhoneGateway } from './phone/open-phone-gateway.ts'
import { sendApproveCode, sendCodeToKnownEmail, sendNoticesCode } from './send-email-code.ts'
import { subjectOf, toSentCode } from './sent-codes.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { verificationSignals } from './verification.signals.ts'

async function tryPin(
  ctx: CallContext,
  purpose: CodePurpose,
  pin: string,
  onRight: (tx: Tx, userId: number, target: string) => Promise<void>,
): Promise<CodeFlag> {
  const { id } = personOf(ctx)
  const flag = await tryCode(
    ctx.db,
    ctx.clock,
    ctx.config.secretKey,
    { subject: subjectOf(id), purpose, pin },
    (tx, target) => onRight(tx, id, target),
  )
  if (purpose === emailCode) await publish(ctx.db, 'code.tried', { userId: id, purpose: 'email', flag })
  if (purpose === phoneCode) await publish(ctx.db, 'code.tried', { userId: id, purpose: 'phone', flag })
  return flag
}

const handlers: Handlers<'verification'> = {
  async getVerification(ctx) {
    const subject = subjectOf(personOf(ctx).id)
    const sent = async (purpose: CodePurpose) => {
      const code = await findOpenCode(ctx.db, ctx.clock, { subject, purpose })
      return code && toSentCode(code.target, code)
    }
    const [email, phone, notices] = await Promise.all([sent(emailCode), sent(phoneCode), sent(noticesCode)])
    return { email, phone, notices }
  },

  sendApproveEmail: sendApproveCode,
  createEmailToken: sendCodeToKnownEmail,
  async verifyEmail(ctx, { pin }) {
    return {
      flag: await tryPin(ctx, emailCode, pin, (tx, userId, email) =>
        confirmEmail(tx, ctx.clock, ctx, { userId, email, siteUrl: ctx.config.siteUrl }),
      ),
    }
  },

  approveCall: (ctx, order) => callPhone(ctx, openPhoneGateway(ctx.config.phone), order),
  async verifyPhone(ctx, { pin }) {
    return {
      flag: await tryPin(ctx, phoneCode, pin, (tx, userId, phone) => setPhone(tx, ctx.clock, ctx, userId, phone)),
    }
  },
  async removePhone(ctx) {
    const { id } = personOf(ctx)
    await ctx.db.transaction().execute(async (tx) => {
      await closeCodes(tx, ctx.clock, { subject: subjectOf(id), purpose: phoneCode })
      if ((await findUser(tx, id))?.phone) await setPhone(tx, ctx.clock, ctx, id, null)
    })
    return {}
  },

  sendNotificationEmail: sendNoticesCode,
  async verifyNotificationEmail(ctx, { pin }) {
    return {
      flag: await tryPin(ctx, noticesCode, pin, (tx, userId, email) =>
        setNotificationEmail(tx, ctx.clock, ctx, userId, email),
      ),
    }
  },
  async removeNotificationEmail(ctx) {
    const { id } = personOf(ctx)
    await ctx.db.transaction().execute(async (tx) => {
      await closeCodes(tx, ctx.clock, { subject: subjectOf(id), purpose: noticesCode })
      if ((await findUser(tx, id))?.notificationEmail) await setNotificationEmail(tx, ctx.clock, ctx, id, null)
    })
    return {}
  },
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** This person entered a code in one of their browsers. */
    'code.tried': { userId: number; purpose: 'email' | 'phone'; flag: CodeFlag }
  }
}

export const verificationFeature = defineFeature({
  name: 'verification',
  signals: verificationSignals,
  handlers,
})
