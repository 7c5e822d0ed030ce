/** What is asked under a mask, written down under who really asks: each change by itself, what only reads as a number. */
import { sql } from 'kysely'
import type { MaskUse } from '../../../../contract/call.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import type { CallContext } from '../../../kit/context.ts'
import type { Db } from '../../../kit/sql.ts'

/**
 * Before it is done: nothing is done of which nothing is known. Without a mask it does nothing.
 * @param name of the call, `filters.updateFilter`
 * @param params of its path: what it is about. Nothing of the body, where words and secrets stand.
 */
export async function noteMaskedCall(
  ctx: CallContext,
  name: string,
  use: MaskUse | 'refused',
  params: Record<string, unknown> = {},
): Promise<void> {
  const { db, clock, identity } = ctx
  if (identity.kind !== 'acting-as') return
  const { maskId, actor, person } = identity
  if (use !== 'change') return countCall(db, clock.now(), { maskId, name, refused: use === 'refused' })
  const details = { mask: maskId, call: name, ...(Object.keys(params).length > 0 && { params }) }
  await db
    .transaction()
    .execute((tx) =>
      recordAuditEntry(tx, clock, ctx, { actorId: actor.id, userId: person.id, action: 'mask-call', details }),
    )
}

async function countCall(
  db: Db,
  now: Date,
  { maskId, name, refused }: { maskId: number; name: string; refused: boolean },
): Promise<void> {
  await db
    .insertInto('maskCalls')
    .values({ maskId, call: name, refused, count: 1, firstAt: now, lastAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['maskId', 'call', 'refused'])
        .doUpdateSet({ count: sql<number>`mask_calls.count + 1`, lastAt: now }),
    )
    .execute()
}
