/** What deletion (server/features/office/privacy) does to accounts themselves. */
import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'

/**
 * When the account is to be deleted; null: not at all.
 * @returns whom to write to; null when that was so already: asked twice, the days of grace run from the first time
 */
export async function setDeletionAt(
  tx: Tx,
  userId: number,
  deletionAt: Date | null,
): Promise<{ email: string | null; timeZone: string } | null> {
  const changed = await tx
    .updateTable('users')
    .set({ deletionAt })
    .where('id', '=', userId)
    .where('deletionAt', deletionAt === null ? 'is not' : 'is', null)
    .returning(['email', 'timeZone'])
    .executeTakeFirst()
  return changed ?? null
}

/** Everything that refers to the account as its owner's goes with it. */
export async function deleteUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}

/** In whose name verdicts stand whose moderator is gone. There is no way in: neither e-mail nor password nor network. */
export async function insertFormerModerator(tx: Tx, clock: Clock): Promise<number> {
  const nobody = { email: null, passwordHash: null, username: 'Бывший модератор', createdAt: clock.now() }
  return (await tx.insertInto('users').values(nobody).returning('id').executeTakeFirstOrThrow()).id
}
