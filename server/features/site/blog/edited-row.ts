/** Articles as editors see them: what readers find, the draft, and what was published before. */
import type {
  ArticleDraft,
  ArticlePicture,
  ArticleState,
  EditedArticle,
  EditedLine,
} from '../../../../contract/site/blog.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { asDraft, selectArticles, type ArticleRow } from './article-row.ts'

const selectEdited = (db: DbOrTx) =>
  selectArticles(db)
    .leftJoin('users as editor', 'editor.id', 'articles.editedBy')
    .select(['articles.draft', 'articles.revision', 'articles.editedAt', 'editor.username as editor'])

type EditedRow = Awaited<ReturnType<ReturnType<typeof selectEdited>['executeTakeFirstOrThrow']>>

export const stateAt = (publishedAt: Date | null, now: Date): ArticleState => {
  if (publishedAt === null) return 'draft'
  return publishedAt > now ? 'scheduled' : 'published'
}

/** What an editor goes on from. */
export const articleDraftOf = (row: ArticleRow & { draft: unknown }): ArticleDraft =>
  (row.draft as ArticleDraft | null) ?? asDraft(row)

function showLine(row: EditedRow, now: Date): EditedLine {
  return {
    id: row.id,
    title: articleDraftOf(row).title,
    slug: row.slug,
    state: stateAt(row.publishedAt, now),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    unpublished: row.draft !== null,
    changed: { name: row.editor, at: row.editedAt.toISOString() },
  }
}

/** So many articles are listed: the ones changed last. */
const LISTED = 500

export async function listEdited(db: DbOrTx, now: Date): Promise<EditedLine[]> {
  const rows = await selectEdited(db)
    .orderBy('articles.editedAt', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map((row) => showLine(row, now))
}

/** @throws AppError ARTICLE_NOT_FOUND */
export async function getEdited(db: DbOrTx, id: number, now: Date): Promise<EditedArticle> {
  const row = await selectEdited(db).where('articles.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ARTICLE_NOT_FOUND')
  const draft = articleDraftOf(row)
  const versions = await db
    .selectFrom('articleVersions as versions')
    .leftJoin('users', 'users.id', 'versions.userId')
    .select(['versions.number', 'versions.content', 'versions.at', 'users.username as name'])
    .where('versions.articleId', '=', id)
    .orderBy('versions.number', 'desc')
    .limit(100)
    .execute()
  return {
    ...showLine(row, now),
    draft,
    coverPicture: draft.cover === null ? null : await findPicture(db, draft.cover),
    revision: row.revision,
    versions: versions.map(({ number, content, at, name }) => ({
      number,
      title: (content as unknown as ArticleDraft).title,
      by: { name, at: at.toISOString() },
    })),
  }
}

export async function findPicture(db: DbOrTx, id: number): Promise<ArticlePicture | null> {
  const row = await db
    .selectFrom('articlePictures')
    .select(['id', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, path: `/pictures/${row.id}-${row.width}.webp` } : null
}
