/** A group closed, went away or took another name: anyone who listens to it is informed, once each time, in one letter for all that came together. */
import { sql } from 'kysely'
import { publishEach } from '../../../kit/bus.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import { letterAddress } from '../../../kit/mail/letter-address.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Db } from '../../../kit/sql.ts'
import { listRunningGroupsets } from '../../access/subscriptions/subscriptions.public.ts'
import { groupFailureLetter, type GroupNews } from './group-failure-letter.ts'

export type GroupFailure = 'closed' | 'gone' | 'renamed'

/** A group that closes and opens by turns is notified of once in this long. */
const SAME_AGAIN = 30 * DAY

/** @param was for `renamed`: what it was called before */
export async function noteGroupFailure(
  db: Db,
  clock: Clock,
  groupId: number,
  failure: GroupFailure,
  was: string | null = null,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ userId: number }>`
      update monitored_groups m set noted = ${failure}, noted_was = ${was}, noted_at = ${now}, told_at = null
      from monitored_groupsets s
      where s.id = m.groupset_id and m.group_id = ${groupId} and m.enabled and m.removed_at is null
        and not coalesce(m.noted = ${failure} and m.noted_was is not distinct from ${was} and m.noted_at > ${new Date(now.getTime() - SAME_AGAIN)}, false)
      returning s.user_id`.execute(tx)
    await publishEach(
      tx,
      'groups.changed',
      rows.map(({ userId }) => ({ userId, exceptSocket: null })),
    )
  })
}

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'log' | 'hooks'>

/** @returns how many letters were written */
export async function notifyOfGroupFailures(ctx: Context): Promise<number> {
  const { db, log } = ctx
  const lists = await db
    .selectFrom('monitoredGroupsets as s')
    .select(['s.id', 's.userId'])
    .where((where) =>
      where.exists(
        where
          .selectFrom('monitoredGroups as m')
          .whereRef('m.groupsetId', '=', 's.id')
          .where('m.notedAt', 'is not', null)
          .where('m.toldAt', 'is', null),
      ),
    )
    .orderBy('s.id')
    .execute()
  let letters = 0
  // Each by itself: the others do not wait for one that fails.
  for (const { id, userId } of lists) {
    try {
      if (await notifyOwner(ctx, id, userId)) letters += 1
    } catch (error) {
      log.error({ err: error, userId }, 'nobody was told what became of his groups')
    }
  }
  return letters
}

/** @returns was a letter written? */
function notifyOwner({ db, clock, config, hooks }: Context, groupsetId: number, userId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<GroupNews & { listened: boolean }>`
      update monitored_groups m set told_at = ${clock.now()} from groups g
      where g.id = m.group_id and m.groupset_id = ${groupsetId} and m.noted_at is not null and m.told_at is null
      returning m.noted as failure, g.name, m.noted_was as was, m.enabled and m.removed_at is null as listened`.execute(
      tx,
    )
    const news = rows.filter(({ listened }) => listened).toSorted((a, b) => a.name.localeCompare(b.name, 'ru'))
    const user = await tx
      .selectFrom('users')
      .select(['deletionAt', letterAddress().as('to')])
      .where('id', '=', userId)
      .executeTakeFirst()
    const running = await listRunningGroupsets(tx, clock.now(), [groupsetId])
    // Who listens no more, or is about to delete their account, does not want to be reported.
    if (news.length === 0 || !user || user.deletionAt || running.length === 0) return false
    const { to } = user
    const letter = groupFailureLetter(config.siteUrl, news)
    const { title, paragraphs, button } = letter
    const alarm = { userId, kind: 'groupClosed', title, text: paragraphs.join('\n'), url: button.url } as const
    // Another name alone is worth a letter, and no more.
    const letterOnly = news.every(({ failure }) => failure === 'renamed')
    if (!(await hooks.notifyOfAlarm(tx, { clock, config }, alarm, { letterOnly })) || !to) return false
    await postLetter(tx, clock, to, letter)
    return true
  })
}
