import { useState, type ReactNode } from 'react'
import { AuthDialog } from './auth-dialog.tsx'
import { chosenWish, closeAuthDialog, openLogin, rememberEmail } from './auth-dialog-state.ts'
import { begunRegistration, type BegunRegistration } from './begun-codes.ts'
import { RegistrationCode } from './registration-code.tsx'
import { RegistrationForm } from './registration-form.tsx'

/**
 * Two steps: who someone is, then the code from the letter. A reload comes back to the second.
 * @param networks the other ways in, below the form
 */
export function AccountRegistrationDialog({ networks }: { networks: ReactNode }) {
  const [begun, setBegun] = useState(() => begunRegistration.find())
  /** Why the first step is shown again. */
  const [failure, setFailure] = useState<string | null>(null)
  const take = (next: BegunRegistration | null): void => {
    begunRegistration.keep(next)
    setBegun(next)
  }
  const close = (): void => {
    // It waits for anyone who opens the dialog again, but does not open by itself.
    if (begun) begunRegistration.keep({ ...begun, open: false })
    closeAuthDialog()
  }
  const begin = (why: string | null): void => {
    if (begun) rememberEmail(begun.target)
    take(null)
    setFailure(why)
  }
  return (
    <AuthDialog
      title={begun ? 'Код из письма' : 'Регистрация'}
      onClose={close}
      {...(begun ? {} : { other: { question: 'Уже есть аккаунт?', answer: 'Войти', open: openLogin } })}
    >
      {begun ? (
        <RegistrationCode
          begun={begun}
          onSent={(sent) => take({ ...begun, ...sent, open: true })}
          onRight={() => begunRegistration.keep(null)}
          onAnotherEmail={() => begin(null)}
          onExpired={begin}
        />
      ) : (
        <>
          <RegistrationForm failure={failure} onSent={(sent) => take({ ...sent, open: true, wish: chosenWish() })} />
          {networks}
        </>
      )}
    </AuthDialog>
  )
}
