/** The blog: articles, what readers say of them, and how editors write them. */
import { Type, type Static } from 'typebox'
import { call, longBody, pictureTypes } from '../call.ts'
import { Id, Nullable } from '../schemas.ts'

/** In letters, but `tags`, how many there may be, and `picture`, in bytes. */
export const blogLimits = {
  title: 140,
  slug: 80,
  excerpt: 300,
  content: 200_000,
  tag: 40,
  tags: 8,
  alt: 200,
  comment: 3_000,
  search: 100,
  picture: 10 * 1024 * 1024,
}

/** Articles on a page: unless an editor says another number, and as many as they may say. */
export const articlesOnPage = { usual: 10, most: 50 }

/** Comments on a page of those who approve them. */
export const commentsOnPage = 20

const Moment = Type.String({ format: 'date-time' })

/** A picture of ours: the widest one is at `path`; narrower ones are named by rules/blog/rich-text.ts. */
const ArticlePictureSchema = Type.Object({
  id: Type.Integer(),
  path: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type ArticlePicture = Static<typeof ArticlePictureSchema>

const lineFields = {
  id: Type.Integer(),
  /** When it was published. */
  createdAt: Moment,
  title: Type.String(),
  slug: Type.String(),
  excerpt: Type.String(),
  tags: Type.Array(Type.String()),
  /** Addresses of its cover, large and small; null: it has none, and one is drawn from its slug. */
  thumbnail: Nullable(Type.String()),
  thumbnailPreview: Nullable(Type.String()),
  /** Who wrote it. */
  author: Type.String(),
  /** To read it. */
  minutes: Type.Integer(),
}
export const ArticleLineSchema = Type.Object(lineFields)
export type ArticleLine = Static<typeof ArticleLineSchema>

export const ArticleSchema = Type.Object({
  ...lineFields,
  /** Clean HTML: headings have ids, pictures their sizes. */
  content: Type.String(),
  changedAt: Moment,
  /** The headings of the content. */
  contents: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), level: Type.Union([Type.Literal(2), Type.Literal(3)]) }),
  ),
})
export type Article = Static<typeof ArticleSchema>

export const commentStates = ['new', 'shown', 'hidden'] as const
export type CommentState = (typeof commentStates)[number]
const State = Type.Enum([...commentStates])

export const CommentSchema = Type.Object({
  id: Type.Integer(),
  /** Plain text. */
  message: Type.String(),
  author: Type.String(),
  createdAt: Moment,
  /** Another than `shown` only to its author: it waits for approval, or was not approved. */
  state: State,
  /** It was written by who asks. */
  own: Type.Boolean(),
})
export type Comment = Static<typeof CommentSchema>

/** All that is written of an article. A draft may be unfinished: what is wrong with it is refused when it is published. */
export const ArticleDraftSchema = Type.Object({
  title: Type.String({ maxLength: blogLimits.title }),
  /** Empty: it is made of the title. */
  slug: Type.String({ maxLength: blogLimits.slug }),
  excerpt: Type.String({ maxLength: blogLimits.excerpt }),
  tags: Type.Array(Type.String({ maxLength: blogLimits.tag }), { maxItems: blogLimits.tags }),
  content: Type.String({ maxLength: blogLimits.content }),
  /** The number of a picture; null: one is drawn. */
  cover: Nullable(Id),
})
export type ArticleDraft = Static<typeof ArticleDraftSchema>

export const emptyArticle: ArticleDraft = { title: '', slug: '', excerpt: '', tags: [], content: '', cover: null }

export const articleStates = ['draft', 'scheduled', 'published'] as const
export type ArticleState = (typeof articleStates)[number]

const EditedBy = Type.Object({
  /** Null: the account is gone. */
  name: Nullable(Type.String()),
  at: Moment,
})

const EditedLineSchema = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  /** Null: it was never published. */
  slug: Nullable(Type.String()),
  state: Type.Enum([...articleStates]),
  /** When it was or will be published. */
  publishedAt: Nullable(Moment),
  /** It has a draft that differs from what is published. */
  unpublished: Type.Boolean(),
  changed: EditedBy,
})
export type EditedLine = Static<typeof EditedLineSchema>

export const EditedArticleSchema = Type.Object({
  ...EditedLineSchema.properties,
  draft: ArticleDraftSchema,
  coverPicture: Nullable(ArticlePictureSchema),
  /** Goes up with each change: who began from an earlier one is refused with ARTICLE_ALREADY_CHANGED. */
  revision: Type.Integer(),
  /** Newest first. */
  versions: Type.Array(Type.Object({ number: Type.Integer(), title: Type.String(), by: EditedBy })),
})
export type EditedArticle = Static<typeof EditedArticleSchema>
const OneEdited = Type.Object({ article: EditedArticleSchema })

/** Which revision someone began from. */
const revision = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
const Slug = Type.String({ minLength: 1, maxLength: 120 })
const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 }))

