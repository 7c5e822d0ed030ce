/** What shows how many new messages there are. The rest of the feed's page is not drawn again with each of them. */
import { VIEW_OF_EVERYTHING } from '../../rules/filters/views.ts'
import { MyProducts, ProductMenu } from '../features/access/subscriptions/my-products.tsx'
import { useLiveFilters, useUnread } from '../features/reading/feed/page/updates-cache.ts'
import { FilterTabs } from '../features/reading/filters/filter-tabs.tsx'
import type { FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import type { ProductViews } from './use-product-views.ts'

interface OfViews {
  views: ProductViews
}

export function LiveProducts({ views }: OfViews) {
  return <MyProducts {...views.list} unreadOf={useUnreadOf(views)} />
}

export function LiveProductMenu({ views }: OfViews) {
  return <ProductMenu {...views.list} unreadOf={useUnreadOf(views)} name={views.name} />
}

function useUnreadOf({ countedForAll }: ProductViews): (key: string) => number {
  const unread = useUnread()
  return (key) => unread(key === VIEW_OF_EVERYTHING ? countedForAll : key)
}

export function LiveFilterTabs({ choice }: { choice: FilterChoice }) {
  return <FilterTabs choice={choice} filters={useLiveFilters(choice.filters)} />
}
