/** What editors do. All that is typed goes into a draft; readers see what was published, and each publication stays as a version. */
import { blogLimits, type ArticleDraft, type EditedArticle } from '../../../../contract/site/blog.ts'
import { articleSlugPattern, numberedSlug, articleSlugOf, tidyTags } from '../../../../rules/blog/article-words.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { cleanHtml, textOfHtml } from './clean-html.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { asDraft, selectArticles, showArticle, type ArticleRow } from './article-row.ts'
import { articleDraftOf, findPicture, getEdited, listEdited, stateAt } from './edited-row.ts'

type EditCalls =
  | 'listEditedArticles'
  | 'getEditedArticle'
  | 'previewArticle'
  | 'createArticle'
  | 'updateArticle'
  | 'publishArticle'
  | 'withdrawArticle'
  | 'restoreArticle'
  | 'deleteArticle'

export const editHandlers: Pick<Handlers<'blog'>, EditCalls> = {
  async listEditedArticles({ db, clock }) {
    return { articles: await listEdited(db, clock.now()) }
  },

  async getEditedArticle({ db, clock }, { id }) {
    return { article: await getEdited(db, id, clock.now()) }
  },

  async previewArticle({ db, clock }, { id }) {
    const row = await selectArticles(db).select('articles.draft').where('articles.id', '=', id).executeTakeFirst()
    if (!row) throw new AppError('ARTICLE_NOT_FOUND')
    const { cover, ...draft } = articleDraftOf(row)
    const picture = cover === null ? null : await findPicture(db, cover)
    const publishedAt = row.publishedAt ?? clock.now()
    const shown = { ...row, ...draft, publishedAt, coverId: picture?.id ?? null, coverWidth: picture?.width ?? null }
    return { article: showArticle(shown) }
  },

  async createArticle(ctx, draft) {
    const { db, clock } = ctx
    const [at, userId] = [clock.now(), personOf(ctx).id]
    const article = await db.transaction().execute(async (tx) => {
      const written = JSON.stringify(await tidy(tx, draft))
      const { id } = await tx
        .insertInto('articles')
        .values({ draft: written, authorId: userId, editedAt: at, editedBy: userId, createdAt: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordAuditEntry(tx, clock, ctx, {
        actorId: userId,
        userId: null,
        action: 'article-created',
        details: { article: id },
      })
      return getEdited(tx, id, at)
    })
    return { article }
  },

  updateArticle: (ctx, { id, revision, ...draft }) =>
    change(ctx, id, revision, async (tx, row) => {
      const written = await tidy(tx, draft)
      const same = row.publishedAt !== null && isSame(written, asDraft(row))
      return { draft: same ? null : JSON.stringify(written) }
    }),

  publishArticle: (ctx, { id, revision, at }) =>
    change(ctx, id, revision, (tx, row) => publish(tx, ctx, row, at === null ? null : new Date(at))),

  withdrawArticle: (ctx, { id, revision }) =>
    change(ctx, id, revision, async (tx, row) => {
      if (row.publishedAt === null) throw new AppError('ARTICLE_NOT_CHANGED')
      const details = { article: id }
      await recordAuditEntry(tx, ctx.clock, ctx, {
        actorId: personOf(ctx).id,
        userId: null,
        action: 'article-withdrawn',
        details,
      })
      return { publishedAt: null, draft: JSON.stringify(articleDraftOf(row)) }
    }),

  restoreArticle: (ctx, { id, revision, number }) =>
    change(ctx, id, revision, async (tx, row) => {
      const version = await tx
        .selectFrom('articleVersions')
        .select('content')
        .where('articleId', '=', id)
        .where('number', '=', number)
        .executeTakeFirst()
      if (!version) throw new AppError('ARTICLE_VERSION_NOT_FOUND')
      const draft = version.content as unknown as ArticleDraft
      const same = row.publishedAt !== null && isSame(draft, asDraft(row))
      return { draft: same ? null : JSON.stringify(draft) }
    }),

  async deleteArticle(ctx, { id }) {
    const { db, clock } = ctx
    await db.transaction().execute(async (tx) => {
      const { article, title } = await getEdited(tx, id, clock.now()).then((found) => ({
        article: found.id,
        title: found.title,
      }))
      await tx.deleteFrom('articles').where('id', '=', id).execute()
      const details = { article, title }
      await recordAuditEntry(tx, clock, ctx, {
        actorId: personOf(ctx).id,
        userId: null,
        action: 'article-deleted',
        details,
      })
    })
    return {}
  },
}

interface Changed {
  draft: string | null
  publishedAt?: Date | null
}

/** Of two who change it at once the second learns of it. */
async function change(
  ctx: CallContext,
  id: number,
  revision: number,
  work: (tx: Tx, row: ArticleRow & { draft: unknown }) => Promise<Changed>,
): Promise<{ article: EditedArticle }> {
  const { db, clock } = ctx
  const article = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('articles').select('id').where('id', '=', id).forUpdate().execute()
    const row = await selectArticles(tx)
      .select(['articles.draft', 'articles.revision'])
      .where('articles.id', '=', id)
      .executeTakeFirst()
    if (!row) throw new AppError('ARTICLE_NOT_FOUND')
    if (row.revision !== revision) throw new AppError('ARTICLE_ALREADY_CHANGED')
    const changed = await work(tx, row)
    await tx
      .updateTable('articles')
      .set({ ...changed, revision: revision + 1, editedAt: clock.now(), editedBy: personOf(ctx).id })
      .where('id', '=', id)
      .execute()
    return getEdited(tx, id, clock.now())
  })
  return { article }
}

