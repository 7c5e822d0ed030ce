import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mayAsk, rolesOf } from '../../../../rules/roles.ts'
import { closeConnection, openConnection } from '../../../kit/live/connection.ts'
import { useAfterReconnect } from '../../../kit/live/use-after-reconnect.ts'
import { takeSessionEnded } from './session-ended.ts'
import { useMe } from './use-me.ts'

/** Keeps the socket open while someone is signed in, again for each person: it carries the cookie it was opened with. */
export function useLiveSession(): void {
  const { user, mask } = useMe()
  const cache = useQueryClient()
  useAfterReconnect(() => {
    // A mask may have been put on or have come off meanwhile, in another tab; of all others it is known who is here.
    if (mask || (user && mayAsk('support', rolesOf(user.role)))) void takeSessionEnded(cache)
  })
  const id = user?.id
  useEffect(() => {
    if (id === undefined) return
    // In a task of its own: what a page does as it comes blocks a phone long enough.
    const opening = setTimeout(() => void openConnection())
    return () => {
      clearTimeout(opening)
      closeConnection()
    }
  }, [id])
}
