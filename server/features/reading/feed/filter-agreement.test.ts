/**
 * The law: the SQL that picks pages and counts picks an item exactly when the rules say that it fits the filter and no
 * earlier copy of it does. Badges and signals ask the rules, pages and totals ask SQL; a person must never be able to tell
 * which. Here the rules are asked about every row there is.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyFilter, intentLevels, type FilterFields } from '../../../../contract/reading/filters.ts'
import { messageKinds, networks, sourceKinds } from '../../../../contract/networks.ts'
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import type { Language } from '../../../../engine/language/language.ts'
import { textTerms } from '../../../../engine/language/terms.ts'
import { fits, whyHidden, type FilterableItem } from '../../../../rules/filters/fits.ts'
import { ALL, readView, viewFields, viewKey } from '../../../../rules/filters/views.ts'
import { TRIAL_HIDES_MS, type VisibleProduct } from '../../../../rules/trial.ts'
import { DAY } from '../../../kit/clock.ts'
import { loadLanguage } from '../../../kit/language.ts'
import type { Database } from '../../../kit/sql.ts'
import { insertRows, openBareDatabase } from '../../../testing/bare-database.ts'
import { questionOf } from '../filters/filters.public.ts'
import { countViews } from './read/count-views.ts'
import { readItemFacts } from './items/item-facts.ts'
import { countCopies, countItems, pickAmong, pickCopies, pickHidden, pickItemsOf, pickPage } from './read/pick.ts'
import type { Scope } from './read/scope.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'

/** Forms of few words, so that filters and messages meet often; some forms belong to two words. */
const vocabulary = [
  'сын',
  'сыновья',
  'сыном',
  'дети',
  'ребёнок',
  'ребенка',
  'стекла',
  'стекло',
  'стечь',
  'школа',
  'школы',
  'красивая',
  'Красивый',
  'ищу',
  'искать',
  'C++',
  '1С',
  'iPhone',
  '#свадьба',
  'свадьба',
  '@masha',
  'кафе-бар',
  'кафе',
  '2026',
  'qwzx',
] as const
/** Filters hold what people type: also what holds no word at all, or several. */
const typed = [
  ...vocabulary,
  '!!!',
  '📷',
  'красивая школа',
  ' сын ',
  'СЫНОВЬЯ',
  '=сын',
  '"сын"',
  "сын' or true --",
  '\\',
  '{сын}',
] as const

/** Numbers repeat across the kinds of product, so that one taken for another is noticed. */
const products: { productType: ProductType; productId: number }[] = [
  { productType: 'category', productId: 1 },
  { productType: 'category', productId: 2 },
  { productType: 'category', productId: 3 },
  { productType: 'project', productId: 1 },
  { productType: 'project', productId: 2 },
  { productType: 'group', productId: 1 },
  { productType: 'group', productId: 2 },
]
/** A country, two regions, towns of them; 21 and 22 lie in region 11. */
const places = [
  null,
  { locationId: 1, regionId: null },
  { locationId: 11, regionId: 11 },
  { locationId: 12, regionId: 12 },
  { locationId: 21, regionId: 11 },
  { locationId: 22, regionId: 11 },
  { locationId: 31, regionId: 12 },
] as const
const chosen: FilterFields['locations'] = [
  { type: 'country', id: 1, name: 'Россия' },
  { type: 'region', id: 11, name: 'Омская область' },
  { type: 'region', id: 12, name: 'Тверская область' },
  { type: 'town', id: 21, name: 'Омск' },
  { type: 'town', id: 31, name: 'Тверь' },
  { type: 'town', id: 99, name: 'Никуда' },
]
const [READER, MATE, STRANGER] = [1, 2, 3] as const
const authors = [1, 2, 3, 4]
/** So far from each other that a page is looked for in several steps, which begin and end at items. */
const APART = 125
const now = Date.parse('2026-11-20T12:00:00Z')

let database: Database
let language: Language
beforeAll(async () => {
  database = await openBareDatabase()
  language = await loadLanguage()
  await insertRows(
    database,
    'users',
    [READER, MATE, STRANGER].map((id) => ({
      id,
      email: `${id}@example.ru`,
      username: `${id}`,
      password_hash: '',
      email_approve: true,
      roles: [],
      time_zone: 'UTC',
      created_at: new Date(now),
    })),
  )
  await insertRows(
    database,
    'authors',
    authors.map((id) => ({ id, network: 'vk', external_id: `${id}`, name: `${id}` })),
  )
})
afterAll(() => database.close())

