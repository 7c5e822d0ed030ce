import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, type ReactNode } from 'react'
import type { CodeFlag, SentCode } from '../../../../contract/people/verification.ts'
import { ask, type Result } from '../../../kit/calls/ask.ts'
import { CallError, hasCode } from '../../../kit/calls/call-error.ts'
import { callKey } from '../../../kit/calls/use-call.ts'
import { firstState, nextState } from './code-steps.ts'
import { takeCodeFlag, watchCodes, type ConfirmedContact } from './code-flags.ts'

type Verification = Result<'verification', 'getVerification'>

const verificationKey = callKey('verification', 'getVerification', {})
const meKey = callKey('accounts', 'getMe', {})

/** What a code is asked for with. */
export interface CodeRequest {
  target: string
  /** Of anyone who has to show that it is they who changes it. */
  password?: string
  /** What the solved captcha gave. */
  captcha?: string | undefined
}

export interface ConfirmationCalls {
  purpose: ConfirmedContact
  send: (order: CodeRequest) => Promise<SentCode>
  verify: (pin: string) => Promise<{ flag: CodeFlag }>
}

/** A captcha that the server may ask for: the page hands it over, as another part of it has the widget. */
export interface ConfirmationCaptcha {
  /** Nothing until the server asks for it. */
  field: ReactNode
  solution: string | undefined
  /** Whether the code may be asked for; if not, the person is informed why. */
  check(): boolean
  takeError(error: unknown): void
  /** It was good for this one code; for the next the server may ask again. */
  forget(): void
}

/**
 * The steps of one confirmation, and what leads from one to the next.
 * @param open the code that was on its way when the dialog opened
 */
export function useConfirmation(
  { purpose, send, verify }: ConfirmationCalls,
  open: SentCode | null,
  known: boolean,
  captcha: ConfirmationCaptcha,
) {
  const cache = useQueryClient()
  const [state, dispatch] = useReducer(nextState, null, () => firstState(open, known))
  useEffect(() => watchCodes((of, flag) => of === purpose && dispatch({ type: 'tried', flag, here: false })), [purpose])

  const sending = useMutation({
    mutationFn: send,
    onSuccess: (sent) => {
      captcha.forget()
      cache.setQueryData<Verification>(verificationKey, (before) => before && { ...before, [purpose]: sent })
      // What is to be confirmed may be another one now.
      void cache.invalidateQueries({ queryKey: meKey })
      dispatch({ type: 'sent', sent })
    },
    onError: async (error, { target }) => {
      captcha.takeError(error)
      if (!hasCode(error, 'CODE_TOO_SOON')) return
      if (state.step === 'verification') return dispatch({ type: 'too soon', resendAt: retryAt(error) })
      // Sent a moment ago, in another tab for instance: it is entered here just as well.
      const codes = await ask('verification', 'getVerification', {}).catch(() => null)
      const onItsWay = codes?.[purpose]
      if (onItsWay && isSame(onItsWay.target, target)) dispatch({ type: 'sent', sent: onItsWay })
    },
  })
  const checking = useMutation({
    mutationFn: verify,
    onSuccess: ({ flag }) => {
      dispatch({ type: 'tried', flag, here: true })
      void takeCodeFlag(cache, purpose, flag)
    },
  })
  return { state, dispatch, sending, checking }
}

/** Seconds until the server sends another code, when it refused because of that. */
export function secondsToWait(error: unknown): number {
  const seconds = error instanceof CallError ? error.details.retryAfter : undefined
  return typeof seconds === 'number' ? seconds : 1
}

/** The server writes e-mails in small letters, and phones in digits with the code of the country. */
function isSame(sent: string, written: string): boolean {
  const lastDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(-10)
  return sent.includes('@') ? sent.toLowerCase() === written.toLowerCase() : lastDigits(sent) === lastDigits(written)
}

const retryAt = (error: unknown): string => new Date(Date.now() + secondsToWait(error) * 1000).toISOString()
