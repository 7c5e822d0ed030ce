/** Rights in a team against what calls need there: `teamNeed` of each call in the contract. */
import { teamRights, type TeamNeed, type TeamRight } from '../contract/call.ts'

/** Does a member with this right have what is needed? Where nothing of a team is to be reached no right suffices. */
export function allows(right: TeamRight, need: TeamNeed): boolean {
  return need !== 'none' && teamRights.indexOf(right) >= teamRights.indexOf(need)
}
