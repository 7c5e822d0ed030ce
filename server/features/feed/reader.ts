/** Who reads the feed, as far as it matters to what he may see and do there. */
import type { Person } from '../../kit/asking.ts'
import type { DbOrTx } from '../../kit/sql.ts'
import { listTeammates } from '../team/team.public.ts'

export interface Reader {
  userId: number
  /** Himself, then his team: their likes and notes are his to see. */
  team: number[]
  /** Sees rejected messages, and the log of what moderators did. */
  moderator: boolean
  /** What he marks as spam, dislikes or rejects is deleted for everybody (spec §4 Spam and moderation). */
  admin: boolean
}

export async function readReader(db: DbOrTx, { id, roles }: Pick<Person, 'id' | 'roles'>): Promise<Reader> {
  const admin = roles.includes('admin')
  return { userId: id, team: await listTeammates(db, id), moderator: admin || roles.includes('moderator'), admin }
}
