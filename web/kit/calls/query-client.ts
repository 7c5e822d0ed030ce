/** The cache of answers. Every error of every call passes here once. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasCode } from './call-error.ts'

const TRIES = 2

/** Only a lost network is worth another try: any other answer would be the same again. */
const worthRetrying = (failures: number, error: Error): boolean => failures < TRIES && hasCode(error, 'NETWORK_ERROR')

export function makeQueryClient(onUnauthorized: () => void): QueryClient {
  const onError = (error: Error): void => {
    if (hasCode(error, 'UNAUTHORIZED')) onUnauthorized()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Our own time limits and the socket know better than the browser whether there is a network.
      queries: { retry: worthRetrying, staleTime: 60_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
