import { lazy } from 'react'
import { Skeleton } from '@mantine/core'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useCall } from '../../kit/calls/use-call.ts'
import { Later } from '../../kit/ui/later.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import classes from './captcha-field.module.css'

const AltchaCaptcha = lazy(() => import('./altcha-captcha.tsx').then((file) => ({ default: file.AltchaCaptcha })))
const YandexCaptcha = lazy(() => import('./yandex-captcha.tsx').then((file) => ({ default: file.YandexCaptcha })))

export interface CaptchaFieldProps {
  /** What the solved captcha gave; null when it is not solved any more. */
  onSolved: (solution: string | null) => void
  /** Said when somebody goes on without it. */
  mistake: string | null
}

/** Whichever captcha this service asks. */
export function CaptchaField({ onSolved, mistake }: CaptchaFieldProps) {
  const { data, error } = useCall('accounts', 'getSignInOptions', {}, { staleTime: Infinity })
  const waiting = <Skeleton height={52} radius="md" />
  if (error) return <Notice tone="bad">{sentenceOf(error)}</Notice>
  return (
    <div className={classes.field}>
      {data ? (
        <Later waiting={waiting}>
          {data.captcha.provider === 'altcha' ? (
            <AltchaCaptcha onSolved={onSolved} />
          ) : (
            <YandexCaptcha sitekey={data.captcha.sitekey} onSolved={onSolved} />
          )}
        </Later>
      ) : (
        waiting
      )}
      {mistake !== null && (
        <p className={classes.mistake} role="alert">
          {mistake}
        </p>
      )}
    </div>
  )
}
