/** Sessions: a random token in a cookie, its hash in the database, so that a stolen database signs no one in. */
import { createHash, randomBytes } from 'node:crypto'
import type { RoleName } from '../../../../contract/call.ts'
import { inPortions, publishEach } from '../../../kit/bus.ts'
import { DAY, MINUTE, type Clock } from '../../../kit/clock.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import { lock } from '../../../kit/locks.ts'
import type { Person } from '../../../../rules/identity.ts'
import { mayMask } from '../../../../rules/mask.ts'
import { splitRoles } from '../../../../rules/roles.ts'
import type { Config } from '../../../config/config.ts'
import type { Db, DbOrTx, Tx } from '../../../kit/sql.ts'

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export async function openSession(
  tx: Tx,
  clock: Clock,
  days: number,
  userId: number,
  device: { ip: string; userAgent: string },
): Promise<{ token: string; sessionId: number }> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await endSurplus(tx, clock, userId)
  const { id } = await tx
    .insertInto('sessions')
    .values({
      userId,
      tokenHash: hashToken(token),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + days * DAY),
      ip: device.ip,
      userAgent: device.userAgent.slice(0, 400),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token, sessionId: id }
}

/** Often enough for «был недавно», seldom enough that reading the feed writes nothing. */
const SEEN_EVERY = 5 * MINUTE

interface FoundSession {
  person: Person
  sessionId: number
  /** As whom they look at the service for now, while they may. */
  mask?: { id: number; person: Person; until: Date }
}

/** Who holds this token; a session that is used goes on, one that is left alone runs out, and none lives longer than the longest. */
export async function findSession(
  db: Db,
  clock: Clock,
  { sessionDays, sessionMostDays, staffSecondFactor }: SessionRules,
  token: string,
): Promise<FoundSession | null> {
  const now = clock.now()
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('secondFactors', (join) =>
      join.onRef('secondFactors.userId', '=', 'users.id').on('secondFactors.confirmedAt', 'is not', null),
    )
    .leftJoin('masks', (join) =>
      join.onRef('masks.sessionId', '=', 'sessions.id').on('masks.endedAt', 'is', null).on('masks.expiresAt', '>', now),
    )
    .leftJoin('users as masked', 'masked.id', 'masks.userId')
    .select(['sessions.id as sessionId', 'sessions.lastSeenAt', 'sessions.createdAt', 'users.id', 'users.roles'])
    .select(['masks.id as maskId', 'masks.expiresAt as until', 'masked.id as maskedId', 'masked.roles as maskedRoles'])
    .select('secondFactors.userId as secondFactorOf')
    .where('sessions.tokenHash', '=', hashToken(token))
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .where('sessions.createdAt', '>', new Date(now.getTime() - sessionMostDays * DAY))
    .executeTakeFirst()
  if (!row) return null
  if (now.getTime() - row.lastSeenAt.getTime() > SEEN_EVERY) {
    const longest = row.createdAt.getTime() + sessionMostDays * DAY
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: now, expiresAt: new Date(Math.min(now.getTime() + sessionDays * DAY, longest)) })
      .where('id', '=', row.sessionId)
      .execute()
  }
  const { active: roles, inactive: inactiveRoles } = splitRoles(
    row.roles as RoleName[],
    !staffSecondFactor || row.secondFactorOf !== null,
  )
  const person: Person = { id: row.id, roles, ...(inactiveRoles.length > 0 && { inactiveRoles }) }
  const mask = maskOf(row)
  return { person, sessionId: row.sessionId, ...(mask && mayMask(person, mask.person) && { mask }) }
}

function maskOf(row: {
  maskId: number | null
  until: Date | null
  maskedId: number | null
  maskedRoles: string[] | null
}): FoundSession['mask'] | null {
  const { maskId: id, until, maskedId, maskedRoles } = row
  if (id === null || until === null || maskedId === null || maskedRoles === null) return null
  return { id, person: { id: maskedId, roles: maskedRoles as RoleName[] }, until }
}

type SessionRules = Pick<Config, 'sessionDays' | 'sessionMostDays' | 'staffSecondFactor'>

/** Which sessions of a person: all, one, or all but one. */
export interface SessionsOf {
  userId: number
  sessionId?: number
  except?: number
}

/** Their sockets are closed with a word. @returns how many ended */
export async function endSessions(tx: Tx, clock: Clock, { userId, sessionId, except }: SessionsOf): Promise<number> {
  if (sessionId === undefined) await recordEvent(tx, clock, 'sessions.ended', { userId })
  return publishEnded(
    tx,
    await openSessions(tx, clock, userId)
      .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId ?? 0))
      .$if(except !== undefined, (query) => query.where('id', '<>', except ?? 0))
      .returning('id')
      .execute(),
  )
}

/** No one has more browsers. Of anyone who goes on signing in those end that were not used for the longest. */
export const MOST_SESSIONS = 50

/** Makes room for one more. Of two that come at once one waits for the other. */
async function endSurplus(tx: Tx, clock: Clock, userId: number): Promise<void> {
  await lock(tx, 'sessions of user', userId)
  const surplus = tx
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .offset(MOST_SESSIONS - 1)
  await publishEnded(tx, await openSessions(tx, clock, userId).where('id', 'in', surplus).returning('id').execute())
}

/** To be ended; those that have run out need not be. */
const openSessions = (tx: Tx, clock: Clock, userId: number) =>
  tx
    .updateTable('sessions')
    .set({ endedAt: clock.now() })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', clock.now())

async function publishEnded(tx: Tx, ended: { id: number }[]): Promise<number> {
  await publishEach(
    tx,
    'session.ended',
    inPortions(ended.map(({ id }) => id)).map((sessionIds) => ({ sessionIds })),
  )
  return ended.length
}

/** Which of these sessions are over, ended or run out. */
export async function listEndedSessions(db: DbOrTx, clock: Clock, sessionIds: number[]): Promise<number[]> {
  if (sessionIds.length === 0) return []
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', sessionIds)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .execute()
  const alive = new Set(rows.map((row) => row.id))
  return sessionIds.filter((id) => !alive.has(id))
}
