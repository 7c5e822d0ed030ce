import { useState } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { hasCode } from '../../../kit/calls/call-error.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import type { BegunRegistration } from './begun-codes.ts'
import { LetterCode } from './letter-code.tsx'
import { useCameIn } from './use-came-in.ts'
import { useCaptcha } from './use-captcha.tsx'
import { useWayIn } from './use-way-in.ts'

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
  const confirm = useWayIn('confirmRegistration', {
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
  const error = confirm.error ?? (hasCode(resend.error, 'CAPTCHA_REQUIRED') ? null : resend.error)
  return (
    <LetterCode
      target={target}
      flag={flag}
      error={error}
      captcha={captcha.field}
      onComplete={(pin) => {
        resend.reset()
        return confirm.mutateAsync({ registration, pin })
      }}
      resendAt={resendAt}
      onResend={() => {
        if (captcha.check()) resend.mutate({ registration, captcha: captcha.solution })
      }}
      resending={resend.isPending}
      onAnotherEmail={onAnotherEmail}
    >
      Письма нет? Загляните в «Спам». Если с этим адресом уже есть аккаунт, вместо кода придёт письмо о том, как в него
      войти.
    </LetterCode>
  )
}
