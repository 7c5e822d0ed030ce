/** Who reads the feed, as far as it matters to what they may see and do there. */
import { sql } from 'kysely'
import type { TeamRight } from '../../../../../contract/access/team.ts'
import type { Person } from '../../../../../rules/identity.ts'
import { moderates } from '../../../../../rules/roles.ts'
import { AppError } from '../../../../kit/app-error.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { listTeammates } from '../../../access/team/team.public.ts'

export interface Reader {
  userId: number
  /** Themselves, then their team: their likes and notes are theirs to see. */
  team: number[]
  /** Whose leads are theirs: the owner of their team, or without one themselves. */
  leadOwner: number
  /** Sees rejected messages, and the log of what moderators did. */
  moderator: boolean
  /** What they mark as spam, dislike or reject is deleted for everybody (spec §4 Spam and moderation). */
  admin: boolean
}

export async function readReader(db: DbOrTx, { id, roles }: Pick<Person, 'id' | 'roles'>): Promise<Reader> {
  const [team, membership] = await Promise.all([listTeammates(db, id), findMembership(db, id)])
  const leadOwner = membership?.ownerId ?? id
  return { userId: id, team, leadOwner, moderator: moderates(roles), admin: roles.includes('admin') }
}

/** May they mark messages and work on leads of the team? Everybody may in their own. */
export async function checkTeamRight(db: DbOrTx, { userId, leadOwner }: Reader, right: TeamRight): Promise<void> {
  if (leadOwner === userId) return
  const has = (await findMembership(db, userId))?.right ?? 'view'
  const order: TeamRight[] = ['view', 'work', 'manage']
  if (order.indexOf(has) < order.indexOf(right)) throw new AppError('TEAM_RIGHT_REQUIRED')
}

/** The team someone was taken into: whose it is, and what they may do there. */
async function findMembership(db: DbOrTx, userId: number): Promise<{ ownerId: number; right: TeamRight } | null> {
  const { rows } = await sql<{ ownerId: number; right: TeamRight }>`
    select owner_id, team_right as right from membership_cards
    where user_id = ${userId} and owner_id <> ${userId} and status = 'accepted' order by id limit 1`.execute(db)
  return rows[0] ?? null
}
