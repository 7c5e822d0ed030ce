import type { QueryClient } from '@tanstack/react-query'
import { ask, type Result } from '../../../kit/calls/ask.ts'
import { callKey } from '../../../kit/calls/use-call.ts'
import { loseSession } from './auth-dialog-state.ts'
import { becomeGuest, becomePerson, changeMe } from './use-me.ts'

/** Goes with every action that hands this browser a new session: no one asks who is signed in while it is on its way. */
export const NEW_SESSION = 'new session'

/** Another session is handed to the browser a moment after the one before it ended; no one notices that we waited. */
const HANDED_OVER_MS = 300

/**
 * The session of this socket ended. Mostly someone signed us out; but a new password ends the old session too, and this
 * browser, whichever of its tabs changed it, has been handed another: then there is only the socket to connect again. Or a mask was put on or
 * came off, in another tab or by itself: then someone else is here.
 */
export async function takeSessionEnded(cache: QueryClient): Promise<void> {
  await pause()
  while (cache.isMutating({ mutationKey: [NEW_SESSION] }) > 0) await pause()
  const known = cache.getQueryData<Result<'accounts', 'getMe'>>(callKey('accounts', 'getMe', {}))
  try {
    const { user, mask } = await ask('accounts', 'getMe', {})
    if (user === null) {
      if (becomeGuest(cache)) loseSession()
    } else if (user.id === known?.user?.id) changeMe(cache, user)
    else await becomePerson(cache, user, undefined, mask)
  } catch {
    // Without an answer nothing is known; the next call that is refused shows it.
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, HANDED_OVER_MS))
