/** Where a person can be reached. What is written here has been confirmed, or waits for it under its own name. */
import { recordAuditEntry } from '../../../kit/audit.ts'
import type { Clock } from '../../../kit/clock.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { AppError } from '../../../kit/app-error.ts'
import { isUniqueViolation, type Tx } from '../../../kit/sql.ts'
import { emailChangedLetter } from './letters.ts'
import { voidRecoveryLinks } from './recovery-links.ts'

/** The browser a change came from; null when the service makes it by itself. */
type From = { ip: string; userAgent: string } | null

/** A code goes there; null: no code is waited for any more. */
export async function setPendingEmail(tx: Tx, userId: number, email: string | null): Promise<void> {
  await tx.updateTable('users').set({ pendingEmail: email }).where('id', '=', userId).execute()
}

/**
 * Its code was entered: it is the person's e-mail from now on, and the old one opens nothing any more.
 * Refuses with EMAIL_ALREADY_REGISTERED when someone was faster; the transaction is of no more use then.
 */
export async function confirmEmail(
  tx: Tx,
  clock: Clock,
  from: From,
  { userId, email, siteUrl }: { userId: number; email: string; siteUrl: string },
): Promise<void> {
  const before = await tx
    .selectFrom('users')
    .select(['email', 'emailApprove'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new AppError('NOT_FOUND')
  try {
    await tx
      .updateTable('users')
      .set({ email, emailApprove: true, pendingEmail: null })
      .where('id', '=', userId)
      .execute()
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw new AppError('EMAIL_ALREADY_REGISTERED')
    throw error
  }
  const moved = before.email?.toLowerCase() !== email.toLowerCase()
  if (moved) {
    await voidRecoveryLinks(tx, clock, userId)
    if (before.email !== null && before.emailApprove)
      await postLetter(tx, clock, before.email, emailChangedLetter(siteUrl, before.email))
  }
  if (moved || !before.emailApprove) {
    await recordAuditEntry(tx, clock, from, {
      actorId: userId,
      userId,
      action: 'email-changed',
      details: { before: before.email, email },
    })
  }
}

/** A confirmed phone, in digits; null takes it away. */
export async function setPhone(tx: Tx, clock: Clock, from: From, userId: number, phone: string | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ phone, phoneApprove: phone !== null })
    .where('id', '=', userId)
    .execute()
  await recordAuditEntry(tx, clock, from, { actorId: userId, userId, action: 'phone-changed', details: { phone } })
}

/** A confirmed address for notices; null: they go to the account's own e-mail. */
export async function setNotificationEmail(
  tx: Tx,
  clock: Clock,
  from: From,
  userId: number,
  email: string | null,
): Promise<void> {
  await tx.updateTable('users').set({ notificationEmail: email }).where('id', '=', userId).execute()
  await recordAuditEntry(tx, clock, from, {
    actorId: userId,
    userId,
    action: 'notification-email-changed',
    details: { email },
  })
}

/** Links of messages lead this person straight to their source. */
export async function setFreeDirectLinks(tx: Tx, userId: number, on: boolean): Promise<void> {
  await tx.updateTable('users').set({ freeDirectLinks: on }).where('id', '=', userId).execute()
}
