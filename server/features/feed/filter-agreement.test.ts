/**
 * The law: the SQL that picks pages and counts picks a message exactly when the rules say that it fits the filter and may
 * be shown. Badges and signals ask the rules, pages and totals ask SQL; a person must never be able to tell which.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageSizes, type FilterFields } from '../../../contract/filters.ts'
import { messageKinds, networks } from '../../../contract/networks.ts'
import { textTerms } from '../../../engine/language/terms.ts'
import { fits } from '../../../rules/filters/fits.ts'
import { mayShow, TRIAL_HIDES_MS, type VisibleProduct } from '../../../rules/trial.ts'
import { DAY } from '../../kit/clock.ts'
import { openTown, type Town } from '../../people/town.ts'
import { questionOf } from '../filters/filters.public.ts'
import { countItems, getNewestSeqId, pickPage, type Scope } from './pick.ts'

/** Categories by the one word that brings a message into them. */
const anchors = { photographers: 'фотограф', video: 'видеограф', vets: 'ветеринар', cakes: 'торт' } as const
type Slug = keyof typeof anchors
const slugs = Object.keys(anchors) as Slug[]

/** Forms of few words, so that filters and messages meet often; some forms belong to two words. */
const vocabulary = [
  'сын', 'сыновья', 'сыном', 'дети', 'ребёнок', 'ребенка', 'стекла', 'стекло', 'стечь', 'школа', 'школы', 'красивая', 'Красивый',
  'ищу', 'искать', 'C++', '1С', 'iPhone', '#свадьба', 'свадьба', '@masha', 'кафе-бар', 'кафе', '2026', 'qwzx',
] as const
/** Filters hold what people type: also what holds no word at all, or several. */
const typed = [...vocabulary, '!!!', '📷', 'красивая школа', ' сын ', 'СЫНОВЬЯ', '=сын', '"сын"', "сын' or true --", '\\', '{сын}'] as const

let town: Town
let ids: Record<Slug, number>
let now: number

beforeAll(async () => {
  town = await openTown()
  for (const slug of slugs) await town.looksFor(slug, anchors[slug])
  ids = Object.fromEntries(await Promise.all(slugs.map(async (slug) => [slug, await town.categoryId(slug)]))) as Record<Slug, number>
  now = town.clock.now().getTime()
})
afterAll(() => town.close())

/** Before now, in milliseconds: on the edges of everything that has an edge, and between them. */
const age = fc.oneof(
  fc.constantFrom(...[1, 3, 7].flatMap((days) => [days * DAY - 1, days * DAY, days * DAY + 1]), 0, TRIAL_HIDES_MS),
  fc.integer({ min: 0, max: 9 * DAY }),
)
const messages = fc.array(
  fc.record({
    words: fc.array(fc.constantFrom(...vocabulary), { maxLength: 4 }),
    categories: fc.uniqueArray(fc.constantFrom(...slugs), { minLength: 1, maxLength: 3 }),
    network: fc.constantFrom(...networks.slice(0, 3)),
    kind: fc.constantFrom(...messageKinds),
    age,
    deleted: fc.constantFrom(true, false, false, false),
  }),
  { minLength: 1, maxLength: 25, size: 'max' },
)

/** Most fields of most filters say nothing: otherwise hardly anything would fit, and the law would hold of anything. */
const seldom = <Value>(value: fc.Arbitrary<Value>, usual: Value): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: 2, arbitrary: fc.constant(usual) })
const words = seldom(fc.array(fc.constantFrom<string[]>(...typed), { maxLength: 3 }), [])
const filters = fc.record({
  includedWords: words,
  excludedWords: words,
  exactMatch: fc.boolean(),
  resources: seldom(fc.uniqueArray(fc.constantFrom(...networks.slice(0, 4)), { maxLength: 3 }), []),
  categories: seldom(fc.uniqueArray(fc.constantFrom<(Slug | 'unknown')[]>(...slugs, 'unknown'), { maxLength: 3 }), []),
  messageType: seldom<FilterFields['messageType']>(fc.constantFrom(...messageKinds), 'all'),
  recentDays: seldom<FilterFields['recentDays']>(fc.constantFrom(1, 3, 7), null),
  fromDate: seldom<number | null>(age, null),
  toDate: seldom<number | null>(age, null),
  limit: fc.constantFrom(...pageSizes),
})
/** What a person holds of each category. */
const holdings = fc.record(Object.fromEntries(slugs.map((slug) => [slug, fc.constantFrom('paid', 'paid', 'trial', 'nothing')])) as Record<Slug, fc.Arbitrary<string>>)

