/** What moderators and readers said of texts, for training the model that finds unwanted messages. */
import { sql } from 'kysely'
import { isMarkedByManySql } from '../../../../rules/filters/spam.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export interface ModerationMark {
  text: string
  unwanted: boolean
}

/** Texts read at once. */
const CHUNK = 1_000

/**
 * One mark for each text, however many copies it has: what a moderator said last of any of them, or, where none did, that
 * many people marked it as spam. That an author is rejected says nothing of what they wrote this time.
 */
export async function* listModerationMarks(db: DbOrTx): AsyncGenerator<ModerationMark[]> {
  const { rows: judged } = await sql<{ messageId: number; unwanted: boolean | null }>`
    with decided as (
      select distinct on (message_id) message_id, id, action from moderator_log
      where action in ('approve', 'reject', 'rejectText', 'spam', 'unspam') and not details ? 'undone'
      order by message_id, id desc
    ), marked as (
      select message_id from decided
      union select message_id from spam_marks group by message_id having ${sql.raw(isMarkedByManySql('count(*)'))}
    )
    select distinct on (i.cluster_id) i.message_id,
      case when decided.action in ('reject', 'rejectText', 'spam') then true when decided.action = 'approve' then false
        when ${sql.raw(isMarkedByManySql('i.spam_count'))} then true end as unwanted
    from marked join feed_items i using (message_id) left join decided using (message_id)
    order by i.cluster_id, decided.id desc nulls last, i.seq_id`.execute(db)
  const known = judged.filter((each): each is { messageId: number; unwanted: boolean } => each.unwanted !== null)
  for (let at = 0; at < known.length; at += CHUNK) {
    const piece = known.slice(at, at + CHUNK)
    const { rows } = await sql<ModerationMark>`
      select m.text, judged.unwanted
      from unnest(${piece.map(({ messageId }) => messageId)}::bigint[], ${piece.map(({ unwanted }) => unwanted)}::boolean[])
        with ordinality as judged (message_id, unwanted, place)
      cross join lateral (select received_at from feed_items where message_id = judged.message_id limit 1) as i
      join messages m on m.id = judged.message_id and m.kept and m.received_at = i.received_at
      order by judged.place`.execute(db)
    yield rows
  }
}
