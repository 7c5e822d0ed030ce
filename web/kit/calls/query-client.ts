/** The cache of answers. Every error of every call passes here once. */
import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { hasCode } from './call-error.ts'

const TRIES = 2

/** Only a lost network is worth another try: any other answer would be the same again. */
const worthRetrying = (failures: number, error: Error): boolean => failures < TRIES && hasCode(error, 'NETWORK_ERROR')

const SOONEST_RETRY = 2_000
const LATEST_RETRY = 30_000

/** While the service is away the page says so, and what it shows is asked for again, later each time. */
const retryWhileAway =
  /** @param spread so that not all browsers ask at one moment */
  (spread: number) =>
    ({ state: { error, errorUpdateCount } }: Query): number | false =>
      hasCode(error, 'SERVICE_UNAVAILABLE') &&
      Math.min(SOONEST_RETRY * 1.5 ** (errorUpdateCount - 1), LATEST_RETRY) * spread

/** @param onUnauthorized `deed`: someone wanted to do something, and not only to look */
export function makeQueryClient(onUnauthorized: (deed: boolean) => void): QueryClient {
  const tell = (deed: boolean) => (error: Error) => {
    if (hasCode(error, 'UNAUTHORIZED')) onUnauthorized(deed)
  }
  const spread = 0.75 + Math.random() / 2
  return new QueryClient({
    queryCache: new QueryCache({ onError: tell(false) }),
    mutationCache: new MutationCache({ onError: tell(true) }),
    defaultOptions: {
      // Our own time limits and the socket know better than the browser whether there is a network.
      queries: {
        retry: worthRetrying,
        refetchInterval: retryWhileAway(spread),
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
