import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useAct } from '../../kit/calls/use-call.ts'
import { AuthDialog } from './auth-dialog.tsx'
import { openRegistration } from './auth-dialog-state.ts'
import { fieldError } from './field-errors.ts'
import { useCameIn } from './use-came-in.ts'

const told = { email: 'Введите email', password: 'Введите пароль' }

export function AccountLoginDialog() {
  const cameIn = useCameIn()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() === '' ? told.email : null),
      password: (password) => (password === '' ? told.password : null),
    },
  })
  const login = useAct('accounts', 'login', {
    onSuccess: ({ user }) => cameIn(user, 'login'),
    onError: (error) => {
      const found = fieldError(error, told)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  const trouble = fieldError(login.error, told)
  return (
    <AuthDialog
      title="Вход"
      submit="Войти"
      loading={login.isPending}
      trouble={trouble && trouble.field === null ? trouble.sentence : null}
      onSubmit={form.onSubmit(({ email, password }) => login.mutate({ email: email.trim(), password }))}
      other={{ question: 'Ещё нет аккаунта?', answer: 'Зарегистрироваться', open: openRegistration }}
    >
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
        label="Email"
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username"
        data-autofocus
        size="md"
      />
      <PasswordInput
        key={form.key('password')}
        {...form.getInputProps('password')}
        // A text input says this by itself; Mantine's password input does not.
        aria-invalid={form.errors.password !== undefined || undefined}
        label="Пароль"
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
        size="md"
      />
    </AuthDialog>
  )
}
