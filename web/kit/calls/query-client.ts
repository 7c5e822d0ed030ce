/** The cache of answers. Every error of every call passes here once. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasCode } from './call-error.ts'

const TRIES = 2

/** Only a lost network is worth another try: any other answer would be the same again. */
const worthRetrying = (failures: number, error: Error): boolean => failures < TRIES && hasCode(error, 'NETWORK_ERROR')

/** @param onUnauthorized `deed`: someone wanted to do something, and not only to look */
export function makeQueryClient(onUnauthorized: (deed: boolean) => void): QueryClient {
  const tell = (deed: boolean) => (error: Error) => {
    if (hasCode(error, 'UNAUTHORIZED')) onUnauthorized(deed)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: tell(false) }),
    mutationCache: new MutationCache({ onError: tell(true) }),
    defaultOptions: {
      // Our own time limits and the socket know better than the browser whether there is a network.
      queries: { retry: worthRetrying, staleTime: 60_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
