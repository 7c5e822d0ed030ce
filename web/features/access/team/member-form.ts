/** What is filled in about someone who is invited, or in the team already. */
import type { TeamRight } from '../../../../contract/call.ts'
import { MEMBER_NAME_LENGTH, type MembershipCard } from '../../../../contract/access/team.ts'
import type { Mistakes } from '../../../kit/ui/hooks/use-checked-form.ts'
import { emailMistake, looksLikeEmail } from '../../../kit/ui/text/looks-like-email.ts'

export interface MemberForm {
  email: string
  username: string
  right: TeamRight
}

/** Spec §5. */
export const memberSentences = { email: emailMistake, username: 'Введите имя пользователя' }
/** Codes of refusals that are about a field. */
export const owner = {
  MEMBER_EMAIL_INVALID: 'email',
  MEMBER_ALREADY_INVITED: 'email',
  MEMBER_EMAIL_READ_ONLY: 'email',
  MEMBER_NAME_REQUIRED: 'username',
  USERNAME_INVALID: 'username',
} as const
export const NAME_LENGTH = MEMBER_NAME_LENGTH

export const filledMember = (card: MembershipCard | null): MemberForm => ({
  email: card?.email ?? '',
  username: card?.username ?? '',
  right: card?.right ?? 'work',
})

export function memberMistakes({ email, username }: MemberForm): Mistakes<MemberForm> {
  return {
    ...(!looksLikeEmail(email) && { email: memberSentences.email }),
    ...(username.trim() === '' && { username: memberSentences.username }),
  }
}

/** What is to be changed of a card; the e-mail only of one that is not answered yet (spec §4 Team member). */
export function memberChanges({ email, username, right }: MemberForm, card: MembershipCard) {
  return {
    id: card.id,
    ...(card.status === 'pending' && email.trim() !== card.email && { email: email.trim() }),
    ...(username.trim() !== card.username && { username: username.trim() }),
    ...(right !== card.right && { right }),
  }
}
