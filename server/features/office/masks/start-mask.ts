/** A mask is put on: from the next call on the session is the other person's, who is notified of it. */
import { maskMinutes, maskReasonLength } from '../../../../contract/office/masks.ts'
import type { RoleName } from '../../../../contract/call.ts'
import { mayMask } from '../../../../rules/mask.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { publish } from '../../../kit/bus.ts'
import { MINUTE } from '../../../kit/clock.ts'
import { personOf, sessionIdOf, type Handlers } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import { findUser, showMask } from '../../people/accounts/accounts.public.ts'
import { maskLetter } from './letters.ts'

export const startMask: Handlers<'masks'>['startMask'] = async (ctx, { user: userId, reason: written = '' }) => {
  const { db, clock, config } = ctx
  const [actor, sessionId] = [personOf(ctx), sessionIdOf(ctx)]
  const reason = written.trim()
  if (reason.length < maskReasonLength.min) throw new AppError('MASK_REASON_REQUIRED')
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + maskMinutes * MINUTE)
  const person = await db.transaction().execute(async (tx) => {
    await lock(tx, 'sessions of user', actor.id)
    const { email, timeZone, roles } = await getTarget(tx, userId)
    const target = { id: userId, roles: roles as RoleName[] }
    if (!mayMask(actor, target)) throw new AppError('MASK_TARGET_NOT_ALLOWED')
    await putAside(tx, sessionId, createdAt)
    const { id: mask } = await tx
      .insertInto('masks')
      .values({ sessionId, actorId: actor.id, userId, reason, createdAt, expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAuditEntry(tx, clock, ctx, {
      actorId: actor.id,
      userId,
      action: 'mask-started',
      details: { mask, reason, until: expiresAt },
    })
    if (email !== null)
      await postLetter(
        tx,
        clock,
        email,
        maskLetter(config.siteUrl, { at: createdAt, until: expiresAt, reason, timeZone }),
      )
    await publish(tx, 'mask.changed', { sessionIds: [sessionId] })
    return target
  })
  const user = await findUser(db, userId)
  if (!user) throw new AppError('PERSON_NOT_FOUND')
  return { user, mask: await showMask(db, { actor, person, until: expiresAt }) }
}

async function getTarget(tx: Tx, userId: number): Promise<{ email: string | null; timeZone: string; roles: string[] }> {
  const row = await tx
    .selectFrom('users')
    .select(['email', 'timeZone', 'roles'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new AppError('PERSON_NOT_FOUND')
  return row
}

/** One that runs is none of this call's: it came in the same moment, or the session would not ask as itself. One that is over stands in no one's way. */
async function putAside(tx: Tx, sessionId: number, now: Date): Promise<void> {
  const open = await tx
    .selectFrom('masks')
    .select(['id', 'expiresAt'])
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (!open) return
  if (open.expiresAt > now) throw new AppError('MASK_NOT_ALLOWED')
  await tx.updateTable('masks').set({ endedAt: open.expiresAt }).where('id', '=', open.id).execute()
}
