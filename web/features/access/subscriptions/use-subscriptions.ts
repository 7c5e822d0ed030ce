import type { QueryClient } from '@tanstack/react-query'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { forgetFirstAnswers } from '../../../kit/calls/first-answers.ts'
import { callKey, useCall } from '../../../kit/calls/use-call.ts'

const subscriptionsKey = callKey('subscriptions', 'listSubscriptions', {})

export function useSubscriptions() {
  const { data, error, refetch } = useCall('subscriptions', 'listSubscriptions', {})
  return { subscriptions: data?.subscriptions, products: data?.products, error, retry: () => void refetch() }
}

/** A subscription is another one now: it is shown so at once, and whatever stood on what it lets see is read again. */
export function changeSubscription(cache: QueryClient, changed: Subscription): void {
  cache.setQueryData<Result<'subscriptions', 'listSubscriptions'>>(
    subscriptionsKey,
    (known) =>
      known && {
        ...known,
        subscriptions: known.subscriptions.map((each) => (each.id === changed.id ? changed : each)),
      },
  )
  refetchScope(cache)
}

/** What the person may see is another now. */
export function refetchScope(cache: QueryClient): void {
  // The page may have begun with answers that it has not asked for yet.
  forgetFirstAnswers()
  void cache.invalidateQueries({ queryKey: ['subscriptions'] })
  void cache.invalidateQueries({ queryKey: ['filters'] })
  // What was bought may be a project or room for groups, and what ends stops them.
  void cache.invalidateQueries({ queryKey: ['projects'] })
  void cache.invalidateQueries({ queryKey: ['groups'] })
  // Pages of the feed that are not on the screen would come back as they were.
  cache.removeQueries({ queryKey: ['feed', 'queryFeed'], type: 'inactive' })
  void cache.invalidateQueries({ queryKey: ['feed'] })
}
