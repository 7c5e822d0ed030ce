/** The products of the person as views of the feed: the list beside it, which of them are counted for, and the keys that open them. */
import { useNavigate } from 'react-router'
import { MAX_VIEWS } from '../../contract/reading/feed-updates.ts'
import { VIEW_OF_EVERYTHING, readView, viewAddress } from '../../rules/filters/views.ts'
import type { MyProductsProps } from '../features/access/subscriptions/my-products.tsx'
import { productSections } from '../features/access/subscriptions/product-rows.ts'
import { useSubscriptions } from '../features/access/subscriptions/use-subscriptions.ts'
import { narrows } from '../features/reading/filters/filter-changes.ts'
import type { FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import { useViewName } from '../features/reading/filters/use-view-name.ts'
import { useNow } from '../kit/ui/hooks/use-now.ts'
import { useTeamOf } from './use-team-of.ts'
import { useViewKeys } from './use-view-keys.ts'

export interface ProductViews {
  list: Omit<MyProductsProps, 'unreadOf'>
  /** What counts the new messages of everything: a filter by its id, or a view by its key. */
  countedForAll: number | string
  /** The keys of the views that new messages are counted for; undefined while it is not known which there are. */
  counted: string[] | undefined
  /** What the view that is read is called; null while none is. */
  name: string | null
}

export function useProductViews({ view, filter, filters, draft }: FilterChoice, zone: string): ProductViews {
  const { subscriptions, products, error } = useSubscriptions()
  const team = useTeamOf()
  const now = useNow()
  const nameOf = useViewName()
  const navigate = useNavigate()
  // «Все» is the default filter as long as that asks for everything; it has a count already.
  const byDefault = filters?.find(({ isDefault }) => isDefault)
  const narrowed = byDefault !== undefined && narrows(byDefault)
  const sections = products && subscriptions && productSections(products, subscriptions, now, zone, team)
  const current = view ?? (!narrowed && filter?.isDefault && !draft ? VIEW_OF_EVERYTHING : null)
  const listening = sections?.flatMap(({ rows }) => rows.filter(({ resting }) => !resting).map(({ key }) => key))
  const asked = [...(view === null ? [] : [view]), ...(narrowed ? [VIEW_OF_EVERYTHING] : []), ...(listening ?? [])]
  const addressOfAll = narrowed ? viewAddress(VIEW_OF_EVERYTHING) : '/feed'
  useViewKeys(
    sections && [addressOfAll, ...sections.flatMap(({ rows }) => rows.map(({ key }) => viewAddress(key)))],
    (to) => void navigate(to),
  )
  return {
    list: {
      sections,
      error,
      current: view !== null && readView(view)?.groupId != null ? wholeListOf(view) : current,
      all: addressOfAll,
    },
    countedForAll: narrowed ? VIEW_OF_EVERYTHING : (byDefault?.id ?? VIEW_OF_EVERYTHING),
    counted: listening && filters && [...new Set(asked)].slice(0, MAX_VIEWS),
    name: view === null ? null : nameOf(view),
  }
}

/** Of a group the row of its list stands out. */
const wholeListOf = (key: string): string => key.slice(0, key.indexOf('/'))