/** As it is kept: clean, and with a cover that there is. */
async function tidy(db: DbOrTx, draft: ArticleDraft): Promise<ArticleDraft> {
  const cover = draft.cover === null ? null : ((await findPicture(db, draft.cover))?.id ?? null)
  return {
    title: draft.title.trim(),
    slug: draft.slug.trim(),
    excerpt: draft.excerpt.trim(),
    tags: tidyTags(draft.tags),
    content: cleanHtml(draft.content),
    cover,
  }
}

const isSame = (one: ArticleDraft, other: ArticleDraft): boolean =>
  JSON.stringify(orderOf(one)) === JSON.stringify(orderOf(other))
const orderOf = ({ title, slug, excerpt, tags, content, cover }: ArticleDraft) =>
  [title, slug, excerpt, tags, content, cover] as const

/** @param at when readers are to see it; null: now, or since when they do */
async function publish(
  tx: Tx,
  ctx: CallContext,
  row: ArticleRow & { draft: unknown },
  at: Date | null,
): Promise<Changed> {
  const { clock } = ctx
  const [now, userId] = [clock.now(), personOf(ctx).id]
  const state = stateAt(row.publishedAt, now)
  if (state === 'published' && at !== null && at > now) throw new AppError('ARTICLE_ALREADY_PUBLISHED')
  const publishedAt = state === 'published' ? row.publishedAt : at !== null && at > now ? at : now
  if (row.draft === null && publishedAt?.getTime() === row.publishedAt?.getTime())
    throw new AppError('ARTICLE_NOT_CHANGED')
  const content = await finish(tx, row.id, articleDraftOf(row))
  const { cover, ...columns } = content
  await tx
    .updateTable('articles')
    .set({ ...columns, coverId: cover, changedAt: state === 'published' ? now : publishedAt })
    .where('id', '=', row.id)
    .execute()
  const version = await insertArticleVersion(tx, row.id, content, userId, now)
  await recordAuditEntry(tx, clock, ctx, {
    actorId: userId,
    userId: null,
    action: 'article-published',
    details: { article: row.id, version, at: publishedAt?.toISOString() ?? '' },
  })
  return { publishedAt, draft: null }
}

export async function insertArticleVersion(
  tx: Tx,
  articleId: number,
  content: ArticleDraft,
  userId: number | null,
  at: Date,
): Promise<number> {
  const { last } = await tx
    .selectFrom('articleVersions')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('articleId', '=', articleId)
    .executeTakeFirstOrThrow()
  const number = (last ?? 0) + 1
  await tx
    .insertInto('articleVersions')
    .values({ articleId, number, content: JSON.stringify(content), userId, at })
    .execute()
  return number
}

/** What a draft lacks is said, or made: the address of its title, the excerpt of how it begins. */
async function finish(tx: Tx, id: number, draft: ArticleDraft): Promise<ArticleDraft> {
  if (draft.title === '') throw new AppError('ARTICLE_TITLE_REQUIRED')
  const text = textOfHtml(draft.content)
  if (text === '') throw new AppError('ARTICLE_TEXT_REQUIRED')
  const slug = draft.slug === '' ? await freeSlug(tx, id, articleSlugOf(draft.title) || `statya-${id}`) : draft.slug
  if (!new RegExp(articleSlugPattern).test(slug)) throw new AppError('ARTICLE_SLUG_INVALID')
  if (!(await takeSlug(tx, id, slug))) throw new AppError('ARTICLE_SLUG_ALREADY_TAKEN')
  return { ...draft, slug, excerpt: draft.excerpt === '' ? beginningOf(text) : draft.excerpt }
}

async function freeSlug(tx: Tx, id: number, slug: string): Promise<string> {
  let free = slug
  for (let number = 2; !(await takeSlug(tx, id, free)); number++) free = numberedSlug(slug, number)
  return free
}

/** An address is given once: it leads to the article that had it for as long as there is one. @returns is it this one's? */
export async function takeSlug(tx: Tx, articleId: number, slug: string): Promise<boolean> {
  await tx
    .insertInto('articleSlugs')
    .values({ slug, articleId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  const { articleId: owner } = await tx
    .selectFrom('articleSlugs')
    .select('articleId')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  return owner === articleId
}

const beginningOf = (text: string): string => {
  const most = blogLimits.excerpt - 100
  return text.length <= most ? text : `${text.slice(0, text.lastIndexOf(' ', most))}…`
}
