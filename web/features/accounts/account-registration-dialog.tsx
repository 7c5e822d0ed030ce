import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { passwordLength } from '../../../contract/accounts.ts'
import { useAct } from '../../kit/calls/use-call.ts'
import { AuthDialog } from './auth-dialog.tsx'
import { openLogin } from './auth-dialog-state.ts'
import { fieldError } from './field-errors.ts'
import { useCameIn } from './use-came-in.ts'

const told = {
  email: 'Некорректно введен email',
  password: `Не короче ${passwordLength.min} символов`,
  username: 'Слишком длинное имя',
}
const owner = { EMAIL_TAKEN: 'email' } as const

/** Enough to catch a slip of the finger; the server has the last word. */
const looksLikeEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())

export function AccountRegistrationDialog() {
  const cameIn = useCameIn()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', email: '', password: '' },
    validate: {
      email: (email) => (looksLikeEmail(email) ? null : told.email),
      password: (password) => (password.length < passwordLength.min ? told.password : null),
    },
  })
  const register = useAct('accounts', 'register', {
    onSuccess: ({ user }) => cameIn(user, 'registration'),
    onError: (error) => {
      const found = fieldError(error, told, owner)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  const trouble = fieldError(register.error, told, owner)
  return (
    <AuthDialog
      title="Регистрация"
      submit="Создать аккаунт"
      loading={register.isPending}
      trouble={trouble && trouble.field === null ? trouble.sentence : null}
      onSubmit={form.onSubmit(({ username, email, password }) =>
        register.mutate({
          email: email.trim(),
          password,
          username: username.trim() || undefined,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        }),
      )}
      other={{ question: 'Уже есть аккаунт?', answer: 'Войти', open: openLogin }}
    >
      <TextInput
        key={form.key('username')}
        {...form.getInputProps('username')}
        label="Как к вам обращаться"
        placeholder="Необязательно"
        name="name"
        autoComplete="name"
        maxLength={80}
        data-autofocus
        size="md"
      />
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
        label="Email"
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        size="md"
      />
      <PasswordInput
        key={form.key('password')}
        {...form.getInputProps('password')}
        // A text input says this by itself; Mantine's password input does not.
        aria-invalid={form.errors.password !== undefined || undefined}
        label="Пароль"
        description={`Не короче ${passwordLength.min} символов`}
        name="new-password"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
        size="md"
      />
    </AuthDialog>
  )
}
