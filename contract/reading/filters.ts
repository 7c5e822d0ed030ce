/** Saved filters: what a person narrows their feed to. */
import { Type, type Static } from 'typebox'
import { call, longBody } from '../call.ts'
import { LocationSchema } from '../watching/locations.ts'
import { messageKinds, NetworkSchema, sourceKinds } from '../networks.ts'
import { ById } from '../schemas.ts'
import { LeadStatusSchema } from './lead-mark.ts'

export const pageSizes = [10, 20, 50, 100] as const
const DEFAULT_PAGE_SIZE = 20

/** How sure it is that someone looks for something: холодный, тёплый, горячий. */
export const intentLevels = ['cold', 'warm', 'hot'] as const
export type IntentLevel = (typeof intentLevels)[number]

export const handledModes = ['hide', 'show', 'only'] as const
/** How several included words combine. */
export const wordsModes = ['any', 'all'] as const

export const filterWordLimits = { words: 200, letters: 100 }
/**
 * Words as a person typed them. They are stored as rules/filters/words.ts reads them: one word each, or a phrase in double
 * quotes; a leading «!» of an included one makes it an excluded one.
 */
const Words = Type.Array(Type.String({ minLength: 1, maxLength: filterWordLimits.letters }), {
  maxItems: filterWordLimits.words,
})

/** A moment as ISO 8601; null for an open end. */
const Moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

export const FilterFieldsSchema = Type.Object({
  includedWords: Words,
  /** Is any of the included words enough, or must all of them be there? */
  wordsMode: Type.Enum([...wordsModes]),
  excludedWords: Words,
  exactMatch: Type.Boolean(),
  locations: Type.Array(LocationSchema, { maxItems: 200 }),
  /** Beside the chosen locations, also messages whose place is not known; without chosen ones it narrows nothing. */
  undefinedLocations: Type.Boolean(),
  networks: Type.Array(NetworkSchema, { maxItems: 20 }),
  sourceKinds: Type.Array(Type.Enum([...sourceKinds]), { maxItems: 20 }),
  /** Products: what fits any of the three lists is shown; three empty lists are all there is. */
  categories: Type.Array(Type.Integer(), { maxItems: 200 }),
  monitoredProjects: Type.Array(Type.Integer(), { maxItems: 200 }),
  /** `groupsetId/groupId`; `groupsetId/0` is the whole list. */
  monitoredGroups: Type.Array(Type.String({ pattern: '^[0-9]{1,15}/[0-9]{1,15}$' }), { maxItems: 1000 }),
  kind: Type.Enum(['all', ...messageKinds]),
  /** Recent days and a range exclude each other: choosing one clears the other; of both at once the range stays. */
  recentDays: Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(7), Type.Null()]),
  fromDate: Moment,
  toDate: Moment,
  onlyFavorites: Type.Boolean(),
  onlyWithNotes: Type.Boolean(),
  /** Instead of what the black list leaves over: what it holds back. */
  onlyBlackList: Type.Boolean(),
  /** `no` hides spam, `yes` shows nothing else, `ignore` makes no difference. */
  spam: Type.Enum(['yes', 'no', 'ignore']),
  /** What the reader is done with: left out, shown with the rest, or nothing else; in a team's filter too it is the reader's own. */
  handled: Type.Enum([...handledModes]),
  /** How far the work on it is, in the reader's team; what no one has touched is `new`. Empty: no matter. */
  leadStatuses: Type.Array(LeadStatusSchema, { maxItems: 10 }),
  /** Who has it: the reader, also in a team's filter; no one; someone of the team by their id. Empty: no matter. */
  assignees: Type.Array(Type.String({ pattern: '^(me|none|[1-9][0-9]{0,14})$' }), { maxItems: 200 }),
  /** From how sure a request on: everything, warm and hot, hot only. */
  intent: Type.Enum([...intentLevels]),
  /** Hides what the reader's own marks speak against; in a team's filter too it is the reader's own. */
  learned: Type.Boolean(),
  /** Push notices of new messages. */
  push: Type.Boolean(),
  /** The panel stands open. */
  open: Type.Boolean(),
  limit: Type.Enum([...pageSizes]),
})
export type FilterFields = Static<typeof FilterFieldsSchema>

