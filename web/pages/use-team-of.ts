import { rolesOf, mayAsk } from '../../rules/roles.ts'
import type { TeamOf } from '../features/access/subscriptions/product-rows.ts'
import { useTeam } from '../features/access/team/use-team.ts'
import { useMe } from '../features/people/accounts/use-me.ts'

/** Whose products stand beside the person's own; null: they are in no one's team. */
export function useTeamOf(): TeamOf | null {
  const { user } = useMe()
  const { team } = useTeam(user != null)
  if (!user || !team || team.own) return null
  return { ownerName: team.owner.name, everyCategory: mayAsk('moderator', rolesOf(user.role)) }
}
