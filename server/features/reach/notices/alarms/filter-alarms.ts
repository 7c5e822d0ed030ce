/**
 * Filters that are silent, or have much more than usual: of those a person is notified of over some channel. What is counted are cards of the filter by when
 * they were written, as the feed counts them; what their reader has done with since counts as well.
 */
import { sql } from 'kysely'
import {
  isSpikeOver,
  LEAST_SPIKE,
  SILENT_DAYS,
  silenceOf,
  spikeOf,
  USUAL_DAYS,
} from '../../../../../rules/notices/alarms.ts'
import { messageForms, plural } from '../../../../../rules/plural.ts'
import { productKeyOf } from '../../../../../rules/product-key.ts'
import type { VisibleProduct } from '../../../../../rules/trial.ts'
import { DAY, HOUR } from '../../../../kit/clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { countItems, getNewestSeqId, readerAlone, type FeedScope } from '../../../reading/feed/feed.public.ts'
import { questionOf } from '../../../reading/filters/filters.public.ts'
import { judgeItems } from '../../../reading/learning/learning.public.ts'
import { takeStep } from './episodes.ts'
import { markBefore } from './hour-marks.ts'
import { eachReader } from './readers.ts'
import { readFilterReaders, type FilterReader, type NotifiedFilter } from './filter-readers.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'language' | 'log'>
type Kind = 'silence' | 'spike'

/** Of a filter that finds more the days are not told apart. */
const MOST = 50_000

/** @returns how many were notified */
export async function lookForSilence(ctx: Context): Promise<number> {
  const range = await rangeSince(ctx, (SILENT_DAYS + USUAL_DAYS) * DAY)
  const read = (userIds: number[]) => readFilterReaders(ctx, 'silence', () => true, userIds)
  return eachReader(ctx, 'silence', read, (userId, reader) =>
    lookAt(ctx, userId, 'silence', reader, async (filter, scope, open) => {
      const { silent, before } = await countDays(ctx, scope, range)
      const usual = silenceOf(silent, before)
      return {
        state: silent > 0 ? 'off' : usual === null || open ? 'between' : 'on',
        alarm: () => ({
          title: `Фильтр «${filter.name}» молчит ${SILENT_DAYS} дня`,
          text: `Обычно в нём около ${inWords(usual ?? 0)} в день, а за последние ${SILENT_DAYS} дня не было ни одного.\nПроверьте, не слишком ли узкие у него условия и все ли сети слышно.`,
        }),
      }
    }),
  )
}

/** @returns how many were notified */
export async function lookForSpikes(ctx: Context): Promise<number> {
  const [range, lively] = await Promise.all([rangeSince(ctx, USUAL_DAYS * DAY + HOUR), countLastHour(ctx)])
  // What all products of a reader had together, a filter cannot have more of.
  const mayHave = (products: readonly VisibleProduct[]): boolean =>
    products.reduce((sum, product) => sum + (lively.get(productKeyOf(product)) ?? 0), 0) >= LEAST_SPIKE
  const read = (userIds: number[]) => readFilterReaders(ctx, 'spike', mayHave, userIds)
  return eachReader(ctx, 'spike', read, (userId, reader) =>
    lookAt(ctx, userId, 'spike', reader, async (filter, scope, open) => {
      const { now, before } = await countHours(ctx, scope, range, open)
      const spike = spikeOf(now, before)
      return {
        state: spike ? 'on' : isSpikeOver(now, before) ? 'off' : 'between',
        alarm: () => ({
          title: `Всплеск: ${filter.name}`,
          text: `За последний час ${inWords(now)}: в ${spike?.times} ${plural(spike?.times ?? 0, timesForms)} больше обычного. Обычно в это время ${spike?.usual}.`,
        }),
      }
    }),
  )
}

const timesForms = ['раз', 'раза', 'раз'] as const
const inWords = (count: number): string => `${count.toLocaleString('ru')} ${plural(count, messageForms)}`

