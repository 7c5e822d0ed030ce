/** What began and has not ended: each time it begins a person is notified once, however often it is looked at and by how many processes. */
import { sql } from 'kysely'
import type { AlarmKind } from '../../../../../contract/reach/notices.ts'
import { episodeStep, type Episode } from '../../../../../rules/notices/alarms.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { postAlarm, type Alarm } from './post-alarm.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** The last of each subject. */
export type Episodes = ReadonlyMap<string, Episode>

/** By person. */
export async function readEpisodes(
  db: DbOrTx,
  userIds: readonly number[],
  kind: AlarmKind,
): Promise<Map<number, Episodes>> {
  const rows = await db
    .selectFrom('noticeAlarms')
    .select(['userId', 'subject', 'since', 'endedAt'])
    .where((of) => sql<boolean>`${of.ref('userId')} = any(${userIds}::bigint[])`)
    .where('kind', '=', kind)
    .orderBy('since')
    .execute()
  const byPerson = Map.groupBy(rows, ({ userId }) => userId)
  return new Map(
    [...byPerson].map(([userId, theirs]) => [
      userId,
      new Map(theirs.map(({ subject, since, endedAt }) => [subject, { since, endedAt }])),
    ]),
  )
}

/**
 * @param state `between`: neither so that it would begin nor so that it is over
 * @param alarm what the notice holds, asked for only when there is one
 * @returns was the person notified?
 */
export async function takeStep(
  ctx: Context,
  { userId, kind, subject, last }: { userId: number; kind: AlarmKind; subject: string; last: Episode | null },
  state: 'on' | 'off' | 'between',
  alarm: () => Pick<Alarm, 'title' | 'text' | 'url'>,
): Promise<boolean> {
  const now = ctx.clock.now()
  const step = episodeStep(kind, last, state, now)
  if (step === null) return false
  if (step === 'end') {
    await ctx.db
      .updateTable('noticeAlarms')
      .set({ endedAt: now })
      .where('userId', '=', userId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('endedAt', 'is', null)
      .execute()
    return false
  }
  return ctx.db.transaction().execute(async (tx) => {
    const begun = await tx
      .insertInto('noticeAlarms')
      .values({ userId, kind, subject, since: now, toldAt: now })
      // One goes on already: another process was there first.
      .onConflict((conflict) => conflict.doNothing())
      .returning('since')
      .executeTakeFirst()
    if (!begun) return false
    return (await postAlarm(tx, ctx, { userId, kind, ...alarm() })) > 0
  })
}