export const FilterSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** The first filter of everybody, «Дефолтная»: it can be changed, not deleted. */
  isDefault: Type.Boolean(),
  /** A team's filter is seen by everybody who is in a team with its maker, and changed by them and by the owner of such a team. */
  scope: Type.Enum(['local', 'team']),
  /** Did the asker make it? Only such ones are put in order. */
  own: Type.Boolean(),
  /** May the asker change and delete it? */
  editable: Type.Boolean(),
  ...FilterFieldsSchema.properties,
})
export type Filter = Static<typeof FilterSchema>

/** What came for a filter since its reader read its first page. */
export interface FilterUpdates {
  count: number
  /** The newest of it in a few words. */
  snippet: string | null
}

/**
 * A filter as its reader has it before them. Each browser reads up to a place of its own, so that counting starts there and
 * not on the server (`setFeedListener`); `updates` is null as long as nothing is counted for sure.
 */
export interface LiveFilter extends Filter {
  updates: FilterUpdates | null
}

export const DEFAULT_FILTER_NAME = 'Дефолтная'

export const emptyFilter: FilterFields = {
  includedWords: [],
  wordsMode: 'any',
  excludedWords: [],
  exactMatch: false,
  locations: [],
  undefinedLocations: false,
  networks: [],
  sourceKinds: [],
  categories: [],
  monitoredProjects: [],
  monitoredGroups: [],
  kind: 'all',
  recentDays: null,
  fromDate: null,
  toDate: null,
  onlyFavorites: false,
  onlyWithNotes: false,
  onlyBlackList: false,
  spam: 'no',
  handled: 'hide',
  leadStatuses: [],
  assignees: [],
  intent: 'cold',
  learned: false,
  push: false,
  open: false,
  limit: DEFAULT_PAGE_SIZE,
}

/** A person's own filters, deleted ones left out. */
export const MAX_FILTERS = 50
export const MAX_FILTER_NAME = 60
/** Trimmed; of a blank one FILTER_NAME_REQUIRED says more than a validation error would. */
const Name = Type.String({ maxLength: MAX_FILTER_NAME })
const Scope = Type.Enum(['local', 'team'])
const One = Type.Object({ filter: FilterSchema })

export const filters = {
  /** The own ones in their order, the default one first; then the team's. */
  listFilters: call('GET', '/filter/list', {
    byNotice: true,
    access: 'customer',
    scope: 'filters:read',
    teamNeed: 'view',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ filters: Type.Array(FilterSchema) }),
  }),
  /** Fields that are not given are those of an empty filter. */
  createFilter: call('POST', '/filter', {
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    rateLimit: { count: 60, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({ name: Name, scope: Type.Optional(Scope), ...Type.Partial(FilterFieldsSchema).properties }),
    result: One,
  }),
  /** Changes what is given. The default filter keeps its name and its scope: other ones are refused. */
  updateFilter: call('PUT', '/filter/:id', {
    byNotice: true,
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    maxBody: longBody,
    input: Type.Object({
      id: Type.Integer(),
      name: Type.Optional(Name),
      scope: Type.Optional(Scope),
      ...Type.Partial(FilterFieldsSchema).properties,
    }),
    result: One,
  }),
  /** A filter of one's own with the same fields: a local one, whatever the scope of the other. */
  copyFilter: call('POST', '/filter/:id/copy', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'change',
    rateLimit: { count: 60, seconds: 60 },
    input: Type.Object({ id: Type.Integer(), name: Name, push: Type.Optional(Type.Boolean()) }),
    result: One,
  }),
  deleteFilter: call('DELETE', '/filter/:id', {
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    input: ById,
    result: Type.Object({}),
  }),
  /** Takes a deletion back, for a day. */
  restoreFilter: call('PUT', '/filter/:id/restore', {
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    input: ById,
    result: One,
  }),
  /** The own filters in a new order; those left out follow in their old one, the default one stays first. Answers as listFilters does. */
  orderFilters: call('PUT', '/filter/order', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'change',
    input: Type.Object({ ids: Type.Array(Type.Integer(), { maxItems: MAX_FILTERS }) }),
    result: Type.Object({ filters: Type.Array(FilterSchema) }),
  }),
}

export const filtersSignals = {
  /** A colleague or another tab changed, added or deleted a filter the reader sees. */
  'filters.changed': Type.Object({}),
}