interface Range {
  after: number
  upTo: number
}

async function rangeSince({ db, clock }: Context, before: number): Promise<Range> {
  const since = new Date(clock.now().getTime() - before)
  return { after: await markBefore(db, since), upTo: await getNewestSeqId(db) }
}

interface Looked {
  state: 'on' | 'off' | 'between'
  alarm: () => { title: string; text: string }
}

async function lookAt(
  ctx: Context,
  userId: number,
  kind: Kind,
  { products, episodes, filters, blackList, may }: FilterReader,
  look: (filter: NotifiedFilter, scope: FeedScope, open: boolean) => Promise<Looked>,
): Promise<number> {
  let notified = 0
  for (const filter of filters) {
    const subject = filter.id.toString()
    const last = episodes.get(subject) ?? null
    const open = last !== null && last.endedAt === null
    if (!may && !open) continue
    const question = questionOf(ctx.language, { ...filter.fields, handled: 'show', recentDays: null })
    if (question.learned) await judgeItems(ctx.db, userId, products)
    const scope = { reader: readerAlone(userId), products, blackList, question, now: ctx.clock.now() }
    const { state, alarm } = await look(filter, scope, open)
    const url = `${ctx.config.siteUrl}/feed?filter=${filter.id}`
    if (await takeStep(ctx, { userId, kind, subject, last }, state, () => ({ ...alarm(), url }))) notified += 1
  }
  return notified
}

/** Cards of the last days together, and of each of the days before them. */
async function countDays(
  { db, clock }: Context,
  scope: FeedScope,
  range: Range,
): Promise<{ silent: number; before: number[] }> {
  const now = clock.now().getTime()
  const since = (days: number, cap: number) =>
    countItems(db, scope, range, cap, { publishedFrom: new Date(now - days * DAY) })
  // Nearly every filter has one: no more than that is asked of those.
  if ((await since(SILENT_DAYS, 0)) > 0) return { silent: 1, before: [] }
  const all = await since(SILENT_DAYS + USUAL_DAYS, MOST)
  if (all === 0 || all > MOST) return { silent: 0, before: [] }
  const before: number[] = []
  let later = 0
  for (let day = SILENT_DAYS + 1; day <= SILENT_DAYS + USUAL_DAYS; day += 1) {
    const count = day === SILENT_DAYS + USUAL_DAYS ? all : await since(day, MOST)
    before.push(count - later)
    later = count
  }
  return { silent: 0, before }
}

/** Cards of the last hour, and of the same hour of each of the days before; none of those where the last one alone says that it is no spike. */
async function countHours(
  { db, clock }: Context,
  scope: FeedScope,
  range: Range,
  open: boolean,
): Promise<{ now: number; before: number[] }> {
  const moment = clock.now().getTime()
  const since = (ago: number) => countItems(db, scope, range, MOST, { publishedFrom: new Date(moment - ago) })
  const now = await since(HOUR)
  if (now < (open ? LEAST_SPIKE / 2 : LEAST_SPIKE)) return { now, before: [] }
  if ((await since(USUAL_DAYS * DAY + HOUR)) > MOST) return { now: 0, before: [] }
  const before: number[] = []
  for (let day = 1; day <= USUAL_DAYS; day += 1) before.push((await since(day * DAY + HOUR)) - (await since(day * DAY)))
  return { now, before }
}

/** Items of the last hour, of every product. */
async function countLastHour({ db, clock }: Context): Promise<Map<string, number>> {
  const since = new Date(clock.now().getTime() - HOUR)
  const { rows } = await sql<{ productType: string; productId: number; count: number }>`
    select product_type, product_id, count(*)::integer as count from feed_items
    where seq_id > ${await markBefore(db, since)} and published_at >= ${since} group by product_type, product_id`.execute(
    db,
  )
  return new Map(rows.map((row) => [productKeyOf(row), row.count]))
}
