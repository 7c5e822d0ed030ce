import { useFocusReturn } from '@mantine/hooks'
import { lazy, useEffect } from 'react'
import { Later } from '../../kit/ui/later.tsx'
import { openRegistration, useAuthDialog } from './auth-dialog-state.ts'
import { findRegistration } from './begun-registration.ts'
import { useMe } from './use-me.ts'

const LoginDialog = lazy(() =>
  import('./account-login-dialog.tsx').then((file) => ({ default: file.AccountLoginDialog })),
)
const RegistrationDialog = lazy(() =>
  import('./account-registration-dialog.tsx').then((file) => ({ default: file.AccountRegistrationDialog })),
)
const RecoveryDialog = lazy(() =>
  import('./password-recovery-dialog.tsx').then((file) => ({ default: file.PasswordRecoveryDialog })),
)

/** The dialogs of coming in; they are fetched when one is first opened. */
export function AuthDialogs() {
  const open = useAuthDialog()
  const isGuest = useMe().user === null
  // Whoever went to look into his letters may find this page loaded anew: a phone keeps few pages alive.
  useEffect(() => {
    if (isGuest && findRegistration()?.open) openRegistration()
  }, [isGuest])
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: open !== null })
  return (
    <Later>
      {open === 'login' && <LoginDialog />}
      {open === 'registration' && <RegistrationDialog />}
      {open === 'recovery' && <RecoveryDialog />}
    </Later>
  )
}
