/** Categories as those who keep them see them: what they bring, who has them, who is at them. */
import { sql } from 'kysely'
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type {
  CategoryContent,
  CategoryVersion,
  EditedCategory,
  editing,
} from '../../../../contract/watching/editing.ts'
import { DAY } from '../../../kit/clock.ts'
import type { CallContext } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { countSubscribers } from '../../access/subscriptions/subscriptions.public.ts'
import { findSeed } from '../categories/edit.public.ts'
import { isPublicItemSql } from '../categories/samples.public.ts'
import { findQueryMistakes } from './content.ts'
import { accessCategory, getVersionContent } from './draft-row.ts'

/** Of the newest items these are counted; no category has more in a week, as a rule. */
const MOST_COUNTED = 10_000
const WEEK = 7 * DAY
const MOST_VERSIONS = 100

export async function listEditedCategories(ctx: CallContext): Promise<ResultOf<typeof editing.listEditedCategories>> {
  return { categories: await readCategories(ctx) }
}

interface CategoryRow {
  id: number
  name: string | null
  slug: string | null
  icon: string | null
  free: boolean | null
  followsSeed: boolean
  content: CategoryContent | null
  draftAt: Date | null
  draftBy: string | null
  found: number
}

/** In the order in which everybody sees them, those never published last. */
async function readCategories({ db, clock }: CallContext, only?: number): Promise<EditedCategory[]> {
  const now = clock.now()
  const since = new Date(now.getTime() - WEEK)
  const among = only === undefined ? sql`true` : sql`coalesce(c.id, d.category_id) = ${only}`
  const [{ rows }, subscribers] = await Promise.all([
    sql<CategoryRow>`
      select coalesce(c.id, d.category_id) as id, c.name, c.slug, c.icon, c.free, c.seed_hash is not null as follows_seed,
        d.content, d.updated_at as draft_at, u.username as draft_by, coalesce(week.found, 0) as found
      from categories c
      full join category_drafts d on d.category_id = c.id
      left join users u on u.id = d.user_id
      left join lateral (
        select count(distinct near.cluster_id) as found from (
          select i.cluster_id, i.published_at from feed_items i
          where i.product_type = 'category' and i.product_id = c.id and ${isPublicItemSql} order by i.seq_id desc limit ${MOST_COUNTED}
        ) as near where near.published_at >= ${since}) as week on true
      where ${among}
      order by c.position nulls last, d.category_id`.execute(db),
    countSubscribers(db, 'category', now),
  ])
  return rows.map(({ content, draftAt, draftBy, followsSeed, found, ...row }) => ({
    id: row.id,
    name: row.name ?? content?.name ?? '',
    slug: row.slug ?? content?.slug ?? '',
    icon: row.icon ?? content?.icon ?? '',
    free: row.free ?? content?.free ?? false,
    state: row.slug === null ? 'new' : followsSeed ? 'seeded' : 'edited',
    draft: draftAt && { name: draftBy, at: draftAt.toISOString() },
    found,
    subscribers: subscribers.get(row.id) ?? 0,
  }))
}

export async function getEditedCategory(
  ctx: CallContext,
  { id }: InputOf<typeof editing.getEditedCategory>,
): Promise<ResultOf<typeof editing.getEditedCategory>> {
  const { db } = ctx
  const { published, draft, base } = await accessCategory(db, id)
  const edited = draft?.content ?? published!
  const [[category], versions, seed] = await Promise.all([
    readCategories(ctx, id),
    listVersions(db, id),
    findSeed(db, id),
  ])
  return {
    category: category!,
    published,
    draft: draft?.content ?? null,
    mistakes: findQueryMistakes(edited),
    revision: draft?.revision ?? null,
    base,
    versions,
    hasSeed: seed !== null,
  }
}

async function listVersions(db: DbOrTx, id: number): Promise<CategoryVersion[]> {
  const rows = await db
    .selectFrom('categoryVersions as version')
    .leftJoin('users', 'users.id', 'version.userId')
    .select(['number', 'kind', 'restored', 'note', 'version.createdAt', 'users.username'])
    .where('categoryId', '=', id)
    .orderBy('number', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
  return rows.map(({ number, kind, restored, note, createdAt, username }) => ({
    number,
    kind: kind as CategoryVersion['kind'],
    restored,
    note,
    by: { name: username, at: createdAt.toISOString() },
  }))
}

export async function getCategoryVersion(
  { db }: CallContext,
  { id, number }: InputOf<typeof editing.getCategoryVersion>,
): Promise<ResultOf<typeof editing.getCategoryVersion>> {
  await accessCategory(db, id)
  return {
    content: await getVersionContent(db, id, number),
    before: number === 1 ? null : await getVersionContent(db, id, number - 1),
  }
}
