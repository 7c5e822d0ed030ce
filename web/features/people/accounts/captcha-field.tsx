import { Skeleton } from '@mantine/core'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'

const AltchaCaptcha = lazyNamed(() => import('./altcha-captcha.tsx'), 'AltchaCaptcha')
const YandexCaptcha = lazyNamed(() => import('./yandex-captcha.tsx'), 'YandexCaptcha')

export interface CaptchaFieldProps {
  /** What the solved captcha gave; null when it is not solved any more. */
  onSolved: (solution: string | null) => void
  /** Shown when someone goes on without it. */
  mistake: string | null
}

/** Whichever captcha this service asks. */
export function CaptchaField({ onSolved, mistake }: CaptchaFieldProps) {
  const { data, error } = useCall('accounts', 'getSignInOptions', {}, { staleTime: Infinity })
  const waiting = <Skeleton height={52} radius="md" />
  if (error) return <AlertBox tone="bad">{sentenceOf(error)}</AlertBox>
  return (
    <Stack gap={1}>
      {data ? (
        <LazyBoundary waiting={waiting}>
          {data.captcha.provider === 'altcha' ? (
            <AltchaCaptcha onSolved={onSolved} />
          ) : (
            <YandexCaptcha sitekey={data.captcha.sitekey} onSolved={onSolved} />
          )}
        </LazyBoundary>
      ) : (
        waiting
      )}
      {mistake !== null && (
        <p className={typography.mistake} role="alert">
          {mistake}
        </p>
      )}
    </Stack>
  )
}
