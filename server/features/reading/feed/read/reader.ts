/** Who reads the feed, as far as it matters to what they may see and do there. */
import type { TeamRight, TeamNeed } from '../../../../../contract/call.ts'
import type { Person } from '../../../../../rules/identity.ts'
import { moderates } from '../../../../../rules/roles.ts'
import { personOf, type CallContext } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { readTeammates } from '../../../access/team/team.public.ts'

export interface Reader {
  userId: number
  /** Themselves, then their team: their likes and notes are theirs to see. */
  team: number[]
  /** The owner of that team, whose leads are theirs too; alone the reader themselves. */
  ownerId: number
  /** What they may do with messages that they see through the team only. */
  right: TeamRight
  /** What they want to do needs. */
  needs: TeamNeed
  /** Sees rejected messages, and the log of what moderators did. */
  moderator: boolean
  /** What they mark as spam, dislike or reject is deleted for everybody (spec §4 Spam and moderation). */
  admin: boolean
}

/** Who asks, to do what their call needs. */
export function readAsker(ctx: CallContext): Promise<Reader> {
  return readReader(ctx.db, personOf(ctx), ctx.clock.now(), ctx.teamNeed)
}

/** Someone as if they were in no team: enough where neither notes nor leads are asked about. */
export const readerAlone = (userId: number, moderator = false): Reader => ({
  userId,
  team: [userId],
  ownerId: userId,
  right: 'manage',
  needs: 'view',
  moderator,
  admin: false,
})

/** @param needs who does no more than look needs no more than that */
export async function readReader(
  db: DbOrTx,
  { id, roles }: Pick<Person, 'id' | 'roles'>,
  now: Date,
  needs: TeamNeed = 'view',
): Promise<Reader> {
  const { people, ownerId, right } = await readTeammates(db, id, now)
  return {
    userId: id,
    team: people,
    ownerId,
    right,
    needs,
    moderator: moderates(roles),
    admin: roles.includes('admin'),
  }
}
