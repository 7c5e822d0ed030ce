import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { usernameLength } from '../../../../contract/people/accounts.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { emailMistake, looksLikeEmail } from '../../../kit/ui/text/looks-like-email.ts'
import { rememberEmail, typedEmail } from './auth-dialog-state.ts'
import classes from './auth-dialog.module.css'
import { AuthForm } from './auth-form.tsx'
import { fieldError, formTrouble } from '../../../kit/calls/field-errors.ts'
import { NewPasswordInput, newPasswordMistake, newPasswordRule } from './new-password-input.tsx'
import { useCaptcha } from './use-captcha.tsx'

const told = { email: emailMistake, password: newPasswordRule, username: 'Слишком длинное имя' }
const owner = {
  EMAIL_ALREADY_REGISTERED: 'email',
  PASSWORD_TOO_COMMON: 'password',
  USERNAME_INVALID: 'username',
} as const

export interface RegistrationFormProps {
  /** Why an earlier attempt came to nothing. */
  failure: string | null
  onSent: (sent: Result<'accounts', 'register'>) => void
}

export function RegistrationForm({ failure, onSent }: RegistrationFormProps) {
  const captcha = useCaptcha()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', email: typedEmail(), password: '' },
    validate: {
      email: (email) => (looksLikeEmail(email) ? null : told.email),
      password: newPasswordMistake,
    },
    onValuesChange: ({ email }) => rememberEmail(email),
  })
  const register = useAct('accounts', 'register', {
    onSuccess: onSent,
    onError: (error) => {
      captcha.takeError(error)
      const found = fieldError(error, told, owner)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  return (
    <AuthForm
      submit="Создать аккаунт"
      loading={register.isPending}
      trouble={register.isIdle ? failure : formTrouble(register.error, told, owner)}
      onSubmit={form.onSubmit(({ username, email, password }) => {
        if (!captcha.check()) return
        register.mutate({
          email: email.trim(),
          password,
          username: username.trim() || undefined,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          captcha: captcha.solution,
        })
      })}
    >
      <TextInput
        key={form.key('username')}
        {...form.getInputProps('username')}
        label="Как к вам обращаться"
        placeholder="Необязательно"
        name="name"
        autoComplete="name"
        maxLength={usernameLength}
        data-autofocus
        size="md"
      />
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
        label="Email"
        description="Пришлём на него код из 4 цифр"
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        size="md"
      />
      <NewPasswordInput key={form.key('password')} {...form.getInputProps('password')} />
      {captcha.field}
      <p className={classes.note}>
        <a href="/privacy" target="_blank">
          Что мы храним о вас
        </a>
      </p>
    </AuthForm>
  )
}
