import { Button, Modal } from '@mantine/core'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'

export interface OrderAuthoriseDialogProps {
  onRegister: () => void
  onLogin: () => void
  onClose: () => void
}

/** Between a guest's cart and their order (spec §4 Cart order flow, step 1). */
export function OrderAuthoriseDialog({ onRegister, onLogin, onClose }: OrderAuthoriseDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Осталось представиться" size={420}>
      <Stack className={typography.soft}>
        <p>
          Подписка открывается на ваш аккаунт. Корзина не пропадёт: всё, что вы выбрали, будет здесь же, когда вы
          войдёте.
        </p>
        <Stack gap={2}>
          <Button size="md" fullWidth data-autofocus onClick={onRegister}>
            Зарегистрироваться
          </Button>
          <Button size="md" fullWidth variant="default" onClick={onLogin}>
            У меня есть аккаунт
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
