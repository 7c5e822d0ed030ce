/** Who reads the feed, as far as it matters to what they may see and do there. */
import type { Person } from '../../../../../rules/identity.ts'
import { moderates } from '../../../../../rules/roles.ts'
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

export async function readReader(db: DbOrTx, { id, roles }: Pick<Person, 'id' | 'roles'>, now: Date): Promise<Reader> {
  const team = await listTeammates(db, id, now)
  return { userId: id, team, moderator: moderates(roles), admin: roles.includes('admin') }
}
