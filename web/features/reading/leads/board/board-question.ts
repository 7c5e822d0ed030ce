/** What the board asks the server, and whether a lead belongs to what was asked. */
import { emptyFilter, type FilterFields } from '../../../../../contract/reading/filters.ts'
import { FORGOTTEN_AFTER_MINUTES, type Lead, type LeadStatus } from '../../../../../contract/reading/leads.ts'
import { readView, viewFields, viewKey } from '../../../../../rules/filters/views.ts'
import type { Input } from '../../../../kit/calls/ask.ts'
import type { AskedLeads } from './leads-address.ts'

export type LeadQuestion = Omit<Input<'leads', 'listLeads'>, 'page'>

/** So many stand in a column at first, and come with each press. */
export const ON_PAGE = 20

/** Whatever status and list: what is counted. */
export function countQuestion({ whose, find, product }: AskedLeads): LeadQuestion {
  const words = find.trim()
  return {
    limit: ON_PAGE,
    ...(whose !== 'all' && { whose }),
    ...(words !== '' && { find: words }),
    ...(product !== null && { product }),
  }
}

/** Those of one status, or of all. */
export function leadQuestion(asked: AskedLeads, status: LeadStatus | null): LeadQuestion {
  const { list } = asked
  return {
    ...countQuestion(asked),
    ...((list === 'due' || list === 'forgotten') && { list }),
    ...(status !== null && { status }),
  }
}

/**
 * New leads that no one touched are messages of the feed: hot ones of the last days. What someone has, or was reminded of, is none of them.
 */
export const areNewFromFeed = ({ whose, list }: AskedLeads): boolean =>
  (whose === 'all' || whose === 'mine' || whose === 'none') && (list === 'all' || list === 'stale')

export interface NewQuestion {
  filter: FilterFields
  search?: string
}

/** @param now in milliseconds; what is older than an hour by then is stale */
export function newQuestion({ find, product, list }: AskedLeads, now: number): NewQuestion {
  const words = find.trim()
  const viewed = product === null ? null : readView(product)
  return {
    filter: {
      ...emptyFilter,
      ...(viewed && viewFields(viewed)),
      intent: 'hot',
      leadStatuses: ['new'],
      ...(list === 'stale'
        ? {
            fromDate: new Date(now - 3 * DAY).toISOString(),
            toDate: new Date(now - FORGOTTEN_AFTER_MINUTES * 60_000).toISOString(),
          }
        : { recentDays: 3 }),
    },
    ...(words !== '' && { search: words }),
  }
}
const DAY = 86_400_000

/** Of what is looked for by words only the server knows. */
export function belongs(lead: Lead, { whose, product, find, list }: AskedLeads, myId: number): boolean {
  if (find.trim() !== '' || list !== 'all') return false
  if (product !== null && viewKey({ productType: lead.product.type, productId: lead.product.id }) !== product)
    return false
  const assigneeId = lead.assignee?.id ?? null
  if (whose === 'mine') return assigneeId === myId
  if (whose === 'none') return assigneeId === null
  return whose === 'all' || assigneeId === Number(whose)
}
