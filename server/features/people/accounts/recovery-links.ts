/** The links of recovery: a random token in a letter, its hash in the database, and the token itself sealed, to be sent again. */
import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../../config/config.ts'
import { DAY, HOUR, MINUTE, type Clock } from '../../../kit/clock.ts'
import { seal, unseal } from '../../../kit/seal.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

const LINK_HOLDS = HOUR
/** A letter takes a while to be found: a link this young stays good when another is asked for, which a stranger can do. */
const YOUNG = 15 * MINUTE
/** One that runs out sooner is of no use to anyone who is sent it again. */
const LEFT_AT_LEAST = 15 * MINUTE

export const hashRecoveryToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const label = (userId: number): string => `recovery token ${userId}`

/** @returns the token; links that are not young open nothing any more */
export async function openRecoveryLink(
  tx: Tx,
  clock: Clock,
  { secretKey }: Pick<Config, 'secretKey'>,
  userId: number,
): Promise<string> {
  const now = clock.now()
  await endLinks(tx, clock, userId)
    .where('createdAt', '<=', new Date(now.getTime() - YOUNG))
    .execute()
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('recoveryTokens')
    .values({
      tokenHash: hashRecoveryToken(token),
      sealedToken: seal(secretKey, label(userId), token),
      userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_HOLDS),
    })
    .execute()
  return token
}

/** The token of the newest link that holds for long enough to be sent again. */
export async function findHoldingLink(
  tx: Tx,
  clock: Clock,
  { secretKey }: Pick<Config, 'secretKey'>,
  userId: number,
): Promise<string | null> {
  const row = await tx
    .selectFrom('recoveryTokens')
    .select('sealedToken')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>=', new Date(clock.now().getTime() + LEFT_AT_LEAST))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sealedToken ? unseal(secretKey, label(userId), row.sealedToken) : null
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
  await endLinks(tx, clock, userId).execute()
}

const endLinks = (tx: Tx, clock: Clock, userId: number) =>
  tx
    .updateTable('recoveryTokens')
    .set({ expiresAt: clock.now() })
    .where('userId', '=', userId)
    .where('expiresAt', '>', clock.now())

/** Kept for a day: letters are counted by them. */
export async function forgetRecoveryLinks(db: DbOrTx, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY)
  await db.deleteFrom('recoveryTokens').where('createdAt', '<=', before).execute()
  await db.deleteFrom('recoveryLetters').where('sentAt', '<=', before).execute()
}
