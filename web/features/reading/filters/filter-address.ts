/**
 * A filter in the address. `?filter=12` names a saved one, `?product=project:3` a view (rules/filters/views.ts). Fields in the
 * address are a draft: a filter that is not saved, such as one that someone sent; `?filter=12&…` and `?product=project:3&…` are
 * drafts that were made from a saved one and from a view. Of the fields those are
 * written that differ from the empty filter, in words that can be read: `?words=ремонт,кухня&not=вакансия&network=vk,ok`.
 */
import {
  emptyFilter,
  handledModes,
  intentLevels,
  MAX_FILTER_NAME,
  pageSizes,
  wordsModes,
  type FilterFields,
} from '../../../../contract/reading/filters.ts'
import { leadStatuses } from '../../../../contract/reading/lead-mark.ts'
import type { Location, LocationType } from '../../../../contract/watching/locations.ts'
import { messageKinds, networks, sourceKinds } from '../../../../contract/networks.ts'
import { choosePeriod } from '../../../../rules/filters/period.ts'
import { readView } from '../../../../rules/filters/views.ts'
import { findTooManyWords, readFilterWords } from '../../../../rules/filters/words.ts'

export interface FilterAddress {
  /** The saved filter; null when none is named; `unknown` when what is named cannot be one. */
  filterId: number | 'unknown' | null
  /** The key of the view; likewise. A saved filter beside it is not looked at. */
  view: string | 'unknown' | null
  draft: { fields: FilterFields; name: string | null } | null
}

/** How the fields stand in an address; those that are missing here stay with anyone who reads it. */
const names = {
  includedWords: 'words',
  wordsMode: 'mode',
  excludedWords: 'not',
  exactMatch: 'exact',
  locations: 'place',
  undefinedLocations: 'noplace',
  networks: 'network',
  sourceKinds: 'source',
  categories: 'category',
  monitoredProjects: 'project',
  monitoredGroups: 'group',
  kind: 'type',
  recentDays: 'days',
  fromDate: 'from',
  toDate: 'to',
  onlyFavorites: 'favorites',
  onlyWithNotes: 'notes',
  onlyBlackList: 'blacklist',
  spam: 'spam',
  handled: 'handled',
  leadStatuses: 'lead',
  assignees: 'assignee',
  intent: 'intent',
  learned: 'learned',
  limit: 'limit',
} as const satisfies Partial<Record<keyof FilterFields, string>>

const placeLetters: Record<LocationType, string> = { country: 'c', region: 'r', town: 't' }

/** Without the leading «?». An empty filter is a draft too: it says what is so by itself, `spam=no`. */
export function packFilter(
  fields: FilterFields,
  {
    filterId,
    view,
    name,
  }: { filterId?: number | undefined; view?: string | undefined; name?: string | undefined } = {},
): string {
  const written = (Object.keys(names) as (keyof typeof names)[])
    .filter((field) => JSON.stringify(fields[field]) !== JSON.stringify(emptyFilter[field]))
    .map((field) => `${names[field]}=${readable(write(fields[field]))}`)
  return [
    ...(filterId === undefined ? [] : [`filter=${filterId}`]),
    ...(view === undefined ? [] : [`product=${view}`]),
    ...(name === undefined ? [] : [`name=${readable(name)}`]),
    ...(written.length > 0 ? written : ['spam=no']),
  ].join('&')
}

/** What an address says; what it says wrongly is left out. */
export function unpackFilter(search: string): FilterAddress {
  const parameters = new URLSearchParams(search)
  const id = parameters.get('filter')
  const filterId = id === null ? null : /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 'unknown'
  const key = parameters.get('product')
  const view = key === null || readView(key) !== undefined ? key : 'unknown'
  const fields = readFields(parameters)
  if (Object.keys(fields).length === 0) return { filterId, view, draft: null }
  const name = parameters.get('name')?.trim().slice(0, MAX_FILTER_NAME) || null
  return { filterId, view, draft: { fields: { ...emptyFilter, ...fields }, name } }
}