/** Most fields of most filters say nothing: otherwise hardly anything would fit, and the law would hold of anything. */
const seldom = <Value>(value: fc.Arbitrary<Value>, usual: Value, often = 4): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: often, arbitrary: fc.constant(usual) })
const some = <Value>(values: readonly Value[], most = 3): fc.Arbitrary<Value[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most })

/** Before now, in milliseconds: on the edges of everything that has an edge, and between them. */
const age = fc.oneof(
  fc.constantFrom(...[1, 3, 7].flatMap((days) => [days * DAY - 1, days * DAY, days * DAY + 1]), 0, TRIAL_HIDES_MS),
  fc.integer({ min: 0, max: 9 * DAY }),
)
const marks = seldom(
  some([
    'favorite',
    'spam',
    'strange spam',
    'strange favorite',
    'note',
    "mate's note",
    'strange note',
    'like',
    'dislike',
    "mate's like",
  ] as const),
  [],
  1,
)
const message = fc.record({
  words: fc.array(fc.constantFrom(...vocabulary), { maxLength: 4 }),
  products: some(products, 4),
  /** One of few clusters, or one of its own. */
  cluster: fc.constantFrom(-1, -2, -3, null),
  network: fc.constantFrom(...networks.slice(0, 3)),
  kind: fc.constantFrom(...messageKinds),
  sourceKind: fc.constantFrom(...sourceKinds),
  authorId: fc.constantFrom(null, ...authors),
  groupId: fc.constantFrom(null, 1, 2, 3),
  place: fc.constantFrom(...places),
  intentLevel: fc.constantFrom(...intentLevels),
  suppressedBy: seldom(fc.constantFrom('censor' as const, 'neural' as const), null),
  isUnwanted: seldom(fc.constant(true), false),
  spamCount: seldom(fc.constantFrom(1, 9, 10, 25), 0),
  verdict: seldom(fc.constantFrom('approved', 'approved', 'rejected', 'removed'), null),
  gone: seldom(fc.constant(true), false, 6),
  /** What the marks of one and of another taught speaks against it. */
  dismissed: fc.boolean(),
  dismissedMate: fc.boolean(),
  age,
  marks,
})
type Made = typeof message extends fc.Arbitrary<infer Value> ? Value : never

const wordsOf = seldom(fc.array(fc.constantFrom<string[]>(...typed), { maxLength: 3 }), [])
const yes = seldom(fc.constant(true), false, 7)
const ids = seldom(some([1, 2, 3, 9]), [], 7)
const filters: fc.Arbitrary<FilterFields> = fc.record({
  includedWords: wordsOf,
  excludedWords: wordsOf,
  exactMatch: fc.boolean(),
  locations: seldom(some(chosen), [], 2),
  undefinedLocations: fc.boolean(),
  networks: seldom(some(networks.slice(0, 4)), []),
  sourceKinds: seldom(some(sourceKinds), []),
  categories: ids,
  monitoredProjects: ids,
  monitoredGroups: seldom(some(['1/1', '1/2', '2/1', '2/3', '2/0', '9/0', '9/1']), [], 7),
  kind: seldom<FilterFields['kind']>(fc.constantFrom(...messageKinds), 'all'),
  recentDays: seldom<FilterFields['recentDays']>(fc.constantFrom(1, 3, 7), null),
  fromDate: seldom<string | null>(age.map(toIso), null, 7),
  toDate: seldom<string | null>(age.map(toIso), null, 7),
  onlyFavorites: yes,
  onlyWithNotes: yes,
  onlyBlackList: yes,
  spam: fc.constantFrom('no', 'no', 'ignore', 'ignore', 'yes'),
  intent: seldom<FilterFields['intent']>(fc.constantFrom(...intentLevels), 'cold'),
  learned: fc.boolean(),
  push: fc.constant(emptyFilter.push),
  open: fc.constant(emptyFilter.open),
  limit: fc.constant(emptyFilter.limit),
})
const readers = fc.record({
  holds: fc.tuple(...products.map(() => fc.constantFrom('paid', 'paid', 'paid', 'paid', 'trial', 'nothing'))),
  moderator: seldom(fc.constant(true), false),
  hasMate: fc.boolean(),
})

