/** What the feed has learnt of the reader, as it lies in the query cache. */
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import type { Signals } from '../../../../contract/signals.ts'
import { callKey } from '../../../kit/calls/use-call.ts'

export const learnedKey = callKey('learning', 'getLearned', {})
/** How often what is hidden has become another since the page was opened. */
const turnKey = ['learning', 'turn']

/**
 * What the signal `feed.learned` does. The page on the screen stays as it is: cards that went from under the reader's eyes
 * would be a feed that jumps.
 */
export function takeLearned(cache: QueryClient, { changed, ...learned }: Signals['feed.learned']): void {
  cache.setQueryData(learnedKey, learned)
  if (!changed) return
  cache.setQueryData<number>(turnKey, (turn = 0) => turn + 1)
  cache.removeQueries({ queryKey: ['feed', 'queryFeed'], type: 'inactive' })
  void cache.invalidateQueries({ queryKey: ['feed', 'queryHidden'] })
  void cache.invalidateQueries({ queryKey: ['feed', 'explainMessage'] })
}

/** Another number whenever filters with `learned` show other messages than before. */
export function useLearnedTurn(): number {
  const { data } = useQuery<number>({ queryKey: turnKey, queryFn: skipToken, gcTime: Infinity })
  return data ?? 0
}