function readFields(parameters: URLSearchParams): Partial<FilterFields> {
  const fields: Partial<FilterFields> = {}
  const get = (field: keyof typeof names): string | null => parameters.get(names[field])
  const list = (field: keyof typeof names): string[] => (get(field) ?? '').split(',').filter((each) => each !== '')
  const put = <Field extends keyof FilterFields>(field: Field, value: FilterFields[Field] | undefined): void => {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) fields[field] = value
  }

  const words = readFilterWords({ includedWords: list('includedWords'), excludedWords: list('excludedWords') })
  if (findTooManyWords(words) === null) {
    put('includedWords', words.includedWords)
    put('excludedWords', words.excludedWords)
  }
  put('locations', distinctPlaces(list('locations').flatMap(readPlace)).slice(0, 200))
  put('networks', known(networks, list('networks')))
  put('sourceKinds', known(sourceKinds, list('sourceKinds')))
  put('categories', distinct(list('categories').filter(isId).map(Number)).slice(0, 200))
  put('monitoredProjects', distinct(list('monitoredProjects').filter(isId).map(Number)).slice(0, 200))
  put(
    'monitoredGroups',
    distinct(list('monitoredGroups').filter((each) => /^\d{1,15}\/\d{1,15}$/.test(each))).slice(0, 1000),
  )
  put('leadStatuses', known(leadStatuses, list('leadStatuses')))
  put('assignees', distinct(list('assignees').filter((each) => /^(me|none|[1-9]\d{0,14})$/.test(each))).slice(0, 200))
  put('wordsMode', one(wordsModes, get('wordsMode')))
  put('kind', one(['all', ...messageKinds], get('kind')))
  put('spam', one(['yes', 'no', 'ignore'], get('spam')))
  put('handled', one(handledModes, get('handled')))
  put('intent', one(intentLevels, get('intent')))
  put('recentDays', one(['1', '3', '7'], get('recentDays')) && (Number(get('recentDays')) as 1 | 3 | 7))
  put(
    'limit',
    pageSizes.find((size) => String(size) === get('limit')),
  )
  put('fromDate', readMoment(get('fromDate')))
  put('toDate', readMoment(get('toDate')))
  for (const field of [
    'exactMatch',
    'undefinedLocations',
    'onlyFavorites',
    'onlyWithNotes',
    'onlyBlackList',
    'learned',
  ] as const) {
    if (get(field) === '1') put(field, true)
  }
  // Of recent days and a range in one address the range stays, and the other is dropped without a word.
  if (fields.fromDate || fields.toDate) delete fields.recentDays
  return choosePeriod(fields)
}

function write(value: FilterFields[keyof typeof names]): string {
  if (value === true) return '1'
  if (!Array.isArray(value))
    return typeof value === 'string' && /^\d{4}-/.test(value) ? shortMoment(value) : String(value)
  return value
    .map((each) => (typeof each === 'object' ? `${placeLetters[each.type]}${each.id}` : String(each)))
    .join(',')
}

/** A place without its name, which is asked for when it is to be shown. */
function readPlace(text: string): Location[] {
  const [, letter, id] = /^([crt])(\d{1,15})$/.exec(text) ?? []
  const type = (Object.keys(placeLetters) as LocationType[]).find((each) => placeLetters[each] === letter)
  return type === undefined ? [] : [{ type, id: Number(id), name: '' }]
}

/** Seconds say nothing where there are none. */
function shortMoment(moment: string): string {
  return new Date(moment).toISOString().replace(/(:00)?\.000Z$/, 'Z')
}

function readMoment(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** Letters of any alphabet stay as they are, so that a sent address can be read; every other sign that an address may trip over is escaped. */
function readable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\p{L}\p{N}\-_.,/:@]/gu, (sign) => encodeURIComponent(sign).replace(/[!'()*]/g, escapeSign))
}

const escapeSign = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)
const distinct = <Value>(values: Value[]): Value[] => [...new Set(values)]
const distinctPlaces = (places: Location[]): Location[] => [
  ...new Map(places.map((place) => [place.id, place])).values(),
]

function one<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text)
}

function known<Value extends string>(values: readonly Value[], texts: string[]): Value[] {
  return values.filter((value) => texts.includes(value))
}
