/** In which big cities a category is asked for often enough for a page of its own. */
import { sql } from 'kysely'
import { citySlugOf } from '../../../../rules/site/city-slug.ts'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import { perProcess } from '../../../kit/per-process.ts'
import type { Db } from '../../../kit/sql.ts'
import { rememberedFor } from './remembered-for.ts'
import { isPublicItemSql } from './samples.public.ts'

/** People who live there. */
const BIG_FROM = 100_000
/** Messages of the stored days, copies counted once. Fewer would make a page that says nothing. */
export const ENOUGH_MESSAGES = 5
/** Of the newest items of a category these are looked at, as its page counts them. */
const MOST_COUNTED = 10_000
const READ_AGAIN = 10 * MINUTE

export interface BigCity {
  id: number
  slug: string
  name: string
}

type CitiesContext = Pick<AppContext, 'db' | 'clock' | 'config' | 'bus'>

const remembered = perProcess(({ db, clock, config }: CitiesContext) => {
  const big = rememberedFor(clock, READ_AGAIN, () => readBigCities(db))
  const ofCategory = rememberedFor(clock, READ_AGAIN, async (categoryId: number) =>
    readCitiesOf(db, categoryId, await big(null), new Date(clock.now().getTime() - config.messageDays * DAY)),
  )
  return { ofCategory }
})

/** Those with the most messages first. */
export const listCities = (ctx: CitiesContext, categoryId: number): Promise<BigCity[]> =>
  remembered(ctx).ofCategory(categoryId)

/** Of two cities of one name the bigger has the address. */
async function readBigCities(db: Db): Promise<ReadonlyMap<number, BigCity>> {
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('type', '=', 'town')
    .where('population', '>=', BIG_FROM)
    .orderBy('population', 'desc')
    .orderBy('id')
    .execute()
  const bySlug = new Map<string, BigCity>()
  for (const { id, name } of rows) {
    const slug = citySlugOf(name)
    if (slug !== '' && !bySlug.has(slug)) bySlug.set(slug, { id, slug, name })
  }
  return new Map([...bySlug.values()].map((city) => [city.id, city]))
}

async function readCitiesOf(
  db: Db,
  categoryId: number,
  big: ReadonlyMap<number, BigCity>,
  since: Date,
): Promise<BigCity[]> {
  const { rows } = await sql<{ locationId: number }>`
    select near.location_id as location_id from (
      select i.location_id, i.cluster_id, i.published_at from feed_items i
      where i.product_type = 'category' and i.product_id = ${categoryId} and ${isPublicItemSql}
      order by i.seq_id desc limit ${MOST_COUNTED}
    ) as near
    where near.published_at >= ${since} and near.location_id is not null
    group by near.location_id having count(distinct near.cluster_id) >= ${ENOUGH_MESSAGES}
    order by count(distinct near.cluster_id) desc, near.location_id`.execute(db)
  return rows.flatMap(({ locationId }) => big.get(locationId) ?? [])
}
