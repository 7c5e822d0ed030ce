/** Another password: every session that the old one opened ends, and links of recovery with them. */
import { sql } from 'kysely'
import type { CallContext } from '../../../kit/context.ts'
import { recordAuditEntry, type AuditAction } from '../../../kit/audit.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import { passwordChangedLetter, passwordCreatedLetter } from './letters.ts'
import { voidRecoveryLinks } from './recovery-links.ts'
import { endSessions } from './sessions.ts'
import { accountKey, forgetFailures, personKey } from './sign-in-failures.ts'

interface Replacing {
  userId: number
  passwordHash: string
  action: Extract<AuditAction, 'password-created' | 'password-changed' | 'password-recovered'>
  /** The hash it takes the place of, null for none; left out, of whichever there is. */
  instead?: string | null
}

/** @returns false when there is another password by now than `instead`: then nothing has happened */
export async function replacePassword(tx: Tx, ctx: CallContext, replacing: Replacing): Promise<boolean> {
  const { userId, passwordHash, action, instead } = replacing
  const { clock, config } = ctx
  const user = await tx
    .updateTable('users')
    .set({ passwordHash })
    .where('id', '=', userId)
    .$if(instead !== undefined, (query) =>
      query.where(sql<boolean>`password_hash is not distinct from ${instead ?? null}::text`),
    )
    .returning('email')
    .executeTakeFirst()
  if (!user) return false
  await endSessions(tx, clock, { userId })
  await voidRecoveryLinks(tx, clock, userId)
  await forgetFailures(tx, personKey(userId))
  await recordAuditEntry(tx, clock, ctx, { actorId: userId, userId, action })
  if (user.email === null) return true
  await forgetFailures(tx, accountKey(user.email))
  const letter = action === 'password-created' ? passwordCreatedLetter : passwordChangedLetter
  await postLetter(tx, clock, user.email, letter(config.siteUrl))
  return true
}
