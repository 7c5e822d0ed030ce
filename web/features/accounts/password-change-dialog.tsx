import { Button, Modal, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../../contract/accounts.ts'
import { passwordLength } from '../../../contract/proofs.ts'
import { useAct } from '../../kit/calls/use-call.ts'
import { showDeed } from '../../kit/ui/deed-notice.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import { fieldError } from './field-errors.ts'
import { NewPasswordInput, newPasswordMistake, newPasswordRule } from './new-password-input.tsx'
import classes from './profile-dialog.module.css'
import { NEW_SESSION } from './session-ended.ts'
import { changeMe } from './use-me.ts'

export interface PasswordChangeDialogProps {
  user: User
  onClose: () => void
}

/** A first password for whoever came through a network, another one for everybody else. */
export function PasswordChangeDialog({ user, onClose }: PasswordChangeDialogProps) {
  // What it was when the dialog opened: a dialog that is done must not turn into another while it closes.
  return user.hasPassword ? (
    <ChangePassword user={user} onClose={onClose} />
  ) : (
    <CreatePassword user={user} onClose={onClose} />
  )
}

function ChangePassword({ user, onClose }: PasswordChangeDialogProps) {
  const told = { password: 'Введите текущий пароль', newPassword: newPasswordRule }
  const owner = { WRONG_PASSWORD: 'password', PASSWORD_TOO_COMMON: 'newPassword' } as const
  const cache = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', newPassword: '' },
    validate: { password: (password) => (password === '' ? told.password : null), newPassword: newPasswordMistake },
  })
  const update = useAct('accounts', 'updatePassword', {
    mutationKey: [NEW_SESSION],
    onSuccess: ({ user: saved }) => {
      changeMe(cache, saved)
      onClose()
      showDeed('Пароль изменён. На других устройствах нужно войти заново', null)
    },
    onError: (error) => {
      const found = fieldError(error, told, owner)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  const trouble = fieldError(update.error, told, owner)
  return (
    <Modal
      opened
      onClose={onClose}
      title="Изменить пароль"
      size={440}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <form className={classes.form} noValidate onSubmit={form.onSubmit((passwords) => update.mutate(passwords))}>
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
        <p className={classes.note}>На всех других устройствах вход завершится сразу.</p>
        {trouble?.field === null && <Notice tone="bad">{trouble.sentence}</Notice>}
        <Buttons submit="Изменить пароль" loading={update.isPending} onClose={onClose} />
      </form>
    </Modal>
  )
}

function CreatePassword({ user, onClose }: PasswordChangeDialogProps) {
  const told = { password: newPasswordRule }
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
      showDeed('Пароль создан', null)
    },
    onError: (error) => {
      const found = fieldError(error, told, owner)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  const trouble = fieldError(create.error, told, owner)
  return (
    <Modal
      opened
      onClose={onClose}
      title="Создать пароль"
      size={440}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <form className={classes.form} noValidate onSubmit={form.onSubmit((password) => create.mutate(password))}>
        <UserName user={user} />
        <NewPasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          label="Новый пароль"
          data-autofocus
        />
        <p className={classes.note}>На всех других устройствах вход завершится сразу.</p>
        {trouble?.field === null && <Notice tone="bad">{trouble.sentence}</Notice>}
        <Buttons submit="Создать пароль" loading={create.isPending} onClose={onClose} />
      </form>
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
    <div className={classes.buttons}>
      <Button variant="default" onClick={onClose}>
        Отмена
      </Button>
      <Button type="submit" loading={loading}>
        {submit}
      </Button>
    </div>
  )
}
