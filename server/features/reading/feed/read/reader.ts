/** Who reads the feed, as far as it matters to what they may see and do there. */
import type { Person } from '../../../../../rules/identity.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { listTeammates } from '../../../access/team/team.public.ts'

export interface Reader {
  userId: number
  /** Themselves, then their team: their likes and notes are theirs to see. */
  team: number[]
  /** Sees rejected messages, and the log of what moderators did. */
  moderator: boolean
  /** What they mark as spam, dislike or reject is deleted for everybody (spec §4 Spam and moderation). */
  admin: boolean
}

export async function readReader(db: DbOrTx, { id, roles }: Pick<Person, 'id' | 'roles'>): Promise<Reader> {
  const admin = roles.includes('admin')
  return { userId: id, team: await listTeammates(db, id), moderator: admin || roles.includes('moderator'), admin }
}
