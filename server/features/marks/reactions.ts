/** Likes and dislikes: one of a person to a message, so that each takes the other away. */
import { sql } from 'kysely'
import type { Clock } from '../../kit/clock.ts'
import { tell } from '../../kit/jobs.ts'
import type { Tx } from '../../kit/sql.ts'

/** Who marks what, and when. */
export interface Marking {
  userId: number
  messageId: number
  at: Date
}

/** @returns did it change anything? */
export async function setReaction(
  tx: Tx,
  clock: Clock,
  { userId, messageId, at }: Marking,
  reaction: 'like' | 'dislike',
  value: boolean,
): Promise<boolean> {
  const { rows } = value
    ? await sql`
        insert into reactions (user_id, message_id, reaction, at) values (${userId}, ${messageId}, ${reaction}, ${at})
        on conflict (user_id, message_id) do update set reaction = excluded.reaction, at = excluded.at
          where reactions.reaction <> excluded.reaction
        returning user_id`.execute(tx)
    : await sql`
        delete from reactions where user_id = ${userId} and message_id = ${messageId} and reaction = ${reaction}
        returning user_id`.execute(tx)
  if (rows.length > 0) await tell(tx, clock, 'message.marked', { userId })
  return rows.length > 0
}