function toIso(before: number): string {
  return new Date(now - before).toISOString()
}

/** An item as it was made, beside its row. */
interface Item {
  seqId: number
  messageId: number
  clusterId: number
  repeats: boolean
  made: Made
  productType: ProductType
  productId: number
}

async function fillDatabase(made: Made[], blackList: number[]): Promise<Item[]> {
  await database.pool.query(
    'truncate feed_items, messages, favorites, spam_marks, notes, reactions, dismissed_messages, blacklisted_authors',
  )
  const at = new Date(now)
  const items = made.flatMap((each, place) =>
    each.products.map((product) => ({ ...product, made: each, messageId: place + 1 })),
  )
  const seen = new Set<number>()
  const placed = items.map((item, place): Item => {
    const clusterId = item.made.cluster ?? item.messageId
    return { ...item, seqId: 10 + place * APART, clusterId, repeats: seen.size === seen.add(clusterId).size }
  })
  await insertRows(
    database,
    'messages',
    made.map((each, place) => ({
      id: place + 1,
      received_at: at,
      kept: true,
      network: each.network,
      external_id: `${place}`,
      kind: each.kind,
      published_at: at,
      demo: false,
      text: each.words.join(' '),
      terms: textTerms(language, each.words.join(' ')),
    })),
  )
  await insertRows(
    database,
    'feed_items',
    placed.map((item) => ({
      seq_id: item.seqId,
      product_type: item.productType,
      product_id: item.productId,
      message_id: item.messageId,
      received_at: at,
      published_at: toIso(item.made.age),
      network: item.made.network,
      kind: item.made.kind,
      source_kind: item.made.sourceKind,
      author_id: item.made.authorId,
      group_id: item.made.groupId,
      demo: false,
      gone: item.made.gone,
      spans: [],
      cluster_id: item.clusterId,
      repeats: item.repeats,
      intent_level: intentLevels.indexOf(item.made.intentLevel),
      suppressed_by: item.made.suppressedBy,
      is_unwanted: item.made.isUnwanted,
      spam_count: item.made.spamCount,
      verdict: item.made.verdict,
      location_id: item.made.place?.locationId ?? null,
      region_id: item.made.place?.regionId ?? null,
    })),
  )
  const marked = (mark: Made['marks'][number], userId: number, more: object = {}): Record<string, unknown>[] =>
    made.flatMap((each, place) =>
      each.marks.includes(mark) ? [{ user_id: userId, message_id: place + 1, ...more }] : [],
    )
  await insertRows(database, 'reactions', [
    ...marked('like', READER, { at, reaction: 'like' }),
    ...marked('dislike', READER, { at, reaction: 'dislike' }).filter(
      ({ message_id }) => !made[Number(message_id) - 1]?.marks.includes('like'),
    ),
    ...marked("mate's like", MATE, { at, reaction: 'like' }),
  ])
  const dismissed = (userId: number, is: (each: Made) => boolean) =>
    made.flatMap((each, place) => (is(each) ? [{ user_id: userId, message_id: place + 1 }] : []))
  await insertRows(database, 'dismissed_messages', [
    ...dismissed(READER, (each) => each.dismissed),
    ...dismissed(MATE, (each) => each.dismissedMate),
  ])
  const note = { text: 'заметка', updated_at: at }
  await insertRows(database, 'favorites', [
    ...marked('favorite', READER, { at }),
    ...marked('strange favorite', STRANGER, { at }),
  ])
  await insertRows(database, 'spam_marks', [
    ...marked('spam', READER, { at }),
    ...marked('strange spam', STRANGER, { at }),
  ])
  await insertRows(database, 'notes', [
    ...marked('note', READER, note),
    ...marked("mate's note", MATE, note),
    ...marked('strange note', STRANGER, note),
  ])
  await insertRows(
    database,
    'blacklisted_authors',
    blackList.map((authorId) => ({ user_id: READER, author_id: authorId, at })),
  )
  return placed
}

