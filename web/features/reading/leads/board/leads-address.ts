/** What of the leads is shown stands in the address: `?view=list&whose=mine&list=due&q=кошки&product=category:5&status=inWork&lead=12`. */
import { leadStatuses, type LeadStatus } from '../../../../../contract/reading/leads.ts'
import { VIEW_OF_EVERYTHING, readView } from '../../../../../rules/filters/views.ts'

export const leadViews = ['board', 'list', 'funnel'] as const
export type LeadView = (typeof leadViews)[number]

/** `stale`: new, hot, and for too long no one's. */
export const boardLists = ['all', 'due', 'forgotten', 'stale'] as const
export type BoardList = (typeof boardLists)[number]

export interface AskedLeads {
  view: LeadView
  /** `all`, `mine`, `none`, or the id of one of the team. */
  whose: string
  list: BoardList
  find: string
  /** `category:5` */
  product: string | null
  /** Of a list the only one; on a phone the column that is shown. */
  status: LeadStatus | null
  /** The lead that is shown whole. */
  lead: number | null
}

export const usualLeads: AskedLeads = {
  view: 'board',
  whose: 'all',
  list: 'all',
  find: '',
  product: null,
  status: null,
  lead: null,
}

/** As much of the words that are looked for as the server reads. */
export const MOST_FIND = 200

export function readAskedLeads(search: string): AskedLeads {
  const parameters = new URLSearchParams(search)
  const one = <Value extends string>(values: readonly Value[], name: string): Value | undefined =>
    values.find((each) => each === parameters.get(name))
  const whose = parameters.get('whose') ?? ''
  const product = parameters.get('product')
  const lead = /^[1-9]\d{0,14}$/.exec(parameters.get('lead') ?? '')
  return {
    view: one(leadViews, 'view') ?? usualLeads.view,
    whose: /^(mine|none|[1-9]\d{0,14})$/.test(whose) ? whose : usualLeads.whose,
    list: one(boardLists, 'list') ?? usualLeads.list,
    find: (parameters.get('q') ?? '').slice(0, MOST_FIND),
    product:
      product !== null && product !== VIEW_OF_EVERYTHING && !product.includes('/') && readView(product)
        ? product
        : null,
    status: one(leadStatuses, 'status') ?? null,
    lead: lead && Number(lead[0]),
  }
}

const names = {
  view: 'view',
  whose: 'whose',
  list: 'list',
  find: 'q',
  product: 'product',
  status: 'status',
  lead: 'lead',
} as const

/** Only what is other than usual is written. */
export function leadsAddress(asked: AskedLeads): string {
  const written = new URLSearchParams()
  for (const [field, name] of Object.entries(names) as [keyof AskedLeads, string][])
    if (asked[field] !== usualLeads[field]) written.set(name, String(asked[field]))
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}
