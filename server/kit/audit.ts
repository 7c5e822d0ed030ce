/** The audit log: who did what to whose account, from where. Written in the transaction in which it happens. */
import type { Clock } from './clock.ts'
import type { Tx } from './sql.ts'

export type AuditAction =
  | 'registered'
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'signed-out-everywhere'
  | 'session-ended'
  | 'password-created'
  | 'password-changed'
  | 'recovery-asked'
  | 'password-recovered'
  | 'email-changed'
  | 'phone-changed'
  | 'notification-email-changed'
  | 'network-linked'
  | 'network-unlinked'
  | 'roles-changed'
  | 'data-downloaded'
  | 'deletion-asked'
  | 'deletion-taken-back'
  | 'deleted'

export interface AuditEntry {
  /** Null: nobody who is signed in, or the service itself. */
  actorId: number | null
  /** Whose account it is about; null when no account has the e-mail that was tried. */
  userId: number | null
  action: AuditAction
  /** Never a password, a code or a token. */
  details?: Record<string, unknown>
}

/** `from`: the browser it came from; null for what the service does by itself. */
export async function audit(tx: Tx, clock: Clock, from: { ip: string; userAgent: string } | null, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('auditLog')
    .values({
      at: clock.now(),
      actorId: entry.actorId,
      userId: entry.userId,
      action: entry.action,
      ip: from?.ip ?? '',
      userAgent: from?.userAgent.slice(0, 400) ?? '',
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}

/** Of an account that is gone what happened stays, and not the e-mails and phones it happened with. */
export async function forgetDetails(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('auditLog').set({ details: '{}' }).where('userId', '=', userId).execute()
}
