/** Accounts whose days of grace are over go, and everything of them. */
import type { JobContext } from '../../kit/jobs.ts'
import { audit, forgetDetails } from '../../kit/audit.ts'
import { DAY } from '../../kit/clock.ts'
import type { Tx } from '../../kit/sql.ts'
import { deleteFiltersOf } from '../filters/filters.public.ts'
import { takeBackSpamMarks } from '../marks/marks.public.ts'
import { handOverDeeds, hasModerated } from '../moderation/moderation.public.ts'
import { forgetNetworks } from '../social/social.public.ts'
import { leaveTeams } from '../team/team.public.ts'
import { isStaff } from './delete-account.ts'
import { endSessions } from './sessions.ts'

/** So long a network may keep us waiting that is to forget us too. */
const PATIENCE = 3 * DAY

type Context = Pick<JobContext, 'db' | 'clock' | 'log' | 'config'>

/** Each by itself: one that fails is tried again next time, and the others do not wait for it. */
export async function deleteDueAccounts(context: Context): Promise<void> {
  const { db, clock, log } = context
  const due = await db
    .selectFrom('users')
    .select(['id', 'roles', 'deletionAt'])
    .where('deletionAt', '<=', clock.now())
    .orderBy('id')
    .execute()
  for (const { id, roles, deletionAt } of due) {
    // He was taken on meanwhile: an admin has the last word.
    if (isStaff(roles) || deletionAt === null) continue
    try {
      await deleteAccount(context, id, deletionAt)
      log.info({ userId: id }, 'an account is deleted')
    } catch (error) {
      log.error({ err: error, userId: id }, 'an account could not be deleted')
    }
  }
}

async function deleteAccount({ db, clock, log, config }: Context, userId: number, deletionAt: Date): Promise<void> {
  try {
    await forgetNetworks({ db, clock, config }, userId)
  } catch (error) {
    if (clock.now().getTime() - deletionAt.getTime() < PATIENCE) throw error
    log.error({ err: error, userId }, 'a network was not told that an account is gone')
  }
  await takeBackSpamMarks(db, userId)
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('users')
      .select(['roles', 'deletionAt'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    // Its owner thought better of it in the last moment.
    if (!row?.deletionAt || row.deletionAt > clock.now() || isStaff(row.roles)) return
    await endSessions(tx, clock, { userId })
    await deleteFiltersOf(tx, userId)
    await leaveTeams(tx, userId)
    if (await hasModerated(tx, userId)) await handOverDeeds(tx, userId, await insertFormerModerator(tx, clock.now()))
    await forgetDetails(tx, userId)
    // All the rest goes with the row: every table of what is his refers to it so.
    await tx.deleteFrom('users').where('id', '=', userId).execute()
    await audit(tx, clock, null, { actorId: null, userId, action: 'deleted' })
  })
}

/** Nobody, in whose name verdicts stand whose giver is gone. There is no way in: neither e-mail nor password nor network. */
async function insertFormerModerator(tx: Tx, createdAt: Date): Promise<number> {
  const nobody = { email: null, passwordHash: null, username: 'Бывший модератор', createdAt }
  return (await tx.insertInto('users').values(nobody).returning('id').executeTakeFirstOrThrow()).id
}