/** The item as the rules look at it, for a reader who holds its product. */
function seenBy(
  { reader, products: held, blackList }: Scope,
  { made, productType, productId }: Item,
): FilterableItem | null {
  const product = held.find((each) => each.productType === productType && each.productId === productId)
  if (!product || made.gone) return null
  return {
    ...made,
    productType,
    productId,
    terms: textTerms(language, made.words.join(' ')),
    publishedAt: now - made.age,
    locationId: made.place?.locationId ?? null,
    regionId: made.place?.regionId ?? null,
    trial: product.trial,
    moderator: reader.moderator,
    blackListed: made.authorId !== null && blackList.includes(made.authorId),
    spamMarked: made.marks.includes('spam'),
    favorite: made.marks.includes('favorite'),
    noted: made.marks.includes('note') || (reader.team.includes(MATE) && made.marks.includes("mate's note")),
    dismissedByModel:
      made.dismissed && !(['favorite', 'note', 'like'] as const).some((mark) => made.marks.includes(mark)),
  }
}

/** What the rules say of the items: which fit, and which of those are cards. */
function byRules(scope: Scope, items: Item[]) {
  const seen = new Map(items.map((item) => [item, seenBy(scope, item)]))
  const fitting = items.filter((item) => {
    const each = seen.get(item)
    return each != null && fits(scope.question, each, now)
  })
  const isFirst = (item: Item): boolean =>
    !fitting.some((other) => other.clusterId === item.clusterId && other.seqId < item.seqId)
  return { seen, fitting, cards: fitting.filter((item) => !item.repeats || isFirst(item)) }
}

/** Every view there may be: everything, each product, each group of a list; some of what the reader does not hold. */
const viewKeys = [
  ALL,
  ...products.map((product) => viewKey(product)),
  ...[1, 2, 9].flatMap((productId) => [1, 2, 3].map((group) => viewKey({ productType: 'group', productId }, group))),
  viewKey({ productType: 'category', productId: 9 }),
]

/** The numbers beside the views are those their pages show, and the rules say. Says how many of them hold some and leave some out. */
async function tryViews(scope: Scope, items: Item[], since: number, upTo: number): Promise<number> {
  const counts = await countViews(
    database.db,
    scope,
    viewKeys.map((view, place) => ({ view, since: place % 2 === 0 ? since : 0 })),
    upTo,
    10_000,
  )
  let sifted = 0
  for (const [place, view] of viewKeys.entries()) {
    const question = questionOf(language, { ...emptyFilter, ...viewFields(readView(view) ?? null) })
    const after = place % 2 === 0 ? since : 0
    const cards = byRules({ ...scope, question }, items).cards.map(({ seqId }) => seqId)
    const newer = cards.filter((seqId) => seqId > after)
    const { count = 0, newest = null } = counts.get(view) ?? {}
    expect({ view, count }).toEqual({ view, count: newer.length })
    if (count > 0) expect({ view, newest }).toEqual({ view, newest: Math.max(...newer) })
    expect(await countItems(database.db, { ...scope, question }, { after, upTo }, 10_000)).toBe(count)
    if (newer.length > 0 && newer.length < items.length) sifted += 1
  }
  return sifted / viewKeys.length
}

