/** Whose notes a reader may read: their own, their team's, and those of who left it as far as they were written while they were in it. */
import { sql } from 'kysely'
import type { Reader } from './reader.ts'

type Team = Pick<Reader, 'team' | 'ownerId'>

/** For SQL: the note `n` is one of them. */
export const isReadableNote = ({ team, ownerId }: Team) => sql`(
  n.user_id = any(${team}::bigint[]) or exists (
    select from former_members f
    where f.owner_id = ${ownerId} and f.user_id = n.user_id and n.updated_at between f.joined_at and f.left_at))`

/** For SQL: all messages with one, by the index of who wrote it. */
export const notedMessages = ({ team, ownerId }: Team) => sql`
  select n.message_id from notes n where n.user_id = any(${team}::bigint[])
  union all
  select n.message_id from former_members f
  join notes n on n.user_id = f.user_id and n.updated_at between f.joined_at and f.left_at
  where f.owner_id = ${ownerId}`
