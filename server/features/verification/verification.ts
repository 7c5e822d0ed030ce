/** Verification: a code shows that an e-mail or a phone is a person's own (spec §4 Phone and e-mail confirmation). */
import type { CodeFlag } from '../../../contract/verification.ts'
import type { Config } from '../../config.ts'
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import { notify } from '../../kit/bus.ts'
import { closeCodes, findOpenCode, tryCode, type CodePurpose } from '../../kit/codes.ts'
import type { Tx } from '../../kit/sql.ts'
import { confirmEmail, findUser, setNotificationEmail, setPhone } from '../accounts/accounts.public.ts'
import { callPhone } from './call-phone.ts'
import { openPhoneGateway } from './phone/phone-gateway.ts'
import { sendApproveCode, sendCodeToKnownEmail, sendNoticesCode } from './send-email-code.ts'
import { subjectOf, toSentCode } from './sent-codes.ts'

export function answerVerification(config: Config): Answers<'verification'> {
  const gateway = openPhoneGateway(config.phone)

  async function tryPin(
    asking: Asking,
    purpose: CodePurpose,
    pin: string,
    onRight: (tx: Tx, userId: number, target: string) => Promise<void>,
  ): Promise<CodeFlag> {
    const { id } = personOf(asking)
    const flag = await tryCode(
      asking.db,
      asking.clock,
      config.secretKey,
      { subject: subjectOf(id), purpose, pin },
      (tx, target) => onRight(tx, id, target),
    )
    if (purpose === 'email' || purpose === 'phone') await notify(asking.db, 'code.tried', { userId: id, purpose, flag })
    return flag
  }

  return {
    async getVerification(asking) {
      const subject = subjectOf(personOf(asking).id)
      const sent = async (purpose: CodePurpose) => {
        const code = await findOpenCode(asking.db, asking.clock, { subject, purpose })
        return code && toSentCode(code.target, code)
      }
      const [email, phone, notices] = await Promise.all([sent('email'), sent('phone'), sent('notices')])
      return { email, phone, notices }
    },

    sendApproveEmail: (asking, { email, password }) => sendApproveCode(asking, config, email, password),
    createEmailToken: (asking) => sendCodeToKnownEmail(asking, config),
    async verifyEmail(asking, { pin }) {
      return {
        flag: await tryPin(asking, 'email', pin, (tx, userId, email) =>
          confirmEmail(tx, asking.clock, asking, { userId, email, siteUrl: config.siteUrl }),
        ),
      }
    },

    approveCall: (asking, order) => callPhone(asking, config, gateway, order),
    async verifyPhone(asking, { pin }) {
      return {
        flag: await tryPin(asking, 'phone', pin, (tx, userId, phone) =>
          setPhone(tx, asking.clock, asking, userId, phone),
        ),
      }
    },
    async removePhone(asking) {
      const { id } = personOf(asking)
      await asking.db.transaction().execute(async (tx) => {
        await closeCodes(tx, asking.clock, { subject: subjectOf(id), purpose: 'phone' })
        if ((await findUser(tx, id))?.phone) await setPhone(tx, asking.clock, asking, id, null)
      })
      return {}
    },

    sendNotificationEmail: (asking, { email }) => sendNoticesCode(asking, config, email),
    async verifyNotificationEmail(asking, { pin }) {
      return {
        flag: await tryPin(asking, 'notices', pin, (tx, userId, email) =>
          setNotificationEmail(tx, asking.clock, asking, userId, email),
        ),
      }
    },
    async removeNotificationEmail(asking) {
      const { id } = personOf(asking)
      await asking.db.transaction().execute(async (tx) => {
        await closeCodes(tx, asking.clock, { subject: subjectOf(id), purpose: 'notices' })
        if ((await findUser(tx, id))?.notificationEmail) await setNotificationEmail(tx, asking.clock, asking, id, null)
      })
      return {}
    },
  }
}
