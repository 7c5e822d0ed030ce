/** The audit log: who did what to whose account, from where. Written in the transaction in which it happens. */
import { addressesKeptDays } from '../../contract/addresses-kept-days.ts'
import type { Identity } from '../../rules/identity.ts'
import { DAY, type Clock } from './clock.ts'
import type { DbOrTx, Tx } from './sql.ts'

/**
 * What is written down, and with what details: every feature adds its own in its `<feature>.feature.ts`, by declaration merging, and says there what
 * it is in Russian (`auditWords`). Never a password, a code or a token.
 */
export interface AuditActions {}

export type AuditAction = keyof AuditActions

export type AuditEntry = {
  [Action in AuditAction]: {
    /** Null: a guest, or the service itself. */
    actorId: number | null
    /** Whose account it is about; null when no account has the e-mail that was tried. */
    userId: number | null
    action: Action
  } & (AuditActions[Action] extends null ? { details?: never } : { details: AuditActions[Action] })
}[AuditAction]

/**
 * What is done under a mask the one who wears it has done.
 * @param from the browser it came from; null for what the service does by itself
 * @returns the number of the entry
 */
export async function recordAuditEntry(
  tx: Tx,
  clock: Clock,
  from: { ip: string; userAgent: string; identity?: Identity } | null,
  entry: AuditEntry,
): Promise<number> {
  const { id } = await tx
    .insertInto('auditLog')
    .values({
      at: clock.now(),
      actorId: actorUnder(from?.identity, entry.actorId),
      userId: entry.userId,
      action: entry.action,
      ip: from?.ip ?? '',
      userAgent: from?.userAgent.slice(0, 400) ?? '',
      details: JSON.stringify(entry.details ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const actorUnder = (identity: Identity | undefined, actorId: number | null): number | null =>
  identity?.kind === 'acting-as' && actorId === identity.person.id ? identity.actor.id : actorId

/** Of an account that is gone what happened stays, and not the e-mails and phones it happened with. */
export async function forgetDetails(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('auditLog').set({ details: '{}' }).where('userId', '=', userId).execute()
}

/** What happened stays; from where it came is of use only while someone may still ask. */
export async function forgetAuditAddresses(db: DbOrTx, clock: Clock): Promise<void> {
  await db
    .updateTable('auditLog')
    .set({ ip: '', userAgent: '' })
    .where('at', '<', new Date(clock.now().getTime() - addressesKeptDays * DAY))
    .where(({ eb, or }) => or([eb('ip', '<>', ''), eb('userAgent', '<>', '')]))
    .execute()
}

/** Of these nothing is of use without the address: they go whole. */
export async function forgetActions(db: DbOrTx, clock: Clock, actions: readonly AuditAction[]): Promise<void> {
  await db
    .deleteFrom('auditLog')
    .where('action', 'in', actions)
    .where('at', '<', new Date(clock.now().getTime() - addressesKeptDays * DAY))
    .execute()
}
