import { useFocusReturn } from '@mantine/hooks'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import type { Wish } from '../../../../rules/redirects.ts'
import {
  chosenWish,
  forgetLoss,
  openCodeLogin,
  openRegistration,
  secondStepTicket,
  takeSecondStepFromAddress,
  useAuthDialog,
} from './auth-dialog-state.ts'
import { begunCodeLogin, begunRegistration } from './begun-codes.ts'
import { useMe } from './use-me.ts'

const LoginDialog = lazyNamed(() => import('./account-login-dialog.tsx'), 'AccountLoginDialog')
const CodeDialog = lazyNamed(() => import('./code-login-dialog.tsx'), 'CodeLoginDialog')
const RegistrationDialog = lazyNamed(() => import('./account-registration-dialog.tsx'), 'AccountRegistrationDialog')
const RecoveryDialog = lazyNamed(() => import('./password-recovery-dialog.tsx'), 'PasswordRecoveryDialog')

const StepDialog = lazyNamed(() => import('./second-step-dialog.tsx'), 'SecondStepDialog')

export interface AuthDialogsProps {
  /** The ways in through networks: of anyone who has an account, and of anyone who wants one. */
  networks: (intent: 'auth' | 'reg', wish: Wish | null) => ReactNode
}

/** The dialogs of coming in; they are fetched when one is first opened. */
export function AuthDialogs({ networks }: AuthDialogsProps) {
  const open = useAuthDialog()
  const isGuest = useMe().user === null
  // Anyone who went to look into their letters may find this page loaded again: a phone keeps few pages alive.
  useEffect(() => {
    if (!isGuest) return
    if (begunRegistration.find()?.open) openRegistration()
    else if (begunCodeLogin.find()?.open) openCodeLogin()
  }, [isGuest])
  useEffect(takeSecondStepFromAddress, [])
  const { pathname } = useLocation()
  useEffect(() => forgetLoss, [pathname])
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: open !== null })
  return (
    <LazyBoundary>
      {open === 'login' && <LoginDialog networks={networks('auth', chosenWish())} />}
      {open === 'code-login' && <CodeDialog />}
      {open === 'registration' && <RegistrationDialog networks={networks('reg', chosenWish())} />}
      {open === 'recovery' && <RecoveryDialog />}
      {open === 'second-step' && <StepDialog ticket={secondStepTicket()} />}
    </LazyBoundary>
  )
}
