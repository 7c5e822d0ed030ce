import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { MembershipCard } from '../../../../contract/access/team.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast, showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { readTeamAgain, takeCard, showMemberGone } from './use-team.ts'

/** Someone took the invitation with another e-mail than the invited one: is it who was meant? */
export function TeamClaim({ card }: { card: MembershipCard }) {
  const cache = useQueryClient()
  const { id, username, email, claimedBy } = card
  const confirm = useAct('team', 'confirmClaim', {
    onSuccess: ({ card: changed }, { value }) => {
      takeCard(cache, changed)
      showActionToast(value ? `${changed.username}: теперь в команде` : 'Отказано, приглашение осталось в силе', null)
    },
    onError: (error) => {
      if (hasCode(error, 'NOT_FOUND')) return showMemberGone(cache, card)
      readTeamAgain(cache)
      showErrorToast(`Не получилось. ${sentenceOf(error)}`)
    },
  })
  return (
    <AlertBox
      tone="warn"
      action={
        <Row as="span">
          <Button size="sm" loading={confirm.isPending} onClick={() => confirm.mutate({ id, value: true })}>
            Принять
          </Button>
          <Button
            size="sm"
            variant="default"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate({ id, value: false })}
          >
            Отказать
          </Button>
        </Row>
      }
    >
      <b>{username}:</b> приглашение для {email} хотят принять под другим адресом, <b>{claimedBy}</b>. Примите, если
      знаете, кто это.
    </AlertBox>
  )
}
