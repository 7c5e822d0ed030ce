/** Teams: who was taken in by whom, for what, and until when. */
import type { TeamRight } from '../../../../contract/call.ts'
import { defineFeature } from '../../../kit/feature.ts'
import type { Handlers } from '../../../kit/context.ts'
import { acceptInvitation, declineInvitation, getInvitation } from './answer-invitation.ts'
import { confirmClaim } from './confirm-claim.ts'
import { createMembershipCard } from './create-card.ts'
import { deleteMembershipCard } from './delete-card.ts'
import { getTeam } from './get-team.ts'
import { leaveTeam } from './leave-team.ts'
import { getMembershipCard, listMembershipCards } from './list-cards.ts'
import { listLeftOut } from './list-left-out.ts'
import { personalTeams } from './personal-teams.ts'
import { teamSignals } from './publish.ts'
import { resendInvitation } from './resend-invitation.ts'
import { updateMembershipCard } from './update-card.ts'

const handlers: Handlers<'team'> = {
  listMembershipCards,
  getMembershipCard,
  createMembershipCard,
  updateMembershipCard,
  deleteMembershipCard,
  resendInvitation,
  confirmClaim,
  getInvitation,
  acceptInvitation,
  declineInvitation,
  getTeam,
  listLeftOut,
  leaveTeam,
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'member-invited': { card: number }
    'member-right-changed': { card: number; right: TeamRight }
    'member-removed': { card: number }
    'member-left': { card: number; user: number }
    'invitation-withdrawn': { card: number }
    'invitation-accepted': { card: number; user: number }
    'invitation-claimed': { card: number; user: number }
    'invitation-declined': { card: number }
    'claim-confirmed': { card: number; user: number }
    'claim-refused': { card: number; user: number }
  }
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** What these people know of their team is not so any more. */
    'team.changed': { userIds: number[] }
  }
}

export const teamFeature = defineFeature({
  name: 'team',
  signals: teamSignals,
  handlers,
  personalData: personalTeams,
  auditWords: {
    'member-invited': 'Приглашён участник команды',
    'member-right-changed': 'Изменены права участника команды',
    'member-removed': 'Участник убран из команды',
    'member-left': 'Участник вышел из команды',
    'invitation-withdrawn': 'Приглашение в команду отозвано',
    'invitation-accepted': 'Приглашение в команду принято',
    'invitation-claimed': 'Приглашение хочет принять человек с другим email',
    'invitation-declined': 'Приглашение в команду отклонено',
    'claim-confirmed': 'Участник с другим email подтверждён',
    'claim-refused': 'Участник с другим email не подтверждён',
  },
})
