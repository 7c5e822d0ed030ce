/**
 * What stands between the two steps of coming in: who has shown the first (a password, a code from a letter, a network, a link of recovery) gets a ticket, and
 * no session before a code goes with it. Nothing is kept of a ticket: it is sealed, and says itself whose it is and how long it holds.
 */
import { createHash } from 'node:crypto'
import type { SocialNetworkName } from '../../../../contract/people/social.ts'
import { MINUTE } from '../../../kit/clock.ts'
import type { CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { seal, unseal } from '../../../kit/seal.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export type WayIn = 'password' | 'code' | 'registration' | 'recovery' | 'new password' | SocialNetworkName

const HOLDS = 10 * MINUTE
const LABEL = 'second step 1'

interface Ticket {
  userId: number
  way: WayIn
  until: number
  /** Of the password there was: another one voids the ticket. */
  password: string
}

export async function issueSecondStepTicket(
  { db, clock, config }: CallContext,
  userId: number,
  way: WayIn,
): Promise<string> {
  const ticket: Ticket = { userId, way, until: clock.now().getTime() + HOLDS, password: await passwordMark(db, userId) }
  return seal(config.secretKey, LABEL, JSON.stringify(ticket)).toString('base64url')
}

/** Whose it is, and how they came. Refuses with SECOND_STEP_EXPIRED. */
export async function readSecondStep(
  { db, clock, config }: CallContext,
  sealed: string,
): Promise<Pick<Ticket, 'userId' | 'way'>> {
  const text = unseal(config.secretKey, LABEL, Buffer.from(sealed, 'base64url'))
  const ticket = text === null ? null : (JSON.parse(text) as Ticket)
  if (!ticket || ticket.until <= clock.now().getTime() || ticket.password !== (await passwordMark(db, ticket.userId)))
    throw new AppError('SECOND_STEP_EXPIRED')
  return ticket
}

async function passwordMark(db: DbOrTx, userId: number): Promise<string> {
  const row = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  return createHash('sha256')
    .update(row?.passwordHash ?? '')
    .digest('base64url')
}