/** Tries the law so often, with this seed or the one of the run, and counts what it was tried on. */
async function tryLaw(parameters: fc.Parameters<unknown>): Promise<{ sifted: number; copied: number; viewed: number }> {
  const db = database.db
  let asked = 0
  let sifted = 0
  let copied = 0
  let viewed = 0
  const round = fc.record({
    made: fc.array(message, { minLength: 1, maxLength: 25, size: 'max' }),
    blackList: seldom(some(authors, 2), []),
    questions: fc.array(fc.tuple(filters, readers), { minLength: 8, maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(round, async ({ made, blackList, questions }) => {
      const items = await fillDatabase(made, blackList)
      const upTo = items.at(-1)?.seqId ?? 0
      const newestFirst = items.toReversed()

      for (const [fields, { holds, moderator, hasMate }] of questions) {
        const held: VisibleProduct[] = products.flatMap((product, place) =>
          holds[place] === 'nothing' ? [] : [{ ...product, trial: holds[place] === 'trial' }],
        )
        const reader = { userId: READER, team: hasMate ? [READER, MATE] : [READER], moderator, admin: false }
        const scope: Scope = {
          reader,
          products: held,
          blackList,
          question: questionOf(language, fields),
          now: new Date(now),
        }

        const { seen, fitting, cards } = byRules(scope, items)
        const expected = newestFirst.filter((item) => cards.includes(item)).map(({ seqId }) => seqId)

        const pick = (page: Partial<Parameters<typeof pickPage>[2]>) =>
          pickPage(db, scope, { upTo, edge: null, offset: 0, limit: 100, ...page })
        expect(await pick({})).toEqual(expected)
        expect(await countItems(db, scope, { after: 0, upTo }, 10_000)).toBe(expected.length)
        expect(
          (
            await pickAmong(
              db,
              scope,
              items.map(({ seqId }) => seqId),
            )
          ).toSorted((a, b) => b - a),
        ).toEqual(expected)
        asked += 1
        if (asked % 4 === 1) viewed += await tryViews(scope, items, expected[1] ?? 0, upTo)
        if (expected.length > 0 && expected.length < items.length) sifted += 1

        // What is kept away is the rest of what they may see, each with a reason unless it is a copy; and what they may see of a message.
        const readable = items.filter((item) => {
          const each = seen.get(item)
          return (
            each != null &&
            !['removed', 'rejected', 'trial'].includes(whyHidden(scope.question, each, now)?.reason ?? '')
          )
        })
        const hidden = readable.filter((item) => !cards.includes(item))
        const hiddenIds = await pickHidden(db, scope, { before: null, limit: 100 })
        expect(hiddenIds).toEqual(hidden.map(({ seqId }) => seqId).toReversed())
        const facts = await readItemFacts(db, scope, hiddenIds)
        for (const item of hidden) {
          const fact = facts.get(item.seqId)
          expect(fact && fits(scope.question, fact, now)).toBe(fitting.includes(item))
        }
        const first = items[0]
        if (first)
          expect((await pickItemsOf(db, scope, first.messageId)).map(({ seqId }) => seqId)).toEqual(
            readable.filter(({ messageId }) => messageId === first.messageId).map(({ seqId }) => seqId),
          )

        // Behind a card stand the other messages of its cluster that fit.
        const behind = new Map(
          cards.map((card) => [
            card.seqId,
            new Set(
              fitting
                .filter((item) => item.clusterId === card.clusterId && item.messageId !== card.messageId)
                .map(({ messageId }) => messageId),
            ),
          ]),
        )
        const copies = await countCopies(db, scope, cards)
        for (const card of cards) expect(copies.get(card.seqId) ?? 0).toBe(behind.get(card.seqId)?.size)
        const [card] = cards.filter(({ seqId }) => (behind.get(seqId)?.size ?? 0) > 0)
        if (card) {
          copied += 1
          const picked = await pickCopies(db, scope, card, 100)
          expect(picked.map((seqId) => items.find((item) => item.seqId === seqId)?.messageId)).toEqual([
            ...(behind.get(card.seqId) ?? []),
          ])
        }

        // The same through every door: in parts from the top, from an edge to either side, counted from there.
        expect([...(await pick({ limit: 2 })), ...(await pick({ offset: 2, limit: 100 }))]).toEqual(expected)
        const middle = expected[Math.floor(expected.length / 2)]
        if (middle === undefined) continue
        expect(await pick({ edge: { seqId: middle, direction: 'forward' } })).toEqual(
          expected.filter((seqId) => seqId < middle),
        )
        expect(await pick({ edge: { seqId: middle, direction: 'back' } })).toEqual(
          expected.filter((seqId) => seqId > middle),
        )
        expect(await pick({ upTo: middle })).toEqual(expected.filter((seqId) => seqId <= middle))
        expect(await countItems(db, scope, { after: middle, upTo }, 10_000)).toBe(
          expected.filter((seqId) => seqId > middle).length,
        )
        expect(await countItems(db, scope, { after: 0, upTo }, 1)).toBe(Math.min(2, expected.length))
      }
    }),
    parameters,
  )
  return { sifted: sifted / asked, copied: copied / asked, viewed: (4 * viewed) / asked }
}

describe('SQL picks an item exactly when the rules say that it fits, and that it is the first to say so', () => {
  it('of filters that let through some and not all, and of copies', async () => {
    const { sifted, copied, viewed } = await tryLaw({ numRuns: 12, seed: 8 })
    // A law over filters that let through nothing or everything would hold of anything.
    expect(sifted).toBeGreaterThan(0.2)
    expect(copied).toBeGreaterThan(0.03)
    expect(viewed).toBeGreaterThan(0.2)
  })

  it('of whatever there may be', () => tryLaw({ numRuns: lawRuns(15) }).then(() => {}))
})
