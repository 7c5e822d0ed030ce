import type { QueryClient } from '@tanstack/react-query'

/** What the signal `partner.changed` does: whatever is on the screen of a partner is asked for again. */
export function takePartnerChanged(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: ['partner'] })
}
