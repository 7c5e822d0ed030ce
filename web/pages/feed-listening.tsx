import type { Narrowed } from '../features/reading/feed/page/feed-updates.ts'
import { useFeedListening } from '../features/reading/feed/page/updates-cache.ts'
import { useFeedPush, type PushedFeed } from '../features/reading/feed/push/use-feed-push.ts'
import type { FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import { useCountedFilters } from './counted-filters.ts'
import type { ProductViews } from './use-product-views.ts'

interface FeedListeningProps {
  choice: FilterChoice
  views: ProductViews
  /** What is read, when it is no saved filter and no view. */
  narrowed: Narrowed | null
}

/** Listens for what comes, and announces it. Draws nothing, so that nothing else is drawn again with each message and connection. */
export function FeedListening({ choice, views, narrowed }: FeedListeningProps) {
  const { filters, readAgain } = useCountedFilters()
  useFeedListening(filters, views.counted, narrowed, readAgain)
  useFeedPush(pushedOf(choice, views.name))
  return null
}

/** What announces new messages, when its reader wants that: the saved filter that is read, or the view. */
function pushedOf({ draft, filter, view, fields }: FilterChoice, name: string | null): PushedFeed | null {
  if (draft || !fields) return null
  if (view !== null) return { of: view, name: name ?? '', push: fields.push }
  return filter && { of: filter.id, name: filter.name, push: filter.push }
}
