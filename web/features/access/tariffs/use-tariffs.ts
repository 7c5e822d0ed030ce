import { useCall } from '../../../kit/calls/use-call.ts'

/** What is on sale. It changes seldom, and what was chosen is priced by the server anyway. */
export function useTariffs() {
  const { data, error, refetch } = useCall('tariffs', 'listTariffs', {}, { staleTime: 300_000 })
  return { tree: data?.tree, tariffs: data?.list, error, retry: () => void refetch() }
}
