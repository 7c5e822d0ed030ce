import { Button, Modal } from '@mantine/core'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'

/** What leaving means, before it is done. @param owner the name of whose team it is */
export function TeamLeaveDialog({
  owner,
  onLeft,
  onClose,
}: {
  owner: string
  onLeft: () => void
  onClose: () => void
}) {
  const leave = useAct('team', 'leaveTeam', { onSuccess: onLeft })
  return (
    <Modal opened onClose={onClose} title="Выйти из команды?" size={460}>
      <Stack>
        <p>
          Лента, проекты и группы команды «{owner}» перестанут быть видны сразу. Ваши заметки и комментарии останутся в
          ней с вашим именем, лиды в работе снова станут ничьими.
        </p>
        <p>
          Ваш аккаунт и ваши подписки остаются, лиды, начатые без команды, снова станут видны. Вернуться можно по новому
          приглашению.
        </p>
        {leave.error && <AlertBox tone="bad">{sentenceOf(leave.error)}</AlertBox>}
        <DialogButtons onClose={onClose}>
          <Button color="red.9" loading={leave.isPending} onClick={() => leave.mutate({})}>
            Выйти
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
