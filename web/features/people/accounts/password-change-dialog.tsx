import { Button, Modal, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../../../contract/people/accounts.ts'
import { passwordLength } from '../../../../contract/credentials.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { fieldError } from '../../../kit/calls/field-errors.ts'
import { NewPasswordInput, newPasswordMistake, newPasswordRule } from './new-password-input.tsx'
import { NEW_SESSION } from './session-ended.ts'
import { changeMe } from './use-me.ts'

export interface PasswordChangeDialogProps {
  user: User
  onClose: () => void
}

/** A first password for anyone who registered without one or came through a network, another one for everybody else. */
export function PasswordChangeDialog({ user, onClose }: PasswordChangeDialogProps) {
  // What it was when the dialog opened: a dialog that is done must not turn into another while it closes.
  return user.hasPassword ? (
    <ChangePassword user={user} onClose={onClose} />
  ) : (
    <CreatePassword user={user} onClose={onClose} />
  )
}

function ChangePassword({ user, onClose }: PasswordChangeDialogProps) {
  const sentences = { password: 'Введите текущий пароль', newPassword: newPasswordRule }
  const owner = { PASSWORD_INVALID: 'password', PASSWORD_TOO_COMMON: 'newPassword' } as const
  const cache = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', newPassword: '' },
    validate: {
      password: (password) => (password === '' ? sentences.password : null),
      newPassword: newPasswordMistake,
    },
  })
  const update = useAct('accounts', 'updatePassword', {
    mutationKey: [NEW_SESSION],
    onSuccess: ({ user: saved }) => {
      changeMe(cache, saved)
      onClose()
      showActionToast('Пароль изменён. На других устройствах нужно войти заново', null)
    },
    onError: (error) => {
      const found = fieldError(error, sentences, owner)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  const error = fieldError(update.error, sentences, owner)
  return (
    <Modal opened onClose={onClose} title="Изменить пароль" size={440}>
      <Stack as="form" noValidate onSubmit={form.onSubmit((passwords) => update.mutate(passwords))}>
        <UserName user={user} />
        <PasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          aria-invalid={form.errors.password !== undefined || undefined}
          label="Текущий пароль"
          name="password"
          autoComplete="current-password"
          maxLength={passwordLength.max}
          visibilityToggleButtonProps={{ 'aria-label': 'Показать текущий пароль' }}
          data-autofocus
          size="md"
        />
        <NewPasswordInput key={form.key('newPassword')} {...form.getInputProps('newPassword')} label="Новый пароль" />
        <p className={typography.note}>На всех других устройствах вход завершится сразу.</p>
        {error?.field === null && <AlertBox tone="bad">{error.sentence}</AlertBox>}
        <Buttons submit="Изменить пароль" loading={update.isPending} onClose={onClose} />
      </Stack>
    </Modal>
  )
}

function CreatePassword({ user, onClose }: PasswordChangeDialogProps) {
  const sentences = { password: newPasswordRule }
  const owner = { PASSWORD_TOO_COMMON: 'password' } as const
  const cache = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: newPasswordMistake },
  })
  const create = useAct('accounts', 'createPassword', {
    mutationKey: [NEW_SESSION],
    onSuccess: ({ user: saved }) => {
      changeMe(cache, saved)
      onClose()
      showActionToast('Пароль задан', null)
    },
    onError: (error) => {
      const found = fieldError(error, sentences, owner)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  const error = fieldError(create.error, sentences, owner)
  return (
    <Modal opened onClose={onClose} title="Задать пароль" size={440}>
      <Stack as="form" noValidate onSubmit={form.onSubmit((password) => create.mutate(password))}>
        <UserName user={user} />
        <NewPasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          label="Новый пароль"
          data-autofocus
        />
        <p className={typography.note}>На всех других устройствах вход завершится сразу.</p>
        {error?.field === null && <AlertBox tone="bad">{error.sentence}</AlertBox>}
        <Buttons submit="Задать пароль" loading={create.isPending} onClose={onClose} />
      </Stack>
    </Modal>
  )
}

/** Browsers that keep passwords must know whose it is. */
function UserName({ user }: { user: User }) {
  return (
    <input type="text" name="username" autoComplete="username" value={user.email ?? user.username} readOnly hidden />
  )
}

function Buttons({ submit, loading, onClose }: { submit: string; loading: boolean; onClose: () => void }) {
  return (
    <DialogButtons onClose={onClose}>
      <Button type="submit" loading={loading}>
        {submit}
      </Button>
    </DialogButtons>
  )
}
