import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAct } from '../../kit/calls/use-call.ts'
import { Notice } from '../../kit/ui/notice.tsx'
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
  const leave = useAct('accounts', 'logoutAllDevices', { onSuccess: left })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Выйти на всех устройствах?"
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <p className={classes.text}>
        Вход завершится везде, где вы вошли, в том числе здесь. Чтобы вернуться, понадобится пароль.
      </p>
      {leave.isError && <Notice tone="bad">Ошибка при выходе с устройств, обратитесь в службу поддержки</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Отмена
        </Button>
        <Button color="red.9" loading={leave.isPending} onClick={() => leave.mutate({})} data-autofocus>
          Выйти везде
        </Button>
      </div>
    </Modal>
  )
}
