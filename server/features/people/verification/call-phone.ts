/** Codes by a call: someone else chooses the code, and reports it only when the phone is ringing. */
import { randomInt } from 'node:crypto'
import { pinLength, type SentCode } from '../../../../contract/people/verification.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import { openCode, reserveCode, withdrawCode } from '../../../kit/codes.ts'
import { showCall } from '../../../kit/mail/post-letter.ts'
import { AppError } from '../../../kit/app-error.ts'
import { isHuman } from '../accounts/accounts.public.ts'
import type { CallOutcome, PhoneGateway } from './phone/phone-gateway.ts'
import { phoneCode } from './code-purposes.ts'
import { readPhone } from './phone/read-phone.ts'
import { subjectOf, toSentCode } from './sent-codes.ts'

export interface CallOrder {
  phone: string
  captcha?: string | undefined
}

/** @param gateway null: in development the call is shown in the mailbox; in production, and where others reach the service, there is none */
export async function callPhone(ctx: CallContext, gateway: PhoneGateway | null, order: CallOrder): Promise<SentCode> {
  const { db, clock, ip, config } = ctx
  const phone = readPhone(order.phone, config.phone.prefixes)
  const subject = subjectOf(personOf(ctx).id)
  if (!gateway && (config.production || config.openToOthers)) throw new AppError('PHONE_UNREACHABLE')
  const human = await isHuman(ctx, order.captcha)
  // Counted before the call and not after it: two that come at once must not both ring.
  const reserved = await db
    .transaction()
    .execute((tx) => reserveCode(tx, clock, { subject, purpose: phoneCode, target: phone, ip, human }))
  const outcome = gateway ? await gateway.call(phone, ip) : madeUpCall()
  if (outcome.kind !== 'rings') {
    // What has cost nothing and woken no one may be tried again at once.
    if (outcome.kind === 'wrong-number' || !outcome.mayRing) await withdrawCode(db, reserved.id)
    if (outcome.kind === 'wrong-number') throw new AppError('PHONE_INVALID')
    ctx.log.error({ why: outcome.why }, 'the phone gateway made no call')
    throw new AppError('PHONE_UNREACHABLE')
  }
  return db.transaction().execute(async (tx) => {
    const times = await openCode(tx, clock, config.secretKey, reserved, outcome.code)
    if (!gateway) await showCall(tx, clock, phone, outcome.code)
    return toSentCode(phone, times)
  })
}

function madeUpCall(): CallOutcome {
  return {
    kind: 'rings',
    code: randomInt(10 ** pinLength)
      .toString()
      .padStart(pinLength, '0'),
  }
}
