/** Deletion of an account: asked by its owner, taken back for some days, and then done by a job. */
import { deletionGraceDays } from '../../../contract/accounts.ts'
import type { RoleName } from '../../../contract/call.ts'
import { personOf, type Asking } from '../../kit/asking.ts'
import { audit } from '../../kit/audit.ts'
import { DAY } from '../../kit/clock.ts'
import { postLetter } from '../../kit/mail/post-letter.ts'
import { Refusal } from '../../kit/refusal.ts'
import { deletionLetter } from './deletion-letter.ts'
import { checkOwnPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** Who works for the service: his account is not his alone. */
const staff: readonly RoleName[] = ['admin', 'moderator', 'blogEditor', 'categoryEditor', 'support']
export const isStaff = (roles: readonly string[]): boolean => staff.some((role) => roles.includes(role))

/** From now on the days of grace run. Asked twice, they run from the first time. */
export async function askDeletion(asking: Asking, siteUrl: string, password: string | undefined): Promise<void> {
  const { db, clock } = asking
  const { id: userId, sessionId } = personOf(asking)
  const mine = db.selectFrom('users').select(['passwordHash', 'roles']).where('id', '=', userId)
  const { passwordHash, roles } = await mine.executeTakeFirstOrThrow()
  if (isStaff(roles)) throw new Refusal('STAFF_STAYS')
  if (passwordHash !== null) await checkOwnPassword(asking, password ?? '')
  const deletionAt = new Date(clock.now().getTime() + deletionGraceDays * DAY)
  await db.transaction().execute(async (tx) => {
    const asked = await tx
      .updateTable('users')
      .set({ deletionAt })
      .where('id', '=', userId)
      .where('deletionAt', 'is', null)
      .returning(['email', 'timeZone'])
      .executeTakeFirst()
    if (!asked) return
    await endSessions(tx, clock, { userId, except: sessionId })
    await audit(tx, clock, asking, { actorId: userId, userId, action: 'deletion-asked', details: { deletionAt } })
    if (asked.email !== null)
      await postLetter(tx, clock, asked.email, deletionLetter(siteUrl, deletionAt, asked.timeZone))
  })
}

/** Nothing is to be deleted after all. */
export async function takeDeletionBack(asking: Asking): Promise<void> {
  const { db, clock } = asking
  const userId = personOf(asking).id
  await db.transaction().execute(async (tx) => {
    const kept = tx
      .updateTable('users')
      .set({ deletionAt: null })
      .where('id', '=', userId)
      .where('deletionAt', 'is not', null)
    if (!(await kept.returning('id').executeTakeFirst())) return
    await audit(tx, clock, asking, { actorId: userId, userId, action: 'deletion-taken-back' })
  })
}
