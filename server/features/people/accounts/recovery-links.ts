/** The links of recovery: a random token in a letter, its hash in the database; only the newest holds. */
import { createHash, randomBytes } from 'node:crypto'
import { DAY, HOUR, type Clock } from '../../../kit/clock.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

const LINK_HOLDS = HOUR

export const hashRecoveryToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** @returns the token; links sent before open nothing any more */
export async function openRecoveryLink(tx: Tx, clock: Clock, userId: number): Promise<string> {
  await voidRecoveryLinks(tx, clock, userId)
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await tx
    .insertInto('recoveryTokens')
    .values({
      tokenHash: hashRecoveryToken(token),
      userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_HOLDS),
    })
    .execute()
  return token
}

/** Spends it. @returns false when it holds no more */
export async function useRecoveryLink(tx: Tx, clock: Clock, token: string): Promise<boolean> {
  const used = await tx
    .updateTable('recoveryTokens')
    .set({ usedAt: clock.now() })
    .where('tokenHash', '=', hashRecoveryToken(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}

/** For whenever the password or the e-mail is another one. */
export async function voidRecoveryLinks(tx: Tx, clock: Clock, userId: number): Promise<void> {
  await tx
    .updateTable('recoveryTokens')
    .set({ expiresAt: clock.now() })
    .where('userId', '=', userId)
    .where('expiresAt', '>', clock.now())
    .execute()
}

/** Kept for a day: letters are counted by them. */
export async function forgetRecoveryLinks(db: DbOrTx, clock: Clock): Promise<void> {
  await db
    .deleteFrom('recoveryTokens')
    .where('createdAt', '<=', new Date(clock.now().getTime() - DAY))
    .execute()
}
