/** What the feed has learnt of the reader, as it lies in the query cache. */
import type { QueryClient } from '@tanstack/react-query'
import type { Signals } from '../../../contract/signals.ts'
import { callKey } from '../../kit/calls/use-call.ts'

export const learnedKey = callKey('learning', 'getLearned', {})

/**
 * What the signal `feed.learned` does. The page on the screen stays as it is: cards that went from under the reader's eyes
 * would be a feed that jumps.
 */
export function takeLearned(cache: QueryClient, { changed, ...learned }: Signals['feed.learned']): void {
  cache.setQueryData(learnedKey, learned)
  if (!changed) return
  cache.removeQueries({ queryKey: ['feed', 'queryFeed'], type: 'inactive' })
  void cache.invalidateQueries({ queryKey: ['feed', 'queryHidden'] })
  void cache.invalidateQueries({ queryKey: ['feed', 'explainMessage'] })
}