const toIso = (before: number | null): string | null => (before === null ? null : new Date(now - before).toISOString())

it('SQL picks a message exactly when the rules say that it fits', async () => {
  let asked = 0
  let sifted = 0
  let round = 0
  await fc.assert(
    fc.asyncProperty(messages, fc.array(fc.tuple(filters, holdings), { minLength: 5, maxLength: 5 }), async (made, questions) => {
      round += 1
      await town.database.pool.query('truncate feed_items, messages, message_keys')
      const raw = made.map(({ words: used, categories, network, kind, age: before }, place) =>
        town.message([...used, ...categories.map((slug) => anchors[slug])].join(' '), {
          network, kind, externalId: `${round}-${place}`, publishedAt: new Date(now - before),
        }),
      )
      await town.receive(raw)
      const gone = raw.filter((_, place) => made[place]?.deleted)
      if (gone.length > 0) await town.receive(gone.map((message) => ({ ...message, deleted: true, text: '' })))

      const { rows } = await town.database.pool.query<{ seq_id: number; product_id: number; external_id: string }>(
        `select i.seq_id, i.product_id, k.external_id from feed_items i join message_keys k using (message_id) order by i.seq_id desc`,
      )
      const items = rows.flatMap((row) => {
        const message = raw.find(({ externalId }) => externalId === row.external_id)
        return message && !gone.includes(message) ? [{ ...row, message, terms: textTerms(town.language, message.text) }] : []
      })
      const upTo = await getNewestSeqId(town.db)

      for (const [filter, held] of questions) {
        const fields: FilterFields = {
          ...filter,
          categories: filter.categories.map((slug) => (slug === 'unknown' ? 999_999 : ids[slug])),
          fromDate: toIso(filter.fromDate),
          toDate: toIso(filter.toDate),
        }
        const products: VisibleProduct[] = slugs
          .filter((slug) => held[slug] !== 'nothing')
          .map((slug) => ({ productType: 'category', productId: ids[slug], trial: held[slug] === 'trial' }))
        const question = questionOf(town.language, fields)
        const scope: Scope = { products, question, now: new Date(now) }

        const expected = items
          .filter(({ product_id: productId, message, terms }) => {
            const product = products.find((each) => each.productId === productId)
            const publishedAt = message.publishedAt?.getTime() ?? now
            const item = { terms, network: message.network, kind: message.kind, productType: 'category', productId, publishedAt }
            return product !== undefined && mayShow(product, publishedAt, now) && fits(question, item, now)
          })
          .map(({ seq_id: seqId }) => seqId)

        const pick = (page: Partial<Parameters<typeof pickPage>[2]>) => pickPage(town.db, scope, { upTo, edge: null, offset: 0, limit: 100, ...page })
        expect(await pick({})).toEqual(expected)
        expect(await countItems(town.db, scope, { after: 0, upTo }, 10_000)).toBe(expected.length)
        asked += 1
        if (expected.length > 0 && expected.length < items.length) sifted += 1

        // The same through every door: in parts from the top, from an edge to either side, counted from there.
        expect([...(await pick({ limit: 2 })), ...(await pick({ offset: 2, limit: 100 }))]).toEqual(expected)
        const middle = expected[Math.floor(expected.length / 2)]
        if (middle === undefined) continue
        expect(await pick({ edge: { seqId: middle, direction: 'forward' } })).toEqual(expected.filter((seqId) => seqId < middle))
        expect(await pick({ edge: { seqId: middle, direction: 'back' } })).toEqual(expected.filter((seqId) => seqId > middle))
        expect(await pick({ upTo: middle })).toEqual(expected.filter((seqId) => seqId <= middle))
        expect(await countItems(town.db, scope, { after: middle, upTo }, 10_000)).toBe(expected.filter((seqId) => seqId > middle).length)
        expect(await countItems(town.db, scope, { after: 0, upTo }, 1)).toBe(Math.min(2, expected.length))
      }
    }),
    { numRuns: 50 },
  )
  // A law over filters that let through nothing or everything would hold of anything.
  expect(sifted / asked).toBeGreaterThan(0.2)
}, 60_000)
