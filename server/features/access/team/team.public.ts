/**
 * What other parts may ask of teams. A team is its owner and everybody whose card is accepted; someone may own one team
 * and be taken into several others. To be in a team with someone is mutual, and goes no further than that team.
 */
export { listTeamMembers, listTeammates } from './list-members.ts'
export { leaveTeams } from './members.ts'
