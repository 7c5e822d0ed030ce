import { useLocation } from 'react-router'
import { PasswordRecoveryForm } from '../features/people/accounts/password-recovery-form.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'

/** Where the letter leads. What it brings stands in the hash, which no server and no other site is informed. */
export function RecoveryPage() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token')
  return (
    <>
      <PageTitle name="Новый пароль" />
      <PasswordRecoveryForm key={token} token={token} />
    </>
  )
}
