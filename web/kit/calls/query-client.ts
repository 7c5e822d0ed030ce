/** The cache of answers. */
import {
  MutationCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query'
import { CallError, hasCode } from './call-error.ts'
import { isDrawnError } from './first-answers.ts'

const TRIES = 2

/** Statuses of a proxy whose server is not there for the moment. */
const AWAY: readonly unknown[] = [502, 503, 504]

/** Only what is lost on the way is worth another try: any other answer would be the same again. */
export function worthRetrying(failures: number, error: Error): boolean {
  if (failures >= TRIES || !(error instanceof CallError)) return false
  return error.code === 'NETWORK_ERROR' || AWAY.includes(error.details.status)
}

const SOONEST_RETRY = 2_000
const LATEST_RETRY = 30_000

/** While the service is away the page says so, and what it shows is asked for again, later each time. */
const retryWhileAway =
  /** @param spread so that not all browsers ask at one moment */
  (spread: number) =>
    ({ state: { error, errorUpdateCount } }: Query): number | false =>
      hasCode(error, 'SERVICE_UNAVAILABLE') &&
      Math.min(SOONEST_RETRY * 1.5 ** (errorUpdateCount - 1), LATEST_RETRY) * spread

/**
 * What is invalidated while its first answer is on the way is asked for once more after it: the answer may be older than what was heard of
 * since, and the library takes it for a new one.
 */
class CarefulQueryClient extends QueryClient {
  readonly #onTheirWay = new WeakSet<Promise<unknown>>()

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const { queryKey, state, promise } of this.getQueryCache().findAll(filters)) {
      if (state.data !== undefined || state.fetchStatus !== 'fetching') continue
      if (!promise || this.#onTheirWay.has(promise)) continue
      this.#onTheirWay.add(promise)
      const again = { queryKey, exact: true, ...(filters?.refetchType && { refetchType: filters.refetchType }) }
      // One that failed says so, and is asked for again by who reads that.
      promise.then(
        () => void super.invalidateQueries(again),
        () => {},
      )
    }
    return super.invalidateQueries(filters, options)
  }
}

/** @param onUnauthorized someone wanted to do something, and not only to look, and is not known */
export function makeQueryClient(onUnauthorized: () => void): QueryClient {
  const spread = 0.75 + Math.random() / 2
  return new CarefulQueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        if (hasCode(error, 'UNAUTHORIZED')) onUnauthorized()
      },
    }),
    defaultOptions: {
      // Our own time limits and the socket know better than the browser whether there is a network.
      queries: {
        retry: worthRetrying,
        retryOnMount: ({ state }) => !isDrawnError(state.error),
        refetchInterval: retryWhileAway(spread),
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
