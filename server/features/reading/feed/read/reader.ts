/** Who reads the feed, as far as it matters to what they may see and do there. */
import { teamRights, type TeamRight } from '../../../../../contract/access/team.ts'
import type { Person } from '../../../../../rules/identity.ts'
import { moderates } from '../../../../../rules/roles.ts'
import { AppError } from '../../../../kit/app-error.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { findTeam, listTeammates } from '../../../access/team/team.public.ts'

export interface Reader {
  userId: number
  /** Themselves, then their team: their likes and notes are theirs to see. */
  team: number[]
  /** Whose leads are theirs: the owner of the team they work in, or themselves. */
  leadOwner: number
  /** Sees rejected messages, and the log of what moderators did. */
  moderator: boolean
  /** What they mark as spam, dislike or reject is deleted for everybody (spec §4 Spam and moderation). */
  admin: boolean
}

export async function readReader(db: DbOrTx, { id, roles }: Pick<Person, 'id' | 'roles'>, now: Date): Promise<Reader> {
  const [team, membership] = await Promise.all([listTeammates(db, id, now), findTeam(db, id, now)])
  const leadOwner = membership?.seated ? membership.ownerId : id
  return { userId: id, team, leadOwner, moderator: moderates(roles), admin: roles.includes('admin') }
}

/** What someone may do in the team they work in; without one everything is theirs. */
export async function checkTeamRight(
  db: DbOrTx,
  { userId }: Pick<Reader, 'userId'>,
  right: TeamRight,
  now: Date,
): Promise<void> {
  const team = await findTeam(db, userId, now)
  if (!team?.seated || teamRights.indexOf(team.right) >= teamRights.indexOf(right)) return
  throw new AppError('TEAM_RIGHT_REQUIRED')
}
