import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Signals } from '../../../../contract/signals.ts'
import { learnedKey, takeLearned } from './learned-cache.ts'

const learned: Signals['feed.learned'] = {
  likes: 12,
  dislikes: 9,
  needed: { all: 0, likes: 0, dislikes: 0 },
  ready: true,
  hidden: 3,
  of: 40,
  changed: true,
}
const turnOf = (cache: QueryClient) => cache.getQueryData(['learning', 'turn'])

function cacheWithPages(): QueryClient {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  for (const place of ['on the screen', 'elsewhere']) cache.setQueryData(['feed', 'queryFeed', place], place)
  new QueryObserver(cache, { queryKey: ['feed', 'queryFeed', 'on the screen'], queryFn: () => 'read again' }).subscribe(
    () => {},
  )
  cache.setQueryData(['feed', 'queryHidden', 'elsewhere'], [])
  return cache
}
const pages = (cache: QueryClient) => cache.getQueriesData({ queryKey: ['feed', 'queryFeed'] }).map(([, page]) => page)

test('what was learnt is known, and pages that are not on the screen are read again when they hold other messages now', () => {
  const cache = cacheWithPages()
  takeLearned(cache, learned)
  const { changed, ...known } = learned
  expect(changed).toBe(true)
  expect(cache.getQueryData(learnedKey)).toEqual(known)
  expect(pages(cache)).toEqual(['on the screen'])
  expect(cache.getQueryState(['feed', 'queryHidden', 'elsewhere'])?.isInvalidated).toBe(true)
})

test('filters are counted again each time what is hidden has changed, and only then', () => {
  const cache = cacheWithPages()
  takeLearned(cache, { ...learned, changed: false })
  expect(turnOf(cache)).toBeUndefined()
  expect(pages(cache)).toEqual(['on the screen', 'elsewhere'])
  takeLearned(cache, learned)
  // As many marks as before, but others.
  takeLearned(cache, learned)
  expect(turnOf(cache)).toBe(2)
})
