/** Categories: seeded and kept lists of queries for people who look for a service. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { CategorySchema } from '../category.ts'
import { SampleSchema } from './projects.ts'

/** Spec §5 Category search. */
export const MAX_SEARCH_KEYWORDS = 10

export const FoundCategorySchema = Type.Object({
  category: CategorySchema,
  slug: Type.String(),
  /** The keywords that it meets, as they were asked for. */
  keywords: Type.Array(Type.String()),
  /** Its messages of the stored days that the keywords meet, and all there are; copies count once. */
  found: Type.Integer(),
  of: Type.Integer(),
  /** Its own queries hold the keywords. */
  inQueries: Type.Boolean(),
  /** Some that the keywords meet, or, where all of those are too new to be shown, others of the category. */
  samples: Type.Array(SampleSchema),
  samplesFit: Type.Boolean(),
})
export type FoundCategory = Static<typeof FoundCategorySchema>

const PlaceLink = Type.Object({ slug: Type.String(), name: Type.String() })
const Slug = Type.String({ pattern: '^[a-z0-9-]{1,60}$' })

export const categories = {
  listCategories: call('GET', '/category/list', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ categories: Type.Array(Type.Object({ ...CategorySchema.properties, slug: Type.String() })) }),
  }),
  /** Which categories bring what these words are about: the best first. Samples are as old as a trial shows them, and name no one. */
  searchCategories: call('POST', '/category/search', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    rateLimit: { count: 60, seconds: 60 },
    guestRateLimit: { count: 15, seconds: 60 },
    input: Type.Object({
      keywords: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: MAX_SEARCH_KEYWORDS,
      }),
      operator: Type.Enum(['AND', 'OR']),
    }),
    result: Type.Object({
      categories: Type.Array(FoundCategorySchema),
      /** Messages of the stored days that the keywords meet, whether a category has them or not: what a project would find. */
      found: Type.Integer(),
      days: Type.Number(),
    }),
  }),
  /** A category and what it brought, newest first, as old as a trial shows it, naming no one. */
  getCategory: call('GET', '/category/:slug', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    rateLimit: { count: 120, seconds: 60 },
    input: Type.Object({
      slug: Slug,
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    }),
    result: Type.Object({
      category: CategorySchema,
      /** As it is now: it may have been asked for by an address it had before. */
      slug: Type.String(),
      /** Its messages of the stored days, copies counted once, and how many days those are by now. */
      heard: Type.Integer(),
      days: Type.Number(),
      /** What it costs from, in roubles a month; null: not on sale. */
      priceFrom: Type.Union([Type.Number(), Type.Null()]),
      /** Whom or what its people look for, in the accusative: «фотографа»; null: there are no such words. */
      sought: Type.Union([Type.String(), Type.Null()]),
      /** What it looks for, some of it, in words. */
      examples: Type.Array(Type.String()),
      samples: Type.Array(SampleSchema),
      page: Type.Integer(),
      pages: Type.Integer(),
      /** Big cities with enough of its messages for a page of their own, those with the most first. */
      cities: Type.Array(PlaceLink),
    }),
  }),
  /** A category in one big city: refused with CATEGORY_NOT_FOUND where there is no such category or city, or hardly a message. */
  getCategoryCity: call('GET', '/category/:slug/city/:city', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    rateLimit: { count: 120, seconds: 60 },
    input: Type.Object({ slug: Slug, city: Slug }),
    result: Type.Object({
      category: CategorySchema,
      /** As it is now. */
      slug: Type.String(),
      city: PlaceLink,
      /** Whom or what its people look for, in the accusative: «фотографа»; null: there are no such words. */
      sought: Type.Union([Type.String(), Type.Null()]),
      /** As of a category; its messages from this city alone. */
      heard: Type.Integer(),
      days: Type.Number(),
      priceFrom: Type.Union([Type.Number(), Type.Null()]),
      samples: Type.Array(SampleSchema),
      /** The others. */
      cities: Type.Array(PlaceLink),
    }),
  }),
  /** The newest message of each popular category, as old as a trial shows it, naming no one. */
  listCategorySamples: call('GET', '/category-samples', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    guestRateLimit: { count: 60, seconds: 60 },
    input: Type.Object({}),
    result: Type.Object({
      samples: Type.Array(Type.Object({ name: Type.String(), slug: Type.String(), sample: SampleSchema })),
    }),
  }),
}
