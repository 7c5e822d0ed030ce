import { Button } from '@mantine/core'
import { useState } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { entryPinLength, resendSeconds } from '../../../../contract/people/verification.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { PinEntry } from '../../../kit/ui/components/pin-entry.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './auth-dialog.module.css'
import type { BegunRegistration } from './begun-registration.ts'
import { pinMistakes } from './pin-mistakes.ts'
import { useCameIn } from './use-came-in.ts'
import { useCaptcha } from './use-captcha.tsx'

export interface RegistrationCodeProps {
  begun: BegunRegistration
  onSent: (sent: Result<'accounts', 'resendRegistration'>) => void
  onRight: () => void
  onAnotherEmail: () => void
  onExpired: (why: string) => void
}

/** The second step: the code that was sent to the e-mail. */
export function RegistrationCode({ begun, onSent, onRight, onAnotherEmail, onExpired }: RegistrationCodeProps) {
  const cameIn = useCameIn()
  const captcha = useCaptcha()
  const [flag, setFlag] = useState<2 | 3 | null>(null)
  const expired = (error: unknown): void => {
    if (hasCode(error, 'REGISTRATION_EXPIRED')) onExpired(errors.REGISTRATION_EXPIRED.message)
  }
  const confirm = useAct('accounts', 'confirmRegistration', {
    onMutate: () => setFlag(null),
    onSuccess: ({ flag: outcome, user }) => {
      if (outcome !== 1) return setFlag(outcome)
      onRight()
      if (user) cameIn(user, 'registration', begun.wish)
    },
    onError: expired,
  })
  const resend = useAct('accounts', 'resendRegistration', {
    onSuccess: (sent) => {
      captcha.forget()
      setFlag(null)
      confirm.reset()
      onSent(sent)
    },
    onError: (error) => {
      captcha.takeError(error)
      expired(error)
    },
  })
  const { registration, target, resendAt } = begun
  // The captcha speaks for itself.
  const trouble = confirm.error ?? (hasCode(resend.error, 'CAPTCHA_REQUIRED') ? null : resend.error)
  return (
    <Stack>
      <p className={classes.words}>
        Мы отправили письмо на <b>{target}</b>. Введите код из него.
      </p>
      {trouble && <AlertBox tone="bad">{sentenceOf(trouble)}</AlertBox>}
      <PinEntry
        label="Код из письма"
        length={entryPinLength}
        onComplete={(pin) => {
          resend.reset()
          return confirm.mutateAsync({ registration, pin })
        }}
        disabled={flag === 3}
        error={flag === null ? null : pinMistakes[flag]}
        resendAt={resendAt}
        resendSeconds={resendSeconds.email}
        onResend={() => {
          if (captcha.check()) resend.mutate({ registration, captcha: captcha.solution })
        }}
        resending={resend.isPending}
      />
      {captcha.field}
      <p className={classes.note}>
        Письма нет? Загляните в «Спам». Если с этим адресом уже есть аккаунт, вместо кода придёт письмо о том, как в
        него войти.
      </p>
      <Row gap={0} justify="center" nowrap>
        <Button variant="subtle" onClick={onAnotherEmail}>
          Изменить email
        </Button>
      </Row>
    </Stack>
  )
}
