/** Whom letters about a team go to, and what they are called there. */
import type { Clock } from '../../../kit/clock.ts'
import type { Letter } from '../../../kit/mail/letter.ts'
import { findLetterAddress } from '../../../kit/mail/letter-address.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

export interface LetterRecipient {
  id: number
  name: string
  email: string | null
  timeZone: string
}

/** @throws Error when there is no such person: cards go with their owner */
export async function readContact(db: DbOrTx, userId: number): Promise<LetterRecipient> {
  return db
    .selectFrom('users')
    .select(['id', 'username as name', 'email', 'timeZone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** To where they want their letters; who has confirmed no address, or is about to delete the account, is not written to. */
export async function writeTo(tx: Tx, clock: Clock, userId: number, letter: Letter): Promise<void> {
  const to = await findLetterAddress(tx, userId)
  if (to !== null) await postLetter(tx, clock, to, letter)
}
