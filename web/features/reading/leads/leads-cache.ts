/** Leads that are kept in the query cache, and what changes them. */
import type { QueryClient } from '@tanstack/react-query'
import type { Signals } from '../../../../contract/signals.ts'

/** What the signal `leads.changed` does. */
export function takeLeadsChanged(cache: QueryClient, { leadIds }: Signals['leads.changed']): void {
  // None is named: what was missed while there was no connection.
  if (leadIds.length === 0) void cache.invalidateQueries({ queryKey: ['leads'] })
  for (const id of leadIds) void cache.invalidateQueries({ queryKey: ['leads', 'getLead', { id }] })
}
