/** The history of signing in (spec §3 Auth history record): from what, from where, and whether it still lasts. */
import type { AuthRecord, MaskRecord } from '../../../../contract/people/accounts.ts'
import { personOf, sessionIdOf, type AppContext, type Handlers } from '../../../kit/context.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Db } from '../../../kit/sql.ts'
import { deviceInWords } from './device-in-words.ts'
import { placeWordsOf } from './place-in-words.ts'
import { endSessions } from './sessions.ts'
import { pageOf } from '../../../kit/page-of.ts'

/** Spec §9. */
const ON_PAGE = 20

export const listAuthHistory: Handlers<'accounts'>['listAuthHistory'] = async (ctx, { page = 1, limit = ON_PAGE }) => {
  // Under a mask none of them is the one that asks.
  const current = sessionIdOf(ctx)
  const { id } = personOf(ctx)
  const [{ docs, total }, masks] = await Promise.all([
    readSessions(ctx, id, { page, limit }),
    page === 1 ? listMasks(ctx.db, id) : [],
  ])
  return {
    ...pageOf(
      docs.map((record) => ({ ...record, current: record.id === current })),
      total,
      { page, limit },
    ),
    masks,
  }
}

interface Asked {
  page: number
  limit: number
  /** Begun in this time; `to` is no part of it. */
  from?: Date | null
  to?: Date | null
}

/** The newest first. @param ctx the database of places is that of the process */
export async function readSessions(
  ctx: Pick<AppContext, 'db' | 'clock' | 'bus' | 'config'>,
  userId: number,
  { page, limit, from = null, to = null }: Asked,
): Promise<{ docs: Omit<AuthRecord, 'current'>[]; total: number }> {
  const { db, clock } = ctx
  const placeInWords = placeWordsOf(ctx)
  const theirs = db
    .selectFrom('sessions')
    .where('userId', '=', userId)
    .$if(from !== null, (query) => query.where('createdAt', '>=', from))
    .$if(to !== null, (query) => query.where('createdAt', '<', to))
  const [{ total }, rows] = await Promise.all([
    theirs.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    theirs
      .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'endedAt', 'ip', 'userAgent'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  const now = clock.now()
  const docs = rows.map(({ id, createdAt, lastSeenAt, expiresAt, endedAt, ip, userAgent }) => ({
    id,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    ip,
    userAgent,
    device: deviceInWords(userAgent),
    place: placeInWords(ip),
    active: endedAt === null && expiresAt > now,
  }))
  return { docs, total }
}

const MASKS_SHOWN = 20

/** The latest visits of support; who it was is a matter of support's. */
async function listMasks(db: Db, userId: number): Promise<MaskRecord[]> {
  const rows = await db
    .selectFrom('masks')
    .select(['id', 'reason', 'createdAt', 'endedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(MASKS_SHOWN)
    .execute()
  return rows.map(({ id, reason, createdAt, endedAt, expiresAt }) => ({
    id,
    reason,
    createdAt: createdAt.toISOString(),
    endsAt: (endedAt ?? expiresAt).toISOString(),
  }))
}

/** Another's, one that is over, and none at all are refused alike. */
export const endSession: Handlers<'accounts'>['endSession'] = async (ctx, { id }) => {
  const { db, clock } = ctx
  const userId = personOf(ctx).id
  await db.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, clock, { userId, sessionId: id })
    if (ended === 0) throw new AppError('SESSION_NOT_FOUND')
    await recordAuditEntry(tx, clock, ctx, {
      actorId: userId,
      userId,
      action: 'session-ended',
      details: { session: id },
    })
  })
  if (id === sessionIdOf(ctx)) ctx.setSessionToken(null)
  return {}
}
