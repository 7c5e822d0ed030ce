/** What those who keep the categories do: change a draft, see what it would bring, publish it, go back to what was. */
import { Type, type Static } from 'typebox'
import { call, longBody } from '../call.ts'
import { Id, Nullable } from '../schemas.ts'
import { SampleSchema } from './projects.ts'

/** In letters; `lines` in queries of each list. */
export const categoryLimits = {
  name: 60,
  slug: 60,
  description: 300,
  note: 300,
  queries: 60_000,
  topics: 20_000,
  excluded: 30_000,
  lines: 400,
}

/** In the address of its page. A letter must be in it: a number alone is that of a category that has no address yet. */
export const slugPattern = '^(?=.*[a-z])[a-z0-9][a-z0-9-]{1,59}$'

/** The lists of queries: what lets a message in, what it is about (judged whether it asks), what keeps it away. */
export const queryLists = ['queries', 'topics', 'excluded'] as const
export type QueryList = (typeof queryLists)[number]

/** A query of our language a line; blank lines are none. */
const Lines = (maxLength: number) => Type.String({ maxLength })
const listFields = {
  queries: Lines(categoryLimits.queries),
  topics: Lines(categoryLimits.topics),
  excluded: Lines(categoryLimits.excluded),
}
export const CategoryListsSchema = Type.Object(listFields)
export type CategoryLists = Static<typeof CategoryListsSchema>

/** All that is edited of a category. A draft may be unfinished: what is wrong with it is refused when it is published. */
export const CategoryContentSchema = Type.Object({
  name: Type.String({ maxLength: categoryLimits.name }),
  slug: Type.String({ maxLength: categoryLimits.slug }),
  icon: Type.String({ maxLength: 60 }),
  free: Type.Boolean(),
  description: Type.String({ maxLength: categoryLimits.description }),
  ...listFields,
})
export type CategoryContent = Static<typeof CategoryContentSchema>

/** What a new one begins with. */
export const emptyContent: CategoryContent = {
  name: '',
  slug: '',
  icon: 'users',
  free: false,
  description: '',
  queries: '',
  topics: '',
  excluded: '',
}

/** So many categories may wait to be published for the first time. */
export const MOST_NEW_CATEGORIES = 50

export const CategoryMistakeSchema = Type.Object({
  list: Type.Enum([...queryLists]),
  /** The line, from 0. */
  line: Type.Integer(),
  /** Where in the line: [from, to). */
  from: Type.Integer(),
  to: Type.Integer(),
  message: Type.String(),
})
export type CategoryMistake = Static<typeof CategoryMistakeSchema>

const EditedBy = Type.Object({
  /** Null: the account is gone. */
  name: Nullable(Type.String()),
  at: Type.String(),
})

/** From which state someone began: what has moved on meanwhile is refused as CATEGORY_ALREADY_CHANGED. */
const began = {
  /** Of the draft; null: there was none. */
  revision: Nullable(Type.String({ maxLength: 40 })),
  /** The version that was published; 0: none was recorded. */
  base: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
}
const VersionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const note = Type.String({ maxLength: categoryLimits.note })

export const EditedCategorySchema = Type.Object({
  id: Type.Integer(),
  /** As it is published; of one that never was, as its draft says. */
  name: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  free: Type.Boolean(),
  /** `new` was never published; `seeded` follows the shipped list; `edited` no longer does. */
  state: Type.Enum(['new', 'seeded', 'edited']),
  /** Who changed the draft last. */
  draft: Nullable(EditedBy),
  /** Messages of the last seven days without copies, as its page counts them, and people who see it by a subscription. */
  found: Type.Integer(),
  subscribers: Type.Integer(),
})
export type EditedCategory = Static<typeof EditedCategorySchema>

const versionKinds = ['found', 'published', 'restored', 'seeded'] as const

export const CategoryVersionSchema = Type.Object({
  number: Type.Integer(),
  /** `found`: as it stood before an editor changed it; `seeded`: given back to the shipped list; `restored`: an earlier one again. */
  kind: Type.Enum([...versionKinds]),
  restored: Nullable(Type.Integer()),
  note: Type.String(),
  by: EditedBy,
})
export type CategoryVersion = Static<typeof CategoryVersionSchema>

const Sample = Type.Object({
  ...SampleSchema.properties,
  /** Why it is hardly wanted: advertising or spam, or no request at all. */
  suspicion: Nullable(Type.Enum(['unwanted', 'cold'])),
})
/** Messages of the stored days: how many, and some of them. */
const Moved = Type.Object({ count: Type.Integer(), samples: Type.Array(Sample) })

