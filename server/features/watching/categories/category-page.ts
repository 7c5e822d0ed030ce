/** One category, as anybody may see it: what it brought, what it costs. */
import { sql } from 'kysely'
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { categories } from '../../../../contract/watching/categories.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { trialShowsBefore } from '../../../../rules/trial.ts'
import type { CallContext } from '../../../kit/context.ts'
import { DAY } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Db } from '../../../kit/sql.ts'
import { listTariffs } from '../../access/tariffs/tariffs.public.ts'
import { listAllCategories } from './categories.public.ts'
import { findMovedSlug } from './edit.public.ts'
import { listPublicItems, readPublicItems, type PublicItem } from './public-items.ts'
import { loadNameFinder, type NameFinder } from './find-names.ts'
import { hideContacts } from './hide-contacts.ts'
import { isPublicItemSql, showSample } from './samples.public.ts'
import { listCities, type BigCity } from './big-cities.ts'
import { soughtIn } from './sought.public.ts'
import { readStoredDays } from './stored-days.ts'

const PAGE = 10
const MOST_PAGES = 50
/** Items that are looked at: with their copies left out they fill all pages, as a rule. */
const MOST_ITEMS = 2_000
const EXAMPLES = 8
/** Of the newest items these are counted; no category has more in the stored days, as a rule. */
const MOST_COUNTED = 10_000
/** Marked in one example: more are no phrase any more. */
const MOST_WORDS = 4

export async function getCategory(
  ctx: CallContext,
  { slug, page = 1 }: InputOf<typeof categories.getCategory>,
): Promise<ResultOf<typeof categories.getCategory>> {
  const { db, clock, config } = ctx
  const { slug: shown, ...category } = await accessCategory(db, slug)
  const now = clock.now()
  const items = await listPublicItems(db, category.id, {
    before: new Date(trialShowsBefore(now.getTime())),
    look: MOST_ITEMS,
    most: MOST_PAGES * PAGE,
  })
  const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(items.length / PAGE)))
  const at = Math.min(page, pages)
  const findNames = await loadNameFinder()
  return {
    category,
    slug: shown,
    heard: await countHeard(db, category.id, new Date(now.getTime() - config.messageDays * DAY)),
    days: await readStoredDays(ctx),
    priceFrom: await findPrice(db),
    sought: soughtIn(shown),
    examples: await readExamples(db, items, findNames),
    samples: (await readPublicItems(db, items.slice((at - 1) * PAGE, at * PAGE))).map((message) =>
      showSample(message, findNames),
    ),
    page: at,
    pages,
    cities: showCities(await listCities(ctx, category.id)),
  }
}

export async function getCategoryCity(
  ctx: CallContext,
  { slug, city }: InputOf<typeof categories.getCategoryCity>,
): Promise<ResultOf<typeof categories.getCategoryCity>> {
  const { db, clock, config } = ctx
  const { slug: shown, ...category } = await accessCategory(db, slug)
  const cities = await listCities(ctx, category.id)
  const place = cities.find((each) => each.slug === city)
  if (!place) throw new AppError('CATEGORY_NOT_FOUND')
  const now = clock.now()
  const items = await listPublicItems(db, category.id, {
    before: new Date(trialShowsBefore(now.getTime())),
    look: MOST_COUNTED,
    most: PAGE,
    locationId: place.id,
  })
  const findNames = await loadNameFinder()
  return {
    category,
    slug: shown,
    city: { slug: place.slug, name: place.name },
    sought: soughtIn(shown),
    heard: await countHeard(db, category.id, new Date(now.getTime() - config.messageDays * DAY), place.id),
    days: await readStoredDays(ctx),
    priceFrom: await findPrice(db),
    samples: (await readPublicItems(db, items)).map((message) => showSample(message, findNames)),
    cities: showCities(cities.filter((each) => each !== place)),
  }
}

const showCities = (cities: readonly BigCity[]): { slug: string; name: string }[] =>
  cities.map(({ slug, name }) => ({ slug, name }))

/** By the address it has, or had. */
async function accessCategory(db: Db, slug: string): Promise<Awaited<ReturnType<typeof listAllCategories>>[number]> {
  const all = await listAllCategories(db)
  const present = all.some((each) => each.slug === slug) ? slug : await findMovedSlug(db, slug)
  const found = all.find((each) => each.slug === present)
  if (!found) throw new AppError('CATEGORY_NOT_FOUND')
  return found
}

/** What people wrote that its queries meet: the words that are marked. */
async function readExamples(db: Db, items: readonly PublicItem[], findNames: NameFinder): Promise<string[]> {
  const examples = new Set<string>()
  for (const { text, spans } of await readPublicItems(db, items.slice(0, EXAMPLES * 10))) {
    const shown = hideContacts(text, spans, findNames)
    if (shown.spans.length > 0 && shown.spans.length <= MOST_WORDS) examples.add(readMarked(shown.text, shown.spans))
    if (examples.size >= EXAMPLES) break
  }
  return [...examples]
}

/** As many as a category search says it has. */
async function countHeard(db: Db, categoryId: number, since: Date, locationId: number | null = null): Promise<number> {
  const place = locationId === null ? sql`` : sql`, i.location_id`
  const ofPlace = locationId === null ? sql`` : sql`and near.location_id = ${locationId}`
  const { rows } = await sql<{ count: number }>`
    select count(distinct near.cluster_id) as count from (
      select i.cluster_id, i.published_at${place} from feed_items i
      where i.product_type = 'category' and i.product_id = ${categoryId} and ${isPublicItemSql}
      order by i.seq_id desc limit ${MOST_COUNTED}
    ) as near where near.published_at >= ${since} ${ofPlace}`.execute(db)
  return rows[0]?.count ?? 0
}

/** «ищу … фотографа»: what stands between marked words is left out. */
function readMarked(text: string, spans: readonly [number, number][]): string {
  const parts = spans.map(([from, to], n) => {
    const before = spans[n - 1]
    const between = before ? (text.slice(before[1], from).trim() === '' ? ' ' : ' … ') : ''
    return between + text.slice(from, to)
  })
  return parts.join('').toLowerCase().replace(/\s+/g, ' ')
}

/** A month of one category, at the longest and cheapest; null: none is sold by the month. */
async function findPrice(db: Db): Promise<number | null> {
  const sold = (await listTariffs(db)).filter(
    ({ product, type, durationUnit }) => product === 'category' && type === 'regular' && durationUnit === 'month',
  )
  return sold.length === 0 ? null : toRoubles(Math.min(...sold.map(({ rate }) => rate)))
}
