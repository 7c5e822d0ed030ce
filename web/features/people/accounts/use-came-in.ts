import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '../../../../contract/people/accounts.ts'
import { addressAfterRegistration, redirectAfterLogin, type Wish } from '../../../../rules/redirects.ts'
import { closeAuthDialog } from './auth-dialog-state.ts'
import { bringWish } from './kept-wish.ts'
import { becomePerson } from './use-me.ts'

/** What follows when someone signed in or registered. */
export function useCameIn() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (user: User, by: 'login' | 'registration', wish: Wish | null = null): void => {
    closeAuthDialog()
    const redirect =
      by === 'login'
        ? redirectAfterLogin(pathname)
        : ({ to: 'address', address: addressAfterRegistration(wish) } as const)
    // Reloading needs no new document: everything on the screen is asked for again for the new person.
    void becomePerson(cache, user, () => {
      void bringWish()
      // Not before: what the address asks for would be done for the guest, and forgotten with them.
      if (redirect.to === 'address' && redirect.address !== pathname) void navigate(redirect.address)
    })
  }
}
