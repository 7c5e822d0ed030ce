/** The files a person ordered, in the query cache. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Export } from '../../../../contract/reading/exports.ts'
import { callKey, useAct, useCall } from '../../../kit/calls/use-call.ts'
import { useAfterReconnect } from '../../../kit/live/use-after-reconnect.ts'
import { withExport, withoutExport } from './export-list-changes.ts'

const listKey = callKey('exports', 'listExports', {})
type List = { exports: Export[] }

function change(cache: QueryClient, by: (before: readonly Export[]) => Export[]): void {
  cache.setQueryData<List>(listKey, (before) => before && { exports: by(before.exports) })
  // An answer that is on its way may have been written before.
  if (cache.isFetching({ queryKey: listKey }) > 0) void cache.invalidateQueries({ queryKey: listKey })
}

/** What the signal `feed.export` does. */
export function takeExport(cache: QueryClient, received: Export): void {
  change(cache, (before) => withExport(before, received))
}

export function useExports(enabled = true) {
  const { data, error, refetch } = useCall('exports', 'listExports', {}, { staleTime: Infinity, enabled })
  useAfterReconnect(() => {
    if (enabled) void refetch()
  })
  return { exports: data?.exports, error, retry: () => void refetch() }
}

export function useCreateExport() {
  const cache = useQueryClient()
  return useAct('exports', 'createExport', {
    onSuccess: ({ export: made }) => change(cache, (before) => withExport(before, made)),
  })
}

export function useDeleteExport() {
  const cache = useQueryClient()
  return useAct('exports', 'deleteExport', {
    onSuccess: (_, { id }) => change(cache, (before) => withoutExport(before, id)),
  })
}
