/**
 * A view is the feed of one product, of one group of a list, or of everything, read by no other condition. It has a key that stands in
 * addresses and calls (`project:3`), and it is the filter with nothing but that in it: anyone who picks, counts or tells of its
 * messages asks that filter.
 */
import { productTypes, type ProductType } from '../../contract/access/subscriptions.ts'
import { emptyFilter, type FilterFields } from '../../contract/reading/filters.ts'

/** Everything the person sees. */
export const VIEW_OF_EVERYTHING = 'all'

export interface ViewedProduct {
  productType: ProductType
  productId: number
  /** Of a list this group alone; null for all of it. */
  groupId: number | null
}

/** `category:5`, `project:3`, `group:2` for a whole list, `group:2/17` for one group of it. */
export function viewKey(
  { productType, productId }: { productType: ProductType; productId: number },
  groupId: number | null = null,
): string {
  return `${productType}:${productId}${groupId === null ? '' : `/${groupId}`}`
}

/** What a key names; null when it is `VIEW_OF_EVERYTHING`, undefined when it is none. */
export function readView(key: string): ViewedProduct | null | undefined {
  if (key === VIEW_OF_EVERYTHING) return null
  const [, type, id, group] = /^(category|project|group):([1-9]\d{0,14})(?:\/([1-9]\d{0,14}))?$/.exec(key) ?? []
  const productType = productTypes.find((each) => each === type)
  if (productType === undefined || (group !== undefined && productType !== 'group')) return undefined
  return { productType, productId: Number(id), groupId: group === undefined ? null : Number(group) }
}

/** What of a filter makes it this view. */
export function viewFields(
  view: ViewedProduct | null,
): Pick<FilterFields, 'categories' | 'monitoredProjects' | 'monitoredGroups'> {
  const { categories, monitoredProjects, monitoredGroups } = emptyFilter
  const nothing = { categories, monitoredProjects, monitoredGroups }
  if (view === null) return nothing
  const { productType, productId, groupId } = view
  if (productType === 'category') return { ...nothing, categories: [productId] }
  if (productType === 'project') return { ...nothing, monitoredProjects: [productId] }
  return { ...nothing, monitoredGroups: [`${productId}/${groupId ?? WHOLE_LIST}`] }
}

/** Instead of a group's number: every group of the list. */
export const WHOLE_LIST = 0

/** Where a view is read. */
export const viewAddress = (key: string): string => `/feed?product=${key}`
