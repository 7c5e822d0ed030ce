import { useFocusReturn } from '@mantine/hooks'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import {
  forgetLoss,
  openRegistration,
  secondStepTicket,
  takeSecondStepFromAddress,
  useAuthDialog,
} from './auth-dialog-state.ts'
import { findRegistration } from './begun-registration.ts'
import { useMe } from './use-me.ts'

const LoginDialog = lazyNamed(() => import('./account-login-dialog.tsx'), 'AccountLoginDialog')
const CodeDialog = lazyNamed(() => import('./code-login-dialog.tsx'), 'CodeLoginDialog')
const RegistrationDialog = lazyNamed(() => import('./account-registration-dialog.tsx'), 'AccountRegistrationDialog')
const RecoveryDialog = lazyNamed(() => import('./password-recovery-dialog.tsx'), 'PasswordRecoveryDialog')

const StepDialog = lazyNamed(() => import('./second-step-dialog.tsx'), 'SecondStepDialog')

export interface AuthDialogsProps {
  /** The ways in through networks: of anyone who has an account, and of anyone who wants one. */
  networks: Record<'auth' | 'reg', ReactNode>
}

/** The dialogs of coming in; they are fetched when one is first opened. */
export function AuthDialogs({ networks }: AuthDialogsProps) {
  const open = useAuthDialog()
  const isGuest = useMe().user === null
  // Anyone who went to look into their letters may find this page loaded again: a phone keeps few pages alive.
  useEffect(() => {
    if (isGuest && findRegistration()?.open) openRegistration()
  }, [isGuest])
  useEffect(takeSecondStepFromAddress, [])
  const { pathname } = useLocation()
  useEffect(() => forgetLoss, [pathname])
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: open !== null })
  return (
    <LazyBoundary>
      {open === 'login' && <LoginDialog networks={networks.auth} />}
      {open === 'code-login' && <CodeDialog />}
      {open === 'registration' && <RegistrationDialog networks={networks.reg} />}
      {open === 'recovery' && <RecoveryDialog />}
      {open === 'second-step' && <StepDialog ticket={secondStepTicket()} />}
    </LazyBoundary>
  )
}
