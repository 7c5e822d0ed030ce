/** What people did with messages, as far as one reader may know. */
import { sql } from 'kysely'
import type { MessageMarks } from '../../../../../contract/reading/message-marks.ts'
import type { LocationSource, LocationType } from '../../../../../contract/watching/locations.ts'
import { isSpam } from '../../../../../rules/filters/spam.ts'
import { nameInTeam } from '../../../access/team/team.public.ts'
import { prepared, type DbOrTx } from '../../../../kit/sql.ts'
import type { Reader } from './reader.ts'
import { isReadableNote } from './team-notes.ts'

/** By message; those that are no feed item are left out. */
export async function fillMarks(db: DbOrTx, reader: Reader, messageIds: number[]): Promise<Map<number, MessageMarks>> {
  if (messageIds.length === 0) return new Map()
  // A message is the same under each of its products: the first one speaks for all.
  const { rows } = await sql<MarkRow & { messageId: number }>`${prepared}
    select i.message_id, ${markColumns(reader)}
    from unnest(${[...new Set(messageIds)]}::bigint[]) as asked (message_id)
    cross join lateral (select * from feed_items where message_id = asked.message_id order by seq_id limit 1) as i
    ${markJoins}`.execute(db)
  return new Map(rows.map((row) => [row.messageId, marksOf(row)]))
}

export interface MarkRow {
  spamCount: number
  isUnwanted: boolean
  verdict: string | null
  viewed: boolean
  handled: boolean
  favorite: boolean
  spamMarked: boolean
  blackListed: boolean
  locationId: number | null
  locationType: string | null
  locationName: string | null
  locationSource: string | null
  locationConfidence: number | null
  /** In the order in which they came, as the rest; null when there are none. */
  reactions: { userId: number; reaction: 'like' | 'dislike' }[] | null
  notes: MessageMarks['notes'] | null
  answers: MessageMarks['answers'] | null
  lead: MessageMarks['lead']
  moderatorLog: MessageMarks['moderatorLog'] | null
}

export function marksOf(row: MarkRow): MessageMarks {
  return {
    viewed: row.viewed || row.handled,
    handled: row.handled,
    favorite: row.favorite,
    likes: reactedWith('like', row),
    dislikes: reactedWith('dislike', row),
    notes: (row.notes ?? []).map((note) => ({ ...note, updatedAt: toIso(note.updatedAt) })),
    lead: row.lead && {
      ...row.lead,
      takenAt: row.lead.takenAt && toIso(row.lead.takenAt),
      remindAt: row.lead.remindAt && toIso(row.lead.remindAt),
    },
    answers: (row.answers ?? []).map((answer) => ({ ...answer, at: toIso(answer.at) })),
    spamMarked: row.spamMarked,
    spamCount: row.spamCount,
    spam: isSpam(row),
    blackListed: row.blackListed,
    location:
      row.locationId === null || row.locationName === null
        ? null
        : {
            id: row.locationId,
            type: row.locationType as LocationType,
            name: row.locationName,
            source: (row.locationSource ?? 'text') as LocationSource,
            confidence: row.locationConfidence ?? 0,
          },
    // What is removed was rejected for everybody; no one but who did it hears of it again.
    verdict: row.verdict === 'removed' ? 'rejected' : (row.verdict as MessageMarks['verdict']),
    moderatorLog: (row.moderatorLog ?? []).map((entry) => ({ ...entry, at: toIso(entry.at) })),
  }
}

const reactedWith = (reaction: 'like' | 'dislike', { reactions }: MarkRow): number[] =>
  (reactions ?? []).filter((each) => each.reaction === reaction).map(({ userId }) => userId)

/** PostgreSQL writes moments into JSON to the microsecond, and in its own way. */
const toIso = (moment: string): string => new Date(moment).toISOString()

/** What is read of the message of an item `i`, for `marksOf`. Subqueries are planned one by one; as many joins take ten times as long. */
export const markColumns = ({ userId, team, ownerId, moderator }: Reader) => sql`
  i.spam_count, i.is_unwanted, i.verdict,
  exists (select from message_views v where v.user_id = ${userId} and v.message_id = i.message_id) as viewed,
  exists (select from handled_clusters h where h.user_id = ${userId} and h.cluster_id = i.cluster_id) as handled,
  exists (select from favorites f where f.user_id = ${userId} and f.message_id = i.message_id) as favorite,
  exists (select from spam_marks s where s.user_id = ${userId} and s.message_id = i.message_id) as spam_marked,
  exists (select from blacklisted_authors b where b.user_id = ${userId} and b.author_id = i.author_id) as black_listed,
  i.location_id, l.type as location_type, l.name as location_name, i.location_source, i.location_confidence,
  (select json_agg(json_build_object('userId', r.user_id, 'reaction', r.reaction) order by r.at, r.user_id)
    from reactions r where r.message_id = i.message_id and r.user_id = any(${team}::bigint[])) as reactions,
  (select json_agg(json_build_object('user', json_build_object('id', u.id, 'name', ${nameInTeam(ownerId)}), 'text', n.text, 'updatedAt', n.updated_at)
      order by n.updated_at, n.user_id)
    from notes n join users u on u.id = n.user_id
    where n.message_id = i.message_id and ${isReadableNote({ team, ownerId })}) as notes,
  (select json_agg(json_build_object('user', json_build_object('id', u.id, 'name', ${nameInTeam(ownerId)}), 'at', w.at) order by w.at, w.user_id)
    from answers w join users u on u.id = w.user_id
    where w.message_id = i.message_id and w.user_id = any(${team}::bigint[])) as answers,
  (select json_build_object('id', l.id, 'status', l.status,
      'assignee', case when l.assignee_id is not null then json_build_object('id', l.assignee_id, 'name', ${nameInTeam(ownerId)}) end,
      'takenAt', l.taken_at, 'remindAt', l.remind_at)
    from lead_clusters c join leads l on l.id = c.lead_id left join users u on u.id = l.assignee_id
    where c.cluster_id = i.cluster_id and c.owner_id = ${ownerId}) as lead,
  case when ${moderator}::boolean then (
    select json_agg(json_build_object('user', json_build_object('id', u.id, 'name', u.username), 'action', e.action,
      'detail', e.details ->> 'detail', 'at', e.at) order by e.id)
    from moderator_log e join users u on u.id = e.user_id where e.message_id = i.message_id) end as moderator_log`

/** And from where. */
export const markJoins = sql`left join locations l on l.id = i.location_id`
