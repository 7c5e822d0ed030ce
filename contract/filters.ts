/** Saved filters: what a person narrows his feed to. */
import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { messageKinds, NetworkSchema } from './networks.ts'

export const pageSizes = [10, 20, 50, 100] as const
const DEFAULT_PAGE_SIZE = 20

/** A word as a person typed it; a leading «!» in the word input marks an excluded one and is taken off before it is stored. */
const Words = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 200 })

/** A day as `YYYY-MM-DD` or a moment, both as ISO 8601; null for an open end. */
const Moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

export const FilterFieldsSchema = Type.Object({
  includedWords: Words,
  excludedWords: Words,
  exactMatch: Type.Boolean(),
  resources: Type.Array(NetworkSchema, { maxItems: 20 }),
  categories: Type.Array(Type.Integer(), { maxItems: 200 }),
  messageType: Type.Enum(['all', ...messageKinds]),
  recentDays: Type.Union([Type.Literal(1), Type.Literal(3), Type.Literal(7), Type.Null()]),
  fromDate: Moment,
  toDate: Moment,
  limit: Type.Enum([...pageSizes]),
})
export type FilterFields = Static<typeof FilterFieldsSchema>

export const FilterSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** The first filter of everybody, «Дефолтная»: it can be changed, not deleted. */
  isDefault: Type.Boolean(),
  scope: Type.Enum(['local', 'team']),
  ...FilterFieldsSchema.properties,
})
export type Filter = Static<typeof FilterSchema>

export const DEFAULT_FILTER_NAME = 'Дефолтная'

export const emptyFilter: FilterFields = {
  includedWords: [],
  excludedWords: [],
  exactMatch: false,
  resources: [],
  categories: [],
  messageType: 'all',
  recentDays: null,
  fromDate: null,
  toDate: null,
  limit: DEFAULT_PAGE_SIZE,
}

export const filters = {
  listFilters: call('GET', '/filter/list', {
    who: 'customer',
    input: Type.Object({}),
    result: Type.Object({ filters: Type.Array(FilterSchema) }),
  }),
  /** Changes the fields that are given. */
  updateFilter: call('PUT', '/filter/:id', {
    who: 'customer',
    input: Type.Object({ id: Type.Integer(), ...Type.Partial(FilterFieldsSchema).properties }),
    result: Type.Object({ filter: FilterSchema }),
  }),
}