export const blog = {
  /** What is published, newest first; of what is searched for the best first. */
  listArticles: call('GET', '/blog/article', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({
      page: Page,
      tag: Type.Optional(Type.String({ maxLength: blogLimits.tag })),
      search: Type.Optional(Type.String({ maxLength: blogLimits.search })),
    }),
    result: Type.Object({
      articles: Type.Array(ArticleLineSchema),
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      limit: Type.Integer(),
      /** Of all that is published, the most frequent first. */
      tags: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })),
    }),
  }),
  /** By the slug it has or had: `article.slug` says the one it has. */
  getArticle: call('GET', '/blog/article/:slug', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({ slug: Slug }),
    result: Type.Object({
      article: ArticleSchema,
      /** What to read next: of the same tags first. */
      next: Type.Array(ArticleLineSchema),
      /** Oldest first, of the last 200. */
      comments: Type.Array(CommentSchema),
    }),
  }),

  /** The first one of a person waits for approval. Refused with VALIDATION_ERROR where it is empty or too long. */
  createComment: call('POST', '/blog/article/:id/comment', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    rateLimit: { count: 10, seconds: 3600 },
    // Longer than it may be, so that the refusal is the one the specification names.
    input: Type.Object({ id: Id, message: Type.String({ maxLength: 10 * blogLimits.comment }) }),
    result: Type.Object({ comment: CommentSchema }),
  }),
  /** One's own, or as an editor or a moderator any. */
  deleteComment: call('DELETE', '/blog/comment/:id', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    input: Type.Object({ id: Id }),
    result: Type.Object({}),
  }),
  /** For those who approve: what is new stands oldest first, all else newest first. */
  listComments: call('GET', '/blog/comment', {
    access: 'moderator',
    teamNeed: 'none',
    input: Type.Object({ state: Type.Optional(State), page: Page }),
    result: Type.Object({
      docs: Type.Array(
        Type.Object({
          id: Type.Integer(),
          message: Type.String(),
          author: Type.String(),
          createdAt: Moment,
          state: State,
          article: Type.Object({ title: Type.String(), slug: Nullable(Type.String()) }),
        }),
      ),
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      counts: Type.Object({ new: Type.Integer(), shown: Type.Integer(), hidden: Type.Integer() }),
    }),
  }),
  /** `new`: as if no one had decided yet. */
  decideComment: call('PUT', '/blog/comment/:id', {
    access: 'moderator',
    teamNeed: 'none',
    input: Type.Object({ id: Id, state: State }),
    result: Type.Object({}),
  }),

  /** How many articles stand on a page. */
  setBlogSettings: call('PUT', '/blog/settings', {
    access: 'blogEditor',
    teamNeed: 'none',
    input: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: articlesOnPage.most }) }),
    result: Type.Object({ limit: Type.Integer() }),
  }),

  /** All there are, for editors: what was changed last first. */
  listEditedArticles: call('GET', '/blog/edited', {
    access: 'blogEditor',
    teamNeed: 'none',
    input: Type.Object({}),
    result: Type.Object({ articles: Type.Array(EditedLineSchema) }),
  }),
  getEditedArticle: call('GET', '/blog/edited/:id', {
    access: 'blogEditor',
    teamNeed: 'none',
    input: Type.Object({ id: Id }),
    result: OneEdited,
  }),
  /** A new draft. */
  createArticle: call('POST', '/blog/article', {
    access: 'blogEditor',
    teamNeed: 'none',
    rateLimit: { count: 60, seconds: 3600 },
    maxBody: 4 * longBody,
    input: ArticleDraftSchema,
    result: OneEdited,
  }),
  /** The draft alone: what is published stays until it is published again. */
  updateArticle: call('PUT', '/blog/article/:id', {
    access: 'blogEditor',
    teamNeed: 'none',
    maxBody: 4 * longBody,
    input: Type.Object({ id: Id, revision, ...ArticleDraftSchema.properties }),
    result: OneEdited,
  }),
  /** As the draft says it, at once or at a time to come; what stood there stays as a version. */
  publishArticle: call('POST', '/blog/article/:id/publish', {
    access: 'blogEditor',
    teamNeed: 'none',
    input: Type.Object({ id: Id, revision, at: Nullable(Moment) }),
    result: OneEdited,
  }),
  /** A draft again: no reader finds it any more. */
  withdrawArticle: call('POST', '/blog/article/:id/withdraw', {
    access: 'blogEditor',
    teamNeed: 'none',
    input: Type.Object({ id: Id, revision }),
    result: OneEdited,
  }),
  /** The draft says what a version said. */
  restoreArticle: call('POST', '/blog/article/:id/restore', {
    access: 'blogEditor',
    teamNeed: 'none',
    input: Type.Object({ id: Id, revision, number: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    result: OneEdited,
  }),
  /** For an article or its cover: drawn again, in several widths. What stands in no article goes after some days. */
  uploadPicture: call('POST', '/blog/picture', {
    access: 'blogEditor',
    teamNeed: 'none',
    only: 'http',
    rateLimit: { count: 120, seconds: 3600 },
    files: { field: 'files', most: 1, bytes: blogLimits.picture, total: blogLimits.picture, types: pictureTypes },
    input: Type.Object({}),
    result: Type.Object({ picture: ArticlePictureSchema }),
  }),
  /** With its comments and versions. */
  deleteArticle: call('DELETE', '/blog/article/:id', {
    access: 'blogEditor',
    teamNeed: 'none',
    input: Type.Object({ id: Id }),
    result: Type.Object({}),
  }),
  /** The draft as readers would see it. */
  previewArticle: call('GET', '/blog/edited/:id/preview', {
    access: 'blogEditor',
    teamNeed: 'none',
    input: Type.Object({ id: Id }),
    result: Type.Object({ article: ArticleSchema }),
  }),
}
