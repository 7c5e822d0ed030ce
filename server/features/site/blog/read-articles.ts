/** What readers ask for: the list, by page, tag and words, and one article with all that stands around it. */
import { sql } from 'kysely'
import { articlesOnPage, type Article, type ArticleLine } from '../../../../contract/site/blog.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { AppContext, CallContext, Handlers } from '../../../kit/context.ts'
import type { PublicAddress } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { selectPublished, showArticle, showLine, wordsQuery } from './article-row.ts'
import { listCommentsOf } from './comments.ts'

/** What stands under an article to read next. */
const NEXT = 3

export const readHandlers: Pick<Handlers<'blog'>, 'listArticles' | 'getArticle'> = {
  async listArticles({ db, clock }, { page = 1, tag, search = '' }) {
    const words = search.trim()
    const now = clock.now()
    const limit = await readLimit(db)
    const found = selectPublished(db, now)
      .$if(tag !== undefined, (query) => query.where(sql<boolean>`articles.tags @> array[${tag ?? ''}]`))
      .$if(words !== '', (query) => query.where(sql<boolean>`articles.search @@ ${wordsQuery(words)}`))
    const [{ total }, rows, tags] = await Promise.all([
      found
        .clearSelect()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
      found
        .$if(words !== '', (query) => query.orderBy(sql`ts_rank_cd(articles.search, ${wordsQuery(words)}, 1)`, 'desc'))
        .orderBy('articles.publishedAt', 'desc')
        .orderBy('articles.id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
      countTags(db, now),
    ])
    return { articles: rows.map(showLine), total, page, pages: Math.ceil(total / limit), limit, tags }
  },

  async getArticle(ctx, { slug }) {
    const article = await getPublished(ctx, slug)
    const [next, comments] = await Promise.all([listNext(ctx, article), listCommentsOf(ctx, article.id)])
    return { article, next, comments }
  },
}

async function readLimit(db: DbOrTx): Promise<number> {
  const row = await db.selectFrom('blogSettings').select('pageLimit').executeTakeFirst()
  return row?.pageLimit ?? articlesOnPage.usual
}

async function countTags(db: DbOrTx, now: Date): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tag as name, count(*) as count from articles, unnest(tags) tag
    where published_at <= ${now} group by tag order by count(*) desc, tag limit 30`.execute(db)
  return rows
}

/** @throws AppError ARTICLE_NOT_FOUND */
async function getPublished({ db, clock }: Pick<CallContext, 'db' | 'clock'>, slug: string): Promise<Article> {
  const row = await selectPublished(db, clock.now())
    .where('articles.id', '=', (one) => one.selectFrom('articleSlugs').select('articleId').where('slug', '=', slug))
    .executeTakeFirst()
  if (!row) throw new AppError('ARTICLE_NOT_FOUND')
  return showArticle(row)
}

/** What shares most tags with it first, then what is newest. */
async function listNext(
  { db, clock }: Pick<CallContext, 'db' | 'clock'>,
  { id, tags }: Pick<Article, 'id' | 'tags'>,
): Promise<ArticleLine[]> {
  const rows = await selectPublished(db, clock.now())
    .where('articles.id', '<>', id)
    .orderBy(sql`cardinality(array(select unnest(articles.tags) intersect select unnest(${tags}::text[])))`, 'desc')
    .orderBy('articles.publishedAt', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(NEXT)
    .execute()
  return rows.map(showLine)
}

/** For the sitemap. */
export async function listPublicArticles({ db, clock }: AppContext): Promise<PublicAddress[]> {
  const rows = await selectPublished(db, clock.now()).orderBy('articles.id').execute()
  return rows.map(({ slug, changedAt, coverId, coverWidth }) => ({
    path: `/blog/${slug}`,
    changedAt,
    ...(coverId !== null && { image: `/pictures/${coverId}-${coverWidth}.webp` }),
  }))
}
