/** What of the list of groups is shown stands in the address: `?list=team&q=кошки&resource=vk&sort=name&order=asc&limit=50&page=2`. */
import { groupPageSizes, groupSorts } from '../../../../contract/watching/groups.ts'
import { networks, type Network } from '../../../../contract/networks.ts'
import { pageInSearch } from '../../../../rules/paging/page-hash.ts'

export interface AskedGroups {
  /** The list of the team, beside one's own. */
  team: boolean
  search: string
  network: Network | null
  sort: (typeof groupSorts)[number]
  order: 'asc' | 'desc'
  limit: (typeof groupPageSizes)[number]
  page: number
}

const usual: AskedGroups = {
  team: false,
  search: '',
  network: null,
  sort: 'createdAt',
  order: 'desc',
  limit: groupPageSizes[0],
  page: 1,
}

export function readAskedGroups(query: string): AskedGroups {
  const asked = new URLSearchParams(query)
  return {
    team: asked.get('list') === 'team',
    search: (asked.get('q') ?? '').slice(0, 100),
    network: networks.find((each) => each === asked.get('resource')) ?? null,
    sort: groupSorts.find((each) => each === asked.get('sort')) ?? usual.sort,
    order: asked.get('order') === 'asc' ? 'asc' : 'desc',
    limit: groupPageSizes.find((each) => String(each) === asked.get('limit')) ?? usual.limit,
    page: pageInSearch(asked, 100_000),
  }
}

/** Only what is other than usual is written. */
export function groupsAddress(asked: AskedGroups): string {
  const written = new URLSearchParams()
  if (asked.team) written.set('list', 'team')
  if (asked.search !== '') written.set('q', asked.search)
  if (asked.network !== null) written.set('resource', asked.network)
  for (const name of ['sort', 'order', 'limit', 'page'] as const)
    if (asked[name] !== usual[name]) written.set(name, String(asked[name]))
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}
