/** Leads that are kept in the query cache, and what changes them. */
import type { QueryClient } from '@tanstack/react-query'
import type { Signals } from '../../../../contract/signals.ts'

/** What the signal `leads.changed` does. */
export function takeLeadsChanged(cache: QueryClient, { leadIds }: Signals['leads.changed']): void {
  for (const id of leadIds) void cache.invalidateQueries({ queryKey: ['leads', 'getLead', { id }] })
}
