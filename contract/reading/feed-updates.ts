/** What came for a filter, a view or a list that is narrowed for a while, since it was read. */
import { Type, type Static } from 'typebox'
import { Nullable } from '../schemas.ts'

export const FeedUpdateSchema = Type.Object({
  filterId: Type.Integer(),
  /** How many items came for the filter in (since, seqId]. */
  count: Type.Integer(),
  /** The newest of them in a few words; null when count is 0. */
  snippet: Nullable(Type.String()),
  /** Items above this seqId are not counted in yet, those up to `since` were counted before. */
  since: Type.Integer(),
  seqId: Type.Integer(),
})
export type FeedUpdate = Static<typeof FeedUpdateSchema>

/** A view: `all`, `category:5`, `project:3`, a list of groups `group:2` or one group of it `group:2/17` (rules/filters/views.ts). */
export const ViewKeySchema = Type.String({
  pattern: '^(all|(category|project|group):[1-9][0-9]{0,14}|group:[1-9][0-9]{0,14}/[1-9][0-9]{0,14})$',
  maxLength: 64,
})
/**
 * What is read by no saved filter and no view: a filter that is not saved, or one of them searched. The client names it, each time by another
 * number, so that what is sent of the one before is not taken for its own.
 */
export const NarrowedKeySchema = Type.String({ pattern: '^narrowed:[1-9][0-9]{0,8}$' })
/** So many views are counted for one socket; anyone who sees more products has the others without a number. */
export const MAX_VIEWS = 75

/** The same of a view, counted no further than one above the badge; or of what was named as `narrowed`. */
export const ViewUpdateSchema = Type.Object({
  view: Type.Union([ViewKeySchema, NarrowedKeySchema]),
  count: Type.Integer(),
  snippet: Nullable(Type.String()),
  since: Type.Integer(),
  seqId: Type.Integer(),
})
export type ViewUpdate = Static<typeof ViewUpdateSchema>
