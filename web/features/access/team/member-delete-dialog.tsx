import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { MembershipCard } from '../../../../contract/access/team.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { dropCard } from './use-team.ts'

const words: Record<MembershipCard['status'], { title: string; text: string; act: string; done: string }> = {
  pending: {
    title: 'Отозвать приглашение?',
    text: 'Ссылка из письма перестанет действовать, место освободится. Пригласить можно будет снова.',
    act: 'Отозвать',
    done: 'приглашение отозвано',
  },
  accepted: {
    title: 'Убрать из команды?',
    text: 'Ваша лента, проекты и группы перестанут быть видны сразу. Заметки и комментарии останутся в ленте с именем, лиды в работе снова станут ничьими. Свой аккаунт и свои подписки остаются.',
    act: 'Убрать',
    done: 'больше не в команде',
  },
  rejected: {
    title: 'Убрать из списка?',
    text: 'Приглашение уже отклонено. Пригласить можно будет снова.',
    act: 'Убрать',
    done: 'больше нет в списке',
  },
}

/** What follows when someone is taken out, before they are. */
export function MemberDeleteDialog({ card, onClose }: { card: MembershipCard; onClose: () => void }) {
  const cache = useQueryClient()
  const { title, text, act, done } = words[card.status]
  const gone = (): void => {
    dropCard(cache, card.id)
    onClose()
    showActionToast(`${card.username}: ${done}`, null)
  }
  const remove = useAct('team', 'deleteMembershipCard', {
    onSuccess: gone,
    // Another tab was faster.
    onError: (error) => hasCode(error, 'NOT_FOUND') && gone(),
  })
  return (
    <Modal opened onClose={onClose} title={title} size={460}>
      <Stack>
        <p>
          <b>{card.username}</b>, {card.email}
        </p>
        <p>{text}</p>
        {remove.error && <AlertBox tone="bad">{sentenceOf(remove.error)}</AlertBox>}
        <DialogButtons onClose={onClose}>
          <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate({ id: card.id })}>
            {act}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
