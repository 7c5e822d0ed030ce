import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '../../../../contract/people/accounts.ts'
import {
  addressAfterRegistration,
  invitationAddress,
  redirectAfterLogin,
  type Redirect,
  type Wish,
} from '../../../../rules/redirects.ts'
import { closeAuthDialog } from './auth-dialog-state.ts'
import { findInvitation } from './kept-invitation.ts'
import { bringWish } from './kept-wish.ts'
import { becomePerson } from './use-me.ts'

/** What follows when someone signed in or registered. */
export function useCameIn() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (user: User, by: 'login' | 'registration', wish: Wish | null = null): void => {
    closeAuthDialog()
    const redirect = by === 'login' ? afterLogin(pathname) : afterRegistration(wish)
    // Reloading needs no new document: everything on the screen is asked for again for the new person.
    void becomePerson(cache, user, () => {
      void bringWish()
      // Not before: what the address asks for would be done for the guest, and forgotten with them.
      if (redirect.to === 'address' && redirect.address !== pathname) void navigate(redirect.address)
    })
  }
}

/** Anyone who left an invitation unanswered goes back to it, unless they lose nothing by staying where they are. */
function afterLogin(pathname: string): Redirect {
  const redirect = redirectAfterLogin(pathname)
  const invitation = findInvitation()
  if (redirect.to !== 'address' || invitation === null) return redirect
  return { to: 'address', address: invitationAddress(invitation) }
}

function afterRegistration(wish: Wish | null): Redirect {
  const invitation = findInvitation()
  return { to: 'address', address: addressAfterRegistration(wish ?? (invitation === null ? null : { invitation })) }
}
