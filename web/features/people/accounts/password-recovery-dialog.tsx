import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { resendSeconds } from '../../../../contract/people/verification.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { emailMistake, looksLikeEmail } from '../../../kit/ui/text/looks-like-email.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { clockOf, useCountdown } from '../../../kit/ui/hooks/use-countdown.ts'
import { AuthDialog } from './auth-dialog.tsx'
import { openLogin, rememberEmail, typedEmail } from './auth-dialog-state.ts'
import classes from './auth-dialog.module.css'
import { AuthForm } from './auth-form.tsx'
import { fieldError, formError } from '../../../kit/calls/field-errors.ts'
import { useCaptcha } from './use-captcha.tsx'

const sentences = { email: emailMistake }

/** Asks for a letter with a link to a new password. The answer is the same anyone who asks. */
export function PasswordRecoveryDialog() {
  const [sent, setSent] = useState<{ email: string; resendAt: string } | null>(null)
  const left = useCountdown(sent?.resendAt ?? null, resendSeconds.email)
  const captcha = useCaptcha()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: typedEmail() },
    validate: { email: (email) => (looksLikeEmail(email) ? null : sentences.email) },
    onValuesChange: ({ email }) => rememberEmail(email),
  })
  const start = useAct('accounts', 'startRecovery', {
    onSuccess: ({ resendAt }, { email }) => {
      captcha.renew()
      setSent({ email, resendAt })
    },
    onError: (error) => {
      captcha.takeError(error)
      const found = fieldError(error, sentences)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  const send = (email: string): void => {
    if (captcha.check()) start.mutate({ email: email.trim(), captcha: captcha.solution })
  }
  const error = formError(start.error, sentences)
  return (
    <AuthDialog
      title="Восстановление пароля"
      other={{ question: 'Вспомнили пароль?', answer: 'Войти', open: openLogin }}
    >
      {sent ? (
        <Stack role="status">
          <p className={classes.words}>
            Если с адресом <b>{sent.email}</b> есть аккаунт, на него уже идёт письмо со ссылкой. По ней вы придумаете
            новый пароль.
          </p>
          <p className={classes.note}>Ссылка действует час и только один раз. Письма нет? Загляните в «Спам».</p>
          {error !== null && <AlertBox tone="bad">{error}</AlertBox>}
          {captcha.field}
          <Row gap={0} justify="center" nowrap>
            {left > 0 ? (
              <span className={classes.note} role="timer" aria-live="off">
                Ещё раз можно через {clockOf(left)}
              </span>
            ) : (
              <Button variant="subtle" loading={start.isPending} onClick={() => send(sent.email)}>
                Отправить ещё раз
              </Button>
            )}
          </Row>
        </Stack>
      ) : (
        <AuthForm
          submit="Прислать ссылку"
          loading={start.isPending}
          error={error}
          onSubmit={form.onSubmit(({ email }) => send(email))}
        >
          <p className={classes.words}>Пришлём ссылку, по которой вы придумаете новый пароль.</p>
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
          {captcha.field}
        </AuthForm>
      )}
    </AuthDialog>
  )
}
