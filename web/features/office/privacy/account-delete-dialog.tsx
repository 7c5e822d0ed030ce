import { Button, Checkbox, Modal, PasswordInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { deletionGraceDays, type User } from '../../../../contract/people/accounts.ts'
import { passwordLength } from '../../../../contract/credentials.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { fieldError } from '../../../kit/calls/field-errors.ts'

const sentences = { password: 'Введите пароль' }
const owner = { PASSWORD_INVALID: 'password' } as const

export interface AccountDeleteDialogProps {
  user: User
  /** What else ends with this account, as items of a list. */
  also?: ReactNode
  /** The account is to be deleted: the person as they are now. */
  onUser: (user: User) => void
  onClose: () => void
}

/** What deletion means, and that it is really wanted: the password of anyone who has one, a word of everybody else. */
export function AccountDeleteDialog({ user, also, onUser, onClose }: AccountDeleteDialogProps) {
  const [password, setPassword] = useState('')
  const [sure, setSure] = useState(false)
  const [missing, setMissing] = useState(false)
  const remove = useAct('privacy', 'deleteAccount', {
    onSuccess: ({ user: leaving }) => {
      onUser(leaving)
      onClose()
      showActionToast(`Аккаунт удалится через ${deletionGraceDays} дней. До тех пор можно передумать`, null)
    },
  })
  const error = fieldError(remove.error, sentences, owner)
  const mistake = missing ? sentences.password : error?.field === 'password' ? error.sentence : null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const lacks = user.hasPassword ? password === '' : !sure
    setMissing(lacks)
    if (!lacks) remove.mutate(user.hasPassword ? { password } : {})
  }
  return (
    <Modal opened onClose={onClose} title="Удалить аккаунт?" size={480}>
      <Stack as="form" noValidate onSubmit={submit}>
        <Stack as="ul" gap={2} className={typography.bullets}>
          <li>
            {deletionGraceDays} дней аккаунт ещё будет работать. Чтобы передумать, войдите и нажмите «Передумать».
          </li>
          <li>На всех других устройствах вход завершится сразу.</li>
          <li>
            Потом исчезнут подписки, фильтры, отметки, заметки, свои лиды и выгрузки. Вернуть их не сможет никто, даже
            мы.
          </li>
          {also}
        </Stack>
        <p className={typography.note}>Данные можно сначала скачать: кнопка «Скачать» рядом, на этой же странице.</p>
        {user.hasPassword ? (
          <PasswordInput
            label="Пароль"
            description="Чтобы мы знали, что это вы"
            name="password"
            autoComplete="current-password"
            size="md"
            maxLength={passwordLength.max}
            data-autofocus
            value={password}
            error={mistake}
            aria-invalid={mistake !== null || undefined}
            visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setMissing(false)
            }}
          />
        ) : (
          <Checkbox
            label="Да, удалить аккаунт и всё, что в нём есть"
            checked={sure}
            error={missing ? 'Поставьте галочку, если уверены' : null}
            data-autofocus
            onChange={(event) => {
              setSure(event.currentTarget.checked)
              setMissing(false)
            }}
          />
        )}
        {error?.field === null && <AlertBox tone="bad">{error.sentence}</AlertBox>}
        <DialogButtons onClose={onClose}>
          <Button type="submit" color="red.9" loading={remove.isPending}>
            Удалить аккаунт
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
