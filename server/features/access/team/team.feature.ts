/** Teams: who was taken in by whom. */
import { defineFeature } from '../../../kit/feature.ts'
import type { Handlers } from '../../../kit/context.ts'
import { personalTeams } from './personal-teams.ts'

const comes = (): never => {
  throw new Error('not built yet')
}
const handlers: Handlers<'team'> = {
  listMembershipCards: comes,
  getMembershipCard: comes,
  createMembershipCard: comes,
  updateMembershipCard: comes,
  deleteMembershipCard: comes,
  resendInvitation: comes,
  confirmClaim: comes,
  getInvitation: comes,
  acceptInvitation: comes,
  declineInvitation: comes,
  getTeam: comes,
  leaveTeam: comes,
}

export const teamFeature = defineFeature({
  name: 'team',
  handlers,
  personalData: personalTeams,
})