export const CategoryPreviewSchema = Type.Object({
  days: Type.Number(),
  stored: Type.Integer(),
  /** Messages of the stored days. `after` is `before` and what comes in, less what goes out. */
  before: Type.Integer(),
  after: Type.Integer(),
  /** What the draft lets in and the published does not; and the other way round. */
  comesIn: Moved,
  goesOut: Moved,
  /** What both let in. */
  stays: Moved,
  /** The numbers were worked out from a part: «около». */
  estimated: Type.Boolean(),
  /** Words of what the draft finds, where the messages are hardly wanted: how many of the messages read would go, of both kinds. */
  noisyWords: Type.Array(Type.Object({ word: Type.String(), suspected: Type.Integer(), good: Type.Integer() })),
  /** How many messages that the draft finds were read for it. */
  read: Type.Integer(),
})
export type CategoryPreview = Static<typeof CategoryPreviewSchema>
export type CategorySample = Static<typeof Sample>

const Opened = Type.Object({
  category: EditedCategorySchema,
  /** Null: it never was. */
  published: Nullable(CategoryContentSchema),
  draft: Nullable(CategoryContentSchema),
  /** In what is edited: the draft, or without one what is published. */
  mistakes: Type.Array(CategoryMistakeSchema),
  ...began,
  /** The newest first, so many at most. */
  versions: Type.Array(CategoryVersionSchema),
  /** The shipped list has it: it can be given back. */
  hasSeed: Type.Boolean(),
})
const changed = { access: 'categoryEditor', teamNeed: 'none', maxBody: longBody } as const

export const editing = {
  /** All of them, those never published too. */
  listEditedCategories: call('GET', '/admin/category/list', {
    access: 'categoryEditor',
    teamNeed: 'none',
    input: Type.Object({}),
    result: Type.Object({ categories: Type.Array(EditedCategorySchema) }),
  }),
  getEditedCategory: call('GET', '/admin/category/:id', {
    access: 'categoryEditor',
    teamNeed: 'none',
    input: Type.Object({ id: Id }),
    result: Opened,
  }),
  /** As a draft: no one sees it until it is published. */
  createCategory: call('POST', '/admin/category', {
    access: 'categoryEditor',
    teamNeed: 'none',
    rateLimit: { count: 30, seconds: 60 },
    input: Type.Object({ name: CategoryContentSchema.properties.name }),
    result: Type.Object({ id: Type.Integer() }),
  }),
  /** Mistakes in queries are answered, not refused. What is as it is published leaves no draft: `revision` is null. */
  saveCategoryDraft: call('PUT', '/admin/category/:id/draft', {
    ...changed,
    rateLimit: { count: 120, seconds: 60 },
    input: Type.Object({ id: Id, ...began, content: CategoryContentSchema }),
    result: Type.Object({ revision: began.revision, mistakes: Type.Array(CategoryMistakeSchema) }),
  }),
  deleteCategoryDraft: call('DELETE', '/admin/category/:id/draft', {
    access: 'categoryEditor',
    teamNeed: 'none',
    input: Type.Object({ id: Id, ...began }),
    result: Type.Object({}),
  }),
  /** What these queries would find in the stored days beside what is published. What is written wrongly is left out. */
  previewCategory: call('POST', '/admin/category/:id/preview', {
    ...changed,
    rateLimit: { count: 60, seconds: 60 },
    input: Type.Object({ id: Id, ...listFields }),
    result: CategoryPreviewSchema,
  }),
  /** The draft holds from now on, for every message that comes; what was found stays in the feeds. */
  publishCategory: call('POST', '/admin/category/:id/publish', {
    access: 'categoryEditor',
    teamNeed: 'none',
    rateLimit: { count: 30, seconds: 60 },
    input: Type.Object({ id: Id, ...began, note }),
    result: Type.Object({ number: Type.Integer() }),
  }),
  /** An earlier version holds again, as a new one; `number` null: what is shipped, and follows it from now on. A draft goes away. */
  restoreCategory: call('POST', '/admin/category/:id/restore', {
    access: 'categoryEditor',
    teamNeed: 'none',
    rateLimit: { count: 30, seconds: 60 },
    input: Type.Object({ id: Id, ...began, number: Nullable(VersionNumber), note }),
    result: Type.Object({ number: Type.Integer() }),
  }),
  /** A version and the one before it. */
  getCategoryVersion: call('GET', '/admin/category/:id/version/:number', {
    access: 'categoryEditor',
    teamNeed: 'none',
    input: Type.Object({ id: Id, number: VersionNumber }),
    result: Type.Object({ content: CategoryContentSchema, before: Nullable(CategoryContentSchema) }),
  }),
}
