import { Button, Modal } from '@mantine/core'
import classes from './order-dialog.module.css'

export interface OrderAuthoriseDialogProps {
  onRegister: () => void
  onLogin: () => void
  onClose: () => void
}

/** Between a guest's cart and his order (spec §4 Cart order flow, step 1). */
export function OrderAuthoriseDialog({ onRegister, onLogin, onClose }: OrderAuthoriseDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Осталось представиться"
      size={420}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <div className={classes.step}>
        <p>
          Подписка открывается на ваш аккаунт. Корзина не пропадёт: всё, что вы выбрали, будет здесь же, когда вы
          войдёте.
        </p>
        <div className={classes.acts}>
          <Button size="md" fullWidth data-autofocus onClick={onRegister}>
            Зарегистрироваться
          </Button>
          <Button size="md" fullWidth variant="default" onClick={onLogin}>
            У меня есть аккаунт
          </Button>
        </div>
      </div>
    </Modal>
  )
}
