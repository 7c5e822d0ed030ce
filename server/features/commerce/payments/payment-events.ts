/** The journal: everything that gateways reported, and what we made of it. */
import { DAY, type Clock } from '../../../kit/clock.ts'
import type { Db, DbOrTx } from '../../../kit/sql.ts'
import type { NoticeRefusal, GatewayOutcome } from './gateways/gateway.ts'

export interface PaymentEvent {
  gateway: string
  /** Empty when nothing could be read. */
  externalId: string
  kind: string
  account: string | null
  amount: number | null
  body: string
  /** `trouble`: something broke, and the gateway was asked to send it once more. */
  verdict: GatewayOutcome | NoticeRefusal | 'trouble'
}

/** Anybody may send anything: what was not signed is kept short, and not for long. */
const UNREAD_MOST = 2_000
const READ_MOST = 20_000
const UNREAD_KEPT = 90 * DAY
/** So long a payment may be disputed. What was reported names e-mails and addresses; what came of it stays in the books. */
const WORDS_KEPT = 366 * DAY

export async function writeDown(db: DbOrTx, clock: Clock, event: PaymentEvent): Promise<void> {
  const most = event.kind === UNREAD ? UNREAD_MOST : READ_MOST
  await db
    .insertInto('paymentEvents')
    .values({
      ...event,
      externalId: storable(event.externalId, 200),
      account: event.account && storable(event.account, 200),
      body: storable(event.body, most),
      at: clock.now(),
    })
    .execute()
}

/** Of a notice whose signature was not found good. */
export const UNREAD = 'unread'

export async function forgetOldEvents(db: Db, clock: Clock): Promise<void> {
  const before = (age: number): Date => new Date(clock.now().getTime() - age)
  await db.deleteFrom('paymentEvents').where('kind', '=', UNREAD).where('at', '<', before(UNREAD_KEPT)).execute()
  await db
    .updateTable('paymentEvents')
    .set({ body: '' })
    .where('at', '<', before(WORDS_KEPT))
    .where('body', '<>', '')
    .execute()
}

/** PostgreSQL has no place for NUL, nor for half a character. */
const storable = (text: string, most: number): string => text.replaceAll('\u0000', '').slice(0, most).toWellFormed()
