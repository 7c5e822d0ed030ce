/** Brings the articles that come with the service into the database, each once: what editors make of it, or that they delete it, stays. */
import type { ArticleDraft } from '../../../../contract/site/blog.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Db } from '../../../kit/sql.ts'
import { insertArticleVersion, takeSlug } from './edit-articles.ts'
import { loadFirstArticles, type FirstArticle } from './first-articles.ts'

/** @returns how many were written */
export async function seedArticles(
  db: Db,
  clock: Clock,
  articles: readonly FirstArticle[] = loadFirstArticles(),
): Promise<number> {
  const seeds = await db.selectFrom('blogSeeds').select('slug').execute()
  const known = new Set(seeds.map(({ slug }) => slug))
  let written = 0
  for (const article of articles.filter(({ slug }) => !known.has(slug)))
    if (await seedArticle(db, clock, article)) written += 1
  return written
}

/** Of two processes that seed at once, and of an editor who took the address first, nothing is overwritten. */
function seedArticle(db: Db, clock: Clock, { publishedAt, ...article }: FirstArticle): Promise<boolean> {
  const now = clock.now()
  const content: ArticleDraft = { ...article, cover: null }
  return db.transaction().execute(async (tx) => {
    const seeded = await tx
      .insertInto('blogSeeds')
      .values({ slug: article.slug, seededAt: now })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('slug')
      .executeTakeFirst()
    const taken = await tx.selectFrom('articleSlugs').select('slug').where('slug', '=', article.slug).executeTakeFirst()
    if (!seeded || taken) return false
    const { id } = await tx
      .insertInto('articles')
      .values({ ...article, publishedAt, changedAt: publishedAt, editedAt: publishedAt, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await takeSlug(tx, id, article.slug)
    await insertArticleVersion(tx, id, content, null, publishedAt)
    return true
  })
}
