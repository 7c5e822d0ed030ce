import { useFocusReturn } from '@mantine/hooks'
import { lazy } from 'react'
import { Later } from '../../kit/ui/later.tsx'
import { useAuthDialog } from './auth-dialog-state.ts'

const LoginDialog = lazy(() => import('./account-login-dialog.tsx').then((file) => ({ default: file.AccountLoginDialog })))
const RegistrationDialog = lazy(() => import('./account-registration-dialog.tsx').then((file) => ({ default: file.AccountRegistrationDialog })))

/** The dialogs of coming in; they are fetched when one is first opened. */
export function AuthDialogs() {
  const open = useAuthDialog()
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: open !== null })
  return (
    <Later>
      {open === 'login' && <LoginDialog />}
      {open === 'registration' && <RegistrationDialog />}
    </Later>
  )
}
