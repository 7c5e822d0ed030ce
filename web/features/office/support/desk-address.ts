/** The desk in its address: what is looked for, who is open beside the list, and which list of theirs. */
import { heldTypes, personPlaces, type PeopleFilters, type PersonPlace } from '../../../../contract/office/support.ts'
import { productTypes } from '../../../../contract/access/subscriptions.ts'
import { hashWithPage } from '../../../../rules/paging/page-hash.ts'

export interface SupportDeskAddress {
  filters: PeopleFilters
  /** Null: no one is open. */
  user: number | null
  place: PersonPlace
}

/** The list of the open person, in the hash. */
export const PERSON_LIST = 'person'

const LONGEST_WORDS = 100

type Reader = (written: string) => string | number | undefined

const oneOf =
  (values: readonly string[]): Reader =>
  (written) =>
    values.includes(written) ? written : undefined
const number =
  (most: number): Reader =>
  (written) =>
    /^[1-9]\d{0,14}$/.test(written) && Number(written) <= most ? Number(written) : undefined
const words: Reader = (written) => (written.trim() === '' ? undefined : written.slice(0, LONGEST_WORDS))
const day: Reader = (written) => (/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(written) ? written : undefined)

/** How each filter is read; in this order they stand in the address. */
const readers: Record<keyof PeopleFilters, Reader> = {
  search: words,
  email: words,
  phone: words,
  name: words,
  id: number(Number.MAX_SAFE_INTEGER),
  regFrom: day,
  regTo: day,
  product: oneOf(productTypes),
  category: number(Number.MAX_SAFE_INTEGER),
  type: oneOf(heldTypes),
  expiring: number(365),
  paid: oneOf(['ever', 'never']),
  team: oneOf(['owner', 'member']),
  partner: oneOf(['partner', 'brought']),
  broughtBy: number(Number.MAX_SAFE_INTEGER),
  seenFrom: day,
  seenTo: day,
}
const names = Object.keys(readers) as (keyof PeopleFilters)[]

/** What can't be read is not asked for. */
export function readAddress(search: string): SupportDeskAddress {
  const parameters = new URLSearchParams(search)
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = readers[name](parameters.get(name) ?? '')
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return {
    filters,
    user: (number(Number.MAX_SAFE_INTEGER)(parameters.get('user') ?? '') as number | undefined) ?? null,
    place: personPlaces.find((each) => each === parameters.get('place')) ?? 'details',
  }
}

export function writeAddress({ filters, user, place }: SupportDeskAddress): string {
  const parameters = new URLSearchParams()
  for (const name of names) {
    const value = filters[name]
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  if (user !== null) parameters.set('user', String(user))
  if (user !== null && place !== 'details') parameters.set('place', place)
  const written = parameters.toString()
  return written === '' ? '' : `?${written}`
}

/** Another filter begins its list again; another person or list of theirs begins theirs. */
export const hashAfter = (hash: string, changed: { filters: boolean }): string =>
  hashWithPage(changed.filters ? hashWithPage(hash, 1) : hash, 1, PERSON_LIST)

/** How many filters are set, not counting the search field. */
export const countSet = ({ search: _search, ...filters }: PeopleFilters): number => Object.keys(filters).length
