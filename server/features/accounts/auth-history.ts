/** The history of signing in (spec §3 Auth history record): from what, from where, and whether it still lasts. */
import type { AuthRecord } from '../../../contract/accounts.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { audit } from '../../kit/audit.ts'
import { Refusal } from '../../kit/refusal.ts'
import { deviceWords } from './device-words.ts'
import type { PlaceWords } from './place-words.ts'
import { endSessions } from './sessions.ts'

/** Spec §9. */
const ON_PAGE = 20

export const listAuthHistory =
  (placeWords: PlaceWords): Answers<'accounts'>['listAuthHistory'] =>
  async (asking, { page = 1, limit = ON_PAGE }) => {
    const { db, clock } = asking
    const person = personOf(asking)
    const mine = db.selectFrom('sessions').where('userId', '=', person.id)
    const [{ total }, rows] = await Promise.all([
      mine.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      mine
        .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'endedAt', 'ip', 'userAgent'])
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
    ])
    const now = clock.now()
    const docs = rows.map(({ id, createdAt, lastSeenAt, expiresAt, endedAt, ip, userAgent }): AuthRecord => ({
      id,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      ip,
      userAgent,
      device: deviceWords(userAgent),
      place: placeWords(ip),
      current: id === person.sessionId,
      active: endedAt === null && expiresAt > now,
    }))
    return { docs, total, page, pages: Math.ceil(total / limit), limit }
  }

/** Another's, one that is over, and none at all are refused alike. */
export const endSession: Answers<'accounts'>['endSession'] = async (asking, { id }) => {
  const { db, clock } = asking
  const { id: userId, sessionId } = personOf(asking)
  await db.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, clock, { userId, sessionId: id })
    if (ended === 0) throw new Refusal('SESSION_NOT_FOUND')
    await audit(tx, clock, asking, { actorId: userId, userId, action: 'session-ended', details: { session: id } })
  })
  if (id === sessionId) asking.setSessionToken(null)
  return {}
}
