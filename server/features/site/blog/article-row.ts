/** Articles as they stand in the database, and as readers see them. */
import { sql } from 'kysely'
import type { Article, ArticleDraft, ArticleLine } from '../../../../contract/site/blog.ts'
import { pictureSources } from '../../../../rules/blog/rich-text.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { readArticleBody } from './article-body.ts'

/** In whose name stands what no person wrote, or one whose account is gone. */
const SERVICE = 'Эхолот'

/** So wide a small cover is at most, in pixels. */
const PREVIEW_WIDTH = 480

export const selectArticles = (db: DbOrTx) =>
  db
    .selectFrom('articles')
    .leftJoin('users as author', 'author.id', 'articles.authorId')
    .leftJoin('articlePictures as cover', 'cover.id', 'articles.coverId')
    .select(['articles.id', 'articles.title', 'articles.slug', 'articles.excerpt', 'articles.tags', 'articles.content'])
    .select(['articles.publishedAt', 'articles.changedAt', 'articles.coverId'])
    .select(['author.username as author', 'cover.width as coverWidth'])

/** What readers find at a moment. */
export const selectPublished = (db: DbOrTx, now: Date) => selectArticles(db).where('articles.publishedAt', '<=', now)

export type ArticleRow = Awaited<ReturnType<ReturnType<typeof selectArticles>['executeTakeFirstOrThrow']>>

export const showLine = (row: ArticleRow): ArticleLine => lineOf(row, readArticleBody(row.content).minutes)

export function showArticle(row: ArticleRow): Article {
  const body = readArticleBody(row.content)
  const createdAt = momentOf(row.publishedAt)
  return { ...lineOf(row, body.minutes), ...body, changedAt: row.changedAt?.toISOString() ?? createdAt }
}

function lineOf(row: ArticleRow, minutes: number): ArticleLine {
  const { id, title, slug, excerpt, tags, coverId, coverWidth, author } = row
  const covers = coverId === null || coverWidth === null ? [] : pictureSources(coverId, coverWidth)
  return {
    id,
    createdAt: momentOf(row.publishedAt),
    title,
    slug: slug ?? '',
    excerpt,
    tags,
    thumbnail: covers.at(-1)?.path ?? null,
    thumbnailPreview: covers.find(({ width }) => width >= PREVIEW_WIDTH)?.path ?? covers.at(-1)?.path ?? null,
    author: author ?? SERVICE,
    minutes,
  }
}

const momentOf = (at: Date | null): string => (at ?? new Date(0)).toISOString()

/** What is published, or will be, as a draft. */
export const asDraft = ({
  title,
  slug,
  excerpt,
  tags,
  content,
  coverId,
}: Pick<ArticleRow, 'title' | 'slug' | 'excerpt' | 'tags' | 'content' | 'coverId'>): ArticleDraft => ({
  title,
  slug: slug ?? '',
  excerpt,
  tags,
  content,
  cover: coverId,
})

/** As the index has the words: without the difference of «е» and «ё». @param words what a person typed */
export const wordsQuery = (words: string) =>
  sql<string>`websearch_to_tsquery('russian', translate(${words}, 'ёЁ', 'еЕ'))`
