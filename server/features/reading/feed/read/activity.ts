/** What the reader and their team did with a message, and when. */
import { sql } from 'kysely'
import type { ResultOf } from '../../../../../contract/call.ts'
import type { feed } from '../../../../../contract/reading/feed.ts'
import { type Handlers } from '../../../../kit/context.ts'
import { nameInTeam } from '../../../access/team/team.public.ts'
import { accessMessage } from './access-message.ts'
import { readAsker } from './reader.ts'
import { isReadableNote } from './team-notes.ts'

type Done = ResultOf<typeof feed.listActivity>['activity'][number]

/** What is private (read, favourite, spam) is the reader's alone; the rest is seen by a team, as on the cards. */
export const listActivity: Handlers<'feed'>['listActivity'] = async (ctx, { id }) => {
  const { db, clock } = ctx
  const reader = await readAsker(ctx)
  await accessMessage(db, reader, id, clock.now())
  const { userId, team, ownerId } = reader
  const { rows } = await sql<Omit<Done, 'at' | 'mine'> & { at: Date; userId: number }>`
    select a.what, a.at, a.user_id, ${nameInTeam(ownerId)} as user from (
      select 'viewed' as what, v.at, v.user_id from message_views v where v.message_id = ${id} and v.user_id = ${userId}
      union all select 'favorite', f.at, f.user_id from favorites f where f.message_id = ${id} and f.user_id = ${userId}
      union all select 'spam', s.at, s.user_id from spam_marks s where s.message_id = ${id} and s.user_id = ${userId}
      union all select r.reaction, r.at, r.user_id from reactions r
        where r.message_id = ${id} and r.user_id = any(${team}::bigint[])
      union all select 'note', n.updated_at, n.user_id from notes n
        where n.message_id = ${id} and ${isReadableNote(reader)}
      union all select 'answered', w.at, w.user_id from answers w
        where w.message_id = ${id} and w.user_id = any(${team}::bigint[])
    ) as a join users u on u.id = a.user_id order by a.at, a.what, a.user_id`.execute(db)
  return {
    activity: rows.map(({ what, at, user, userId: by }) => ({ what, at: at.toISOString(), user, mine: by === userId })),
  }
}
