import { useState, type ReactNode } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { CallError, hasCode } from '../../../kit/calls/call-error.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'

const CaptchaField = lazyNamed(() => import('./captcha-field.tsx'), 'CaptchaField')

export interface FormCaptcha {
  /** Nothing until the server asks for it. */
  field: ReactNode
  /** Goes with the call. */
  solution: string | undefined
  /** Whether the form may be sent; if not, the person is informed why. */
  check(): boolean
  /** To be notified of every refusal: it may ask for a captcha. */
  takeError(error: unknown): void
  /** Whatever was solved is spent: it is good for one try. */
  renew(): void
  /** The same, and it is gone until the server asks again. */
  forget(): void
}

const asksForCaptcha = (error: unknown): boolean =>
  hasCode(error, 'CAPTCHA_REQUIRED') || (error instanceof CallError && error.details.captcha === true)

/** The captcha of a form (spec §9: after more than 5 failed attempts). */
export function useCaptcha(): FormCaptcha {
  const [asked, setAsked] = useState(false)
  const [round, setRound] = useState(0)
  const [solution, setSolution] = useState<string | null>(null)
  const [missed, setMissed] = useState(false)
  const renew = (): void => {
    setMissed(false)
    setSolution(null)
    setRound((before) => before + 1)
  }
  return {
    renew,
    forget() {
      renew()
      setAsked(false)
    },
    field: asked && (
      <LazyBoundary>
        <CaptchaField
          key={round}
          onSolved={setSolution}
          mistake={missed && solution === null ? errors.CAPTCHA_REQUIRED.message : null}
        />
      </LazyBoundary>
    ),
    solution: solution ?? undefined,
    check() {
      if (!asked || solution !== null) return true
      setMissed(true)
      return false
    },
    takeError(error) {
      renew()
      if (asksForCaptcha(error)) setAsked(true)
      if (hasCode(error, 'CAPTCHA_REQUIRED')) setMissed(true)
    },
  }
}
