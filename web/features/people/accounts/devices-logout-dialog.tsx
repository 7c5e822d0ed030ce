import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAct } from '../../../kit/calls/use-call.ts'
import { leaveHere } from '../../../kit/device/push-subscription.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import classes from './devices-logout-dialog.module.css'
import { becomePerson } from './use-me.ts'

export function DevicesLogoutDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const left = (): void => {
    onClose()
    void navigate('/')
    void becomePerson(cache, null)
  }
  const leave = useAct('accounts', 'logoutAllDevices', { onMutate: leaveHere, onSuccess: left })
  return (
    <Modal opened onClose={onClose} title="Выйти на всех устройствах?">
      <p className={classes.text}>
        Вход завершится везде, где вы вошли, в том числе здесь. Чтобы вернуться, понадобится пароль.
      </p>
      {leave.isError && <AlertBox tone="bad">Ошибка при выходе с устройств, обратитесь в службу поддержки</AlertBox>}
      <DialogButtons onClose={onClose} className={classes.buttons}>
        <Button color="red.9" loading={leave.isPending} onClick={() => leave.mutate({})} data-autofocus>
          Выйти везде
        </Button>
      </DialogButtons>
    </Modal>
  )
}
