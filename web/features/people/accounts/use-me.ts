import type { Query, QueryClient } from '@tanstack/react-query'
import type { Mask, User } from '../../../../contract/people/accounts.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { forgetFirstAnswers } from '../../../kit/calls/first-answers.ts'
import { callKey, useCall } from '../../../kit/calls/use-call.ts'

const meKey = callKey('accounts', 'getMe', {})
type Me = Result<'accounts', 'getMe'>

/** Who is signed in: `user` is null for a guest, undefined while no one knows. `mask`: support looks as them. */
export function useMe() {
  const { data, error, refetch } = useCall('accounts', 'getMe', {}, { staleTime: Infinity })
  return { user: data?.user, mask: data?.mask ?? null, error, retry: () => void refetch() }
}

/** The server saw no session when it sent the page: no one has to be asked about. */
export function expectGuest(cache: QueryClient): void {
  cache.setQueryData<Me>(meKey, (known) => known ?? { user: null })
}

/** What they are to the service may be another matter now, such as that they own a team. */
export function readMeAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: meKey })
}

/** What the person changed about themselves is shown everywhere at once. */
export function changeMe(cache: QueryClient, user: User): void {
  cache.setQueryData<Me>(meKey, (known) => ({ ...known, user }))
}

/**
 * Someone came in, or went out: what was shown to the person before is forgotten, and asked for again by anyone who came in.
 * @param onKnown everybody knows by then who is here. Where it leads to another page, it ends once that page is drawn: what is on
 *   the screen until then would be asked for as someone who may not have it
 * @param mask support looks as them from now on
 */
export async function becomePerson(
  cache: QueryClient,
  user: User | null,
  onKnown?: () => Promise<void> | void,
  mask?: Mask,
): Promise<void> {
  const others = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== meKey[0] || queryKey[1] !== meKey[1],
  }
  forgetFirstAnswers()
  await cache.cancelQueries()
  cache.setQueryData<Me>(meKey, { user, ...(mask && { mask }) })
  // Emptied before the next page looks for its own in there.
  if (user !== null) for (const query of cache.getQueryCache().findAll(others)) query.reset()
  await onKnown?.()
  if (user !== null) {
    const empty = (query: Query): boolean => query.state.data === undefined && query.state.fetchStatus === 'idle'
    return cache.refetchQueries({ predicate: (query) => others.predicate(query) && empty(query), type: 'active' })
  }
  // Only once their pages are gone from the screen: as long as one is there it would ask again, and be refused.
  await new Promise((resolve) => setTimeout(resolve))
  cache.removeQueries(others)
}

/** The server does not know us any more. @returns whether we thought it did. */
export function becomeGuest(cache: QueryClient): boolean {
  const { user } = cache.getQueryData<Me>(meKey) ?? { user: null }
  if (user === null) return false
  void becomePerson(cache, null)
  return true
}
