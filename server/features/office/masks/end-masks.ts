/** A mask comes off: by a press, by itself, or because it may not be worn any more. */
import type { RoleName } from '../../../../contract/call.ts'
import { mayMask } from '../../../../rules/mask.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { inPortions, publishEach } from '../../../kit/bus.ts'
import type { AppContext, CallContext } from '../../../kit/context.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { readActiveRoles } from '../../people/accounts/accounts.public.ts'

/** `right`: the one who wears it is of support no longer, or the other has become staff; `person`: they ended all that was signed in as them. */
export type MaskEnd = 'left' | 'time' | 'session' | 'right' | 'person'

type Ended = { id: number; sessionId: number | null; actorId: number | null; userId: number }

/** By who wears it. Pressed twice it ends once. */
export async function leaveMask(ctx: CallContext, maskId: number): Promise<void> {
  await ctx.db.transaction().execute((tx) => end(tx, ctx, [maskId], 'left', ctx))
}

/** Who signs out everywhere, or changes the password, wants no one else in their account. */
export async function endMasksOf(ctx: AppContext, userId: number): Promise<void> {
  const worn = await ctx.db
    .selectFrom('masks')
    .select('id')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()
  const ids = worn.map(({ id }) => id)
  if (ids.length > 0) await ctx.db.transaction().execute((tx) => end(tx, ctx, ids, 'person', null))
}

/** Each minute. No call was answered under these any more: what is left to end are sockets, and what is written of them. */
export async function endMasks(ctx: AppContext): Promise<void> {
  const { db, clock } = ctx
  const now = clock.now()
  const open = await db
    .selectFrom('masks')
    .innerJoin('users', 'users.id', 'masks.userId')
    .leftJoin('sessions', 'sessions.id', 'masks.sessionId')
    .select(['masks.id', 'masks.actorId', 'masks.userId', 'masks.expiresAt', 'users.roles'])
    .select(['sessions.endedAt as sessionEndedAt', 'sessions.expiresAt as sessionExpiresAt'])
    .where('masks.endedAt', 'is', null)
    .execute()
  const activeRoles = await readActiveRoles(
    ctx,
    open.flatMap(({ actorId }) => actorId ?? []),
  )
  const endOf = (mask: (typeof open)[number]): MaskEnd | null => {
    const actor = { id: mask.actorId ?? 0, roles: activeRoles.get(mask.actorId ?? 0) ?? [] }
    if (mask.expiresAt <= now) return 'time'
    if (mask.sessionEndedAt !== null || !mask.sessionExpiresAt || mask.sessionExpiresAt <= now) return 'session'
    return mayMask(actor, { id: mask.userId, roles: mask.roles as RoleName[] }) ? null : 'right'
  }
  const over = Map.groupBy(open, endOf)
  over.delete(null)
  for (const [why, masks] of over) {
    const ids = masks.map(({ id }) => id)
    await db.transaction().execute((tx) => end(tx, ctx, ids, why ?? 'time', null))
  }
}

async function end(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  ids: number[],
  why: MaskEnd,
  from: CallContext | null,
): Promise<void> {
  const ended: Ended[] = await tx
    .updateTable('masks')
    .set(({ fn, val, ref }) => ({ endedAt: fn<Date>('least', [val(clock.now()), ref('expiresAt')]) }))
    .where('id', 'in', ids)
    .where('endedAt', 'is', null)
    .returning(['id', 'sessionId', 'actorId', 'userId'])
    .execute()
  for (const { id, actorId, userId } of ended)
    await recordAuditEntry(tx, clock, from, { actorId, userId, action: 'mask-ended', details: { mask: id, why } })
  const sessionIds = ended.flatMap(({ sessionId }) => sessionId ?? [])
  await publishEach(
    tx,
    'mask.changed',
    inPortions(sessionIds).map((portion) => ({ sessionIds: portion })),
  )
}

/** Which mask each of these sessions wears now; without one it is left out. */
export async function listMasksOfSessions(
  db: DbOrTx,
  { clock }: Pick<AppContext, 'clock'>,
  sessionIds: number[],
): Promise<Map<number, number>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('masks')
    .select(['id', 'sessionId'])
    .where('sessionId', 'in', sessionIds)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .execute()
  return new Map(rows.flatMap(({ id, sessionId }) => (sessionId === null ? [] : [[sessionId, id] as const])))
}
