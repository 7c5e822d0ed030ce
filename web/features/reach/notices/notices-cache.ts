import type { QueryClient } from '@tanstack/react-query'

/** What the signal `notices.changed` does. */
export function takeNoticesChanged(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: ['notices'] })
}
