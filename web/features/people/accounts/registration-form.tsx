import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { advertisingConsent } from '../../../../contract/people/accounts.ts'
import { entryPinLength } from '../../../../contract/people/verification.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { emailMistake, looksLikeEmail } from '../../../kit/ui/text/looks-like-email.ts'
import typography from '../../../kit/ui/typography.module.css'
import { rememberEmail, typedEmail } from './auth-dialog-state.ts'
import classes from './auth-dialog.module.css'
import { AuthForm } from './auth-form.tsx'
import { fieldError, formError } from '../../../kit/calls/field-errors.ts'
import { NewPasswordInput, newPasswordMistake, newPasswordRule } from './new-password-input.tsx'
import { useCaptcha } from './use-captcha.tsx'

const sentences = { email: emailMistake, password: newPasswordRule }
const owner = { EMAIL_ALREADY_REGISTERED: 'email', PASSWORD_TOO_COMMON: 'password', USERNAME_INVALID: 'email' } as const

/** What was just asked for has the focus. */
const focusOnce = (input: HTMLInputElement | null): void => input?.focus()

export interface RegistrationFormProps {
  /** Why an earlier attempt came to nothing. */
  failure: string | null
  onSent: (sent: Result<'accounts', 'register'>) => void
}

/** An e-mail is all that is wanted; the name is the profile's matter, and so is the password, unless someone wants one now. */
export function RegistrationForm({ failure, onSent }: RegistrationFormProps) {
  const captcha = useCaptcha()
  const [withPassword, setWithPassword] = useState(false)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: typedEmail(), password: '', advertising: false },
    validate: {
      email: (email) => (looksLikeEmail(email) ? null : sentences.email),
      password: (password) => (withPassword ? newPasswordMistake(password) : null),
    },
    onValuesChange: ({ email }) => rememberEmail(email),
  })
  const register = useAct('accounts', 'register', {
    onSuccess: onSent,
    onError: (error) => {
      captcha.takeError(error)
      const found = fieldError(error, sentences, owner)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  return (
    <AuthForm
      submit="Продолжить"
      loading={register.isPending}
      error={register.isIdle ? failure : formError(register.error, sentences, owner)}
      onSubmit={form.onSubmit(({ email, password, advertising }) => {
        if (!captcha.check()) return
        register.mutate({
          email: email.trim(),
          ...(withPassword ? { password } : {}),
          ...(advertising ? { advertising } : {}),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          captcha: captcha.solution,
        })
      })}
    >
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
        label="Email"
        description={`Пришлём на него код из ${entryPinLength} цифр. Пароль придумывать не нужно`}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        data-autofocus
        size="md"
      />
      {withPassword ? (
        <NewPasswordInput key={form.key('password')} {...form.getInputProps('password')} ref={focusOnce} />
      ) : (
        <button
          type="button"
          className={`${typography.link} ${classes.fold}`}
          aria-expanded={false}
          onClick={() => setWithPassword(true)}
        >
          Задать пароль сейчас
        </button>
      )}
      <Checkbox
        key={form.key('advertising')}
        {...form.getInputProps('advertising', { type: 'checkbox' })}
        label={advertisingConsent.text}
        name="advertising"
        size="sm"
      />
      {captcha.field}
      <Terms />
    </AuthForm>
  )
}

/** What is agreed to by registering. In a tab of its own: what was typed stays. */
function Terms() {
  return (
    <p className={classes.note}>
      Регистрируясь, вы принимаете{' '}
      <a href="/offer" target="_blank">
        оферту
      </a>{' '}
      и даёте{' '}
      <a href="/consent" target="_blank">
        согласие на обработку персональных данных
      </a>
      .{' '}
      <a href="/privacy" target="_blank">
        Что мы храним о вас
      </a>
    </p>
  )
}
