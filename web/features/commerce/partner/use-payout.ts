/** The steps of a payout: the code of a letter, then the payout itself. */
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Payout } from '../../../../contract/commerce/partner.ts'
import type { SentCode } from '../../../../contract/people/verification.ts'
import { CallError, hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { takePartnerChanged } from './partner-cache.ts'
import { readTypedSum, type PayoutForm } from './payout-form.ts'

/** A captcha that the server may ask for: the page hands it over, as another part of it has the widget. */
export interface PayoutCaptcha {
  /** Nothing until the server asks for it. */
  field: ReactNode
  solution: string | undefined
  /** Whether the code may be asked for; if not, the person is informed why. */
  check(): boolean
  takeError(error: unknown): void
  forget(): void
}

export function usePayout(form: PayoutForm, captcha: PayoutCaptcha) {
  const cache = useQueryClient()
  const [sent, setSent] = useState<SentCode | null>(null)
  const [made, setMade] = useState<Payout | null>(null)
  const request = useAct('partner', 'requestPayout', {
    onSuccess: ({ payout }) => {
      setMade(payout)
      takePartnerChanged(cache)
    },
  })
  const send = useAct('partner', 'sendPayoutCode', {
    onSuccess: (code) => {
      captcha.forget()
      request.reset()
      setSent(code)
    },
    onError: (error) => {
      captcha.takeError(error)
      // A letter of before, asked for a moment ago: its code is as good.
      if (hasCode(error, 'CODE_TOO_SOON'))
        setSent((known) => ({ ...(known ?? codeOfAnotherTab()), resendAt: waitOf(error) }))
    },
  })
  const { method, wallet, other } = form
  const aboutCode = hasCode(request.error, 'PAYOUT_CODE_INVALID') || hasCode(request.error, 'PAYOUT_CODE_EXPIRED')
  const quiet = hasCode(send.error, 'CAPTCHA_REQUIRED') || (sent !== null && hasCode(send.error, 'CODE_TOO_SOON'))
  return {
    sent,
    made,
    sending: send.isPending,
    /** Why no code could be sent. */
    sendError: send.error === null || quiet ? null : sentenceOf(send.error),
    codeError: aboutCode ? sentenceOf(request.error) : null,
    /** Why there is no payout, though the code may be right. */
    payError: request.error === null || aboutCode ? null : refusalOf(request.error),
    sendCode(): void {
      const { solution } = captcha
      if (captcha.check()) send.mutate(solution === undefined ? {} : { captcha: solution })
    },
    pay: (token: string) =>
      request.mutateAsync({
        method,
        sum: readTypedSum(form.sum) ?? 0,
        wallet: wallet.trim(),
        other: method === 'account' ? other.trim() : '',
        token,
      }),
    /** Back to the form; the code that was sent stays good. */
    change(): void {
      setSent(null)
      request.reset()
      send.reset()
    },
  }
}

/** Where the code went is not known when another tab asked for it. */
const codeOfAnotherTab = (): SentCode => ({ target: '', resendAt: waitOf(null), expiresAt: waitOf(null) })

function waitOf(error: unknown): string {
  const seconds = error instanceof CallError ? error.details.retryAfter : undefined
  return new Date(Date.now() + (typeof seconds === 'number' ? seconds : 1) * 1_000).toISOString()
}

/** What is wrong with the wallet is shown in detail. */
function refusalOf(error: Error): string {
  const reason = error instanceof CallError ? error.details.reason : undefined
  return typeof reason === 'string' ? `${sentenceOf(error)}. ${reason}` : sentenceOf(error)
}
