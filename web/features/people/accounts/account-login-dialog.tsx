import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import typography from '../../../kit/ui/typography.module.css'
import { AuthDialog } from './auth-dialog.tsx'
import {
  openCodeLogin,
  openRecovery,
  openRegistration,
  openSecondStep,
  rememberEmail,
  typedEmail,
} from './auth-dialog-state.ts'
import classes from './auth-dialog.module.css'
import { AuthForm } from './auth-form.tsx'
import { fieldError, formError } from '../../../kit/calls/field-errors.ts'
import { useCameIn } from './use-came-in.ts'
import { useCaptcha } from './use-captcha.tsx'
import { useWayIn } from './use-way-in.ts'

const sentences = { email: 'Введите email', password: 'Введите пароль' }

/** @param networks the other ways in, below the form */
export function AccountLoginDialog({ networks }: { networks: ReactNode }) {
  const cameIn = useCameIn()
  const captcha = useCaptcha()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: typedEmail(), password: '' },
    validate: {
      email: (email) => (email.trim() === '' ? sentences.email : null),
      password: (password) => (password === '' ? sentences.password : null),
    },
    onValuesChange: ({ email }) => rememberEmail(email),
  })
  const login = useWayIn('login', {
    onSuccess: (came) => (came.user ? cameIn(came.user, 'login') : openSecondStep(came.secondStep ?? '')),
    onError: (error) => {
      captcha.takeError(error)
      const found = fieldError(error, sentences)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  return (
    <AuthDialog
      title="Вход"
      other={{ question: 'Ещё нет аккаунта?', answer: 'Зарегистрироваться', open: openRegistration }}
    >
      <AuthForm
        submit="Войти"
        loading={login.isPending}
        error={formError(login.error, sentences)}
        onSubmit={form.onSubmit(({ email, password }) => {
          if (captcha.check()) login.mutate({ email: email.trim(), password, captcha: captcha.solution })
        })}
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
        <div>
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
          <div className={classes.ways}>
            <button type="button" className={`${typography.link} ${classes.forgotten}`} onClick={openCodeLogin}>
              Войти по коду из письма
            </button>
            <button type="button" className={`${typography.link} ${classes.forgotten}`} onClick={openRecovery}>
              Забыли пароль?
            </button>
          </div>
        </div>
        {captcha.field}
      </AuthForm>
      {networks}
    </AuthDialog>
  )
}
