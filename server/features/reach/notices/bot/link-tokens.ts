/** Codes that tie a chat to an account: random, for one use, within fifteen minutes; the database knows their hashes alone. */
import { createHash, randomBytes } from 'node:crypto'
import { MINUTE, type Clock } from '../../../../kit/clock.ts'
import type { DbOrTx, Tx } from '../../../../kit/sql.ts'
import type { MessengerName } from './chat.ts'

const HOLDS = 15 * MINUTE
/** 128 bits: 22 signs that may stand in the links of every messenger. */
const BYTES = 16

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export async function openLinkToken(
  db: DbOrTx,
  clock: Clock,
  userId: number,
  channel: MessengerName,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(BYTES).toString('base64url')
  const expiresAt = new Date(clock.now().getTime() + HOLDS)
  await db
    .insertInto('noticeLinkTokens')
    .values({ tokenHash: hashOf(token), userId, channel, expiresAt })
    .execute()
  return { token, expiresAt }
}

export type SpentToken = { is: 'good' | 'used' | 'expired'; userId: number } | { is: 'unknown' }

/** Of two who come with the same one the second finds it used. */
export async function spendLinkToken(tx: Tx, clock: Clock, channel: MessengerName, token: string): Promise<SpentToken> {
  const tokenHash = hashOf(token)
  const row = await tx
    .selectFrom('noticeLinkTokens')
    .select(['userId', 'expiresAt', 'usedAt'])
    .where('tokenHash', '=', tokenHash)
    .where('channel', '=', channel)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return { is: 'unknown' }
  const { userId, usedAt, expiresAt } = row
  if (usedAt) return { is: 'used', userId }
  if (expiresAt <= clock.now()) return { is: 'expired', userId }
  await tx.updateTable('noticeLinkTokens').set({ usedAt: clock.now() }).where('tokenHash', '=', tokenHash).execute()
  return { is: 'good', userId }
}
