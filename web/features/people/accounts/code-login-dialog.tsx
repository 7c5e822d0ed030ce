import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { entryPinLength } from '../../../../contract/people/verification.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { hasCode } from '../../../kit/calls/call-error.ts'
import { fieldError, formError } from '../../../kit/calls/field-errors.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { emailMistake, looksLikeEmail } from '../../../kit/ui/text/looks-like-email.ts'
import { AuthDialog } from './auth-dialog.tsx'
import { closeAuthDialog, openLogin, openSecondStep, rememberEmail, typedEmail } from './auth-dialog-state.ts'
import { AuthForm } from './auth-form.tsx'
import { begunCodeLogin, type BegunCodeLogin } from './begun-codes.ts'
import { LetterCode } from './letter-code.tsx'
import { useCameIn } from './use-came-in.ts'
import { useCaptcha, type FormCaptcha } from './use-captcha.tsx'
import { useWayIn } from './use-way-in.ts'

const sentences = { email: emailMistake }

type Started = Result<'accounts', 'startCodeLogin'>

/**
 * Coming in without a password: a code goes to the e-mail. The answer does not reveal whether there is an account. A reload comes back to
 * where the code is asked for.
 */
export function CodeLoginDialog() {
  const [begun, setBegun] = useState(() => begunCodeLogin.find())
  const captcha = useCaptcha()
  const take = (next: BegunCodeLogin | null): void => {
    begunCodeLogin.keep(next)
    setBegun(next)
  }
  // It waits for anyone who opens the dialog again, but does not open by itself.
  const leaveFor = (next: () => void) => (): void => {
    if (begun) begunCodeLogin.keep({ ...begun, open: false })
    next()
  }
  const onStarted = (started: Started): void => take({ ...started, open: true })
  const askAgain = (): void => {
    if (begun) rememberEmail(begun.target)
    take(null)
  }
  return (
    <AuthDialog
      title={begun ? 'Код из письма' : 'Вход по коду'}
      other={{ question: 'Помните пароль?', answer: 'Войти с паролем', open: leaveFor(openLogin) }}
      onClose={leaveFor(closeAuthDialog)}
    >
      {begun ? (
        <CodeEntry
          started={begun}
          onStarted={onStarted}
          onRight={() => begunCodeLogin.keep(null)}
          onAnotherEmail={askAgain}
          captcha={captcha}
        />
      ) : (
        <EmailForm onStarted={onStarted} captcha={captcha} />
      )}
    </AuthDialog>
  )
}

interface PartProps {
  captcha: FormCaptcha
  onStarted: (started: Started) => void
}

function useStart({ captcha, onStarted }: PartProps) {
  return useAct('accounts', 'startCodeLogin', {
    onSuccess: (sent) => {
      captcha.forget()
      onStarted(sent)
    },
    onError: captcha.takeError,
  })
}

function EmailForm({ captcha, onStarted }: PartProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: typedEmail() },
    validate: { email: (email) => (looksLikeEmail(email) ? null : sentences.email) },
    onValuesChange: ({ email }) => rememberEmail(email),
  })
  const start = useStart({ captcha, onStarted })
  const found = fieldError(start.error, sentences)
  return (
    <AuthForm
      submit="Прислать код"
      loading={start.isPending}
      error={formError(start.error, sentences)}
      onSubmit={form.onSubmit(({ email }) => {
        if (captcha.check()) start.mutate({ email: email.trim(), captcha: captcha.solution })
      })}
    >
      <TextInput
        key={form.key('email')}
        {...form.getInputProps('email')}
        error={form.errors.email ?? (found?.field ? found.sentence : null)}
        label="Email"
        description={`Пришлём на него код из ${entryPinLength} цифр`}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username"
        data-autofocus
        size="md"
      />
      {captcha.field}
    </AuthForm>
  )
}

interface CodeEntryProps extends PartProps {
  started: Started
  onRight: () => void
  onAnotherEmail: () => void
}

function CodeEntry({ started: { login, target, resendAt }, onRight, onAnotherEmail, ...part }: CodeEntryProps) {
  const { captcha } = part
  const cameIn = useCameIn()
  const [flag, setFlag] = useState<2 | 3 | null>(null)
  const confirm = useWayIn('confirmCodeLogin', {
    onMutate: () => setFlag(null),
    onSuccess: ({ flag: outcome, user, secondStep }) => {
      if (outcome !== 1) return setFlag(outcome)
      onRight()
      if (user) cameIn(user, 'login')
      else openSecondStep(secondStep ?? '')
    },
    onError: captcha.takeError,
  })
  const resend = useStart({
    ...part,
    onStarted: (sent) => {
      setFlag(null)
      confirm.reset()
      part.onStarted(sent)
    },
  })
  // The captcha speaks for itself.
  const error = [confirm.error, resend.error].find((error) => error && !hasCode(error, 'CAPTCHA_REQUIRED'))
  return (
    <LetterCode
      target={target}
      flag={flag}
      error={error}
      captcha={captcha.field}
      onComplete={(pin) => {
        resend.reset()
        // Without what it asks for the captcha would refuse the code unread.
        if (!captcha.check()) return Promise.resolve()
        return confirm.mutateAsync({ login, pin, captcha: captcha.solution }).finally(captcha.renew)
      }}
      resendAt={resendAt}
      onResend={() => {
        if (captcha.check()) resend.mutate({ email: target, captcha: captcha.solution })
      }}
      resending={resend.isPending}
      onAnotherEmail={onAnotherEmail}
    >
      Письма нет? Загляните в «Спам». Если аккаунта с этим адресом нет, вместо кода придёт письмо об этом.
    </LetterCode>
  )
}
