/**
 * What other parts may ask of teams. A team is its owner, while a team subscription of theirs runs, and everybody they took in for
 * whom there is a place. One is in one team at most.
 */
export {
  findTeam,
  listTeamPeople,
  listTeammates,
  nameInTeam,
  readNamesInTeam,
  readTeamRight,
  readTeammates,
} from './list-members.ts'
export { beginOwnTeam, endOwnTeam, leaveTeams, lockTeamsOf, seatMembers } from './own-team.ts'
export { checkOwned, findOtherOwner, showOfTeam, teamActorOf, type TeamActor } from './reach.ts'
export { publishTeamChanged } from './publish.ts'
