/**
 * The law: what a browser counts from answers and signals is what the database would count again, at every moment and over
 * every reconnect; and no one hears of what they may not see. The browser's side here is the web's own reducer.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { emptyFilter, intentLevels, type FilterFields, type IntentLevel } from '../../../../contract/reading/filters.ts'
import { savePersonal } from '../../../../engine/relevance/personal.ts'
import {
  begin,
  isBehind,
  isNarrowed,
  narrowedKey,
  take,
  toAsk,
  type CountedKey,
  type FeedUpdates,
  type Narrowed,
} from '../../../../web/features/reading/feed/page/feed-updates.ts'
import { leadStatuses, type LeadStatus } from '../../../../contract/reading/lead-mark.ts'
import { DAY } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, trial, type Holding, type TestWorld } from '../../../testing/test-world.ts'
import { publish } from '../../../kit/bus.ts'
import { loadScorer, readModelPrint } from '../../../kit/relevance.ts'
import { teach } from '../learning/boundary.ts'
import { questionOf } from '../filters/filters.public.ts'
import { VIEW_OF_EVERYTHING, readView, viewFields, viewKey } from '../../../../rules/filters/views.ts'
import { countItems, getNewestSeqId } from './read/pick.ts'
import { readScope, type FeedScope } from './read/scope.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
  await world.looksFor('vets', 'ветеринар')
})
afterAll(() => world.close())

type Browser = Awaited<ReturnType<TestUser['connects']>>
/** What a tab believed at some moment, and by what it may be judged. */
interface Belief {
  of: CountedKey
  scope: FeedScope
  base: number
  counted: number
  count: number
}

/**
 * A tab of someone's browser, counting as web/features/reading/feed/page/updates-cache.ts does.
 * @param views beside the filter
 * @param narrowed what is read for a while besides
 */
function openTab(person: TestUser, views: readonly string[] = [], narrowed: ReadForAWhile | null = null) {
  const counted: readonly CountedKey[] = [person.filterId, ...views, ...(narrowed ? [narrowed.key] : [])]
  let updates: FeedUpdates = {}
  let browser: Browser | null = null
  let scopes: ReadonlyMap<CountedKey, FeedScope> | null = null
  const beliefs: Belief[] = []
  const ctx: Promise<void>[] = []

  function see(after: FeedUpdates): void {
    updates = after
    let behind = false
    for (const of of counted) {
      const mine = updates[of]
      const scope = scopes?.get(of)
      if (!mine) continue
      if (scope) beliefs.push({ of, scope, base: mine.base, counted: mine.counted, count: mine.count })
      behind ||= isBehind(mine)
    }
    if (behind) ask()
  }
  function ask(): void {
    const through = browser
    if (!through || !updates[person.filterId]) return
    ctx.push(
      through.socket
        .timeout(5_000)
        .emitWithAck('call', { name: 'feed.setFeedListener', input: toAsk(updates, narrowed) })
        .then(
          (answer: Awaited<ReturnType<typeof through.answers<'feed', 'setFeedListener'>>>) => {
            if (answer.status !== 'ok') throw new Error(answer.code)
            const { updates: ofFilters, views: ofViews } = answer.result
            if (through === browser) for (const update of [...ofFilters, ...ofViews]) see(take(updates, update))
          },
          // The socket went before the answer came: the next connection asks again.
          () => {},
        ),
    )
  }

  return {
    person,
    beliefs,
    ask,
    counted,
    narrowed,
    of: (each: CountedKey) => updates[each],
    get online() {
      return browser !== null
    },
    signals: () => browser?.heard['feed.updates'] ?? [],
    async connect(): Promise<void> {
      if (browser) return
      browser = await person.connects()
      browser.socket.on('feed.updates', (update: Parameters<typeof take>[1]) => see(take(updates, update)))
      browser.socket.on('feed.views', (signal: { updates: Parameters<typeof take>[1][] }) =>
        see(signal.updates.reduce(take, updates)),
      )
      ask()
    },
    disconnect(): void {
      browser?.close()
      browser = null
    },
    /** From now on what is counted belongs to no reading: the filter, or what may be seen, is being changed. */
    lookAway(): void {
      scopes = null
    },
    /** The first page of the filter, and of every view. */
    async read(): Promise<void> {
      const page = await person.asks('feed', 'queryFeed', { filterId: person.filterId, limit: 1 })
      scopes = await scopesOf(person, counted, narrowed)
      see(counted.reduce<FeedUpdates>((before, of) => begin(before, of, page.upTo), updates))
      ask()
    },
    /** The first page of one of the views, while the others stay as they are. */
    async readView(place: number): Promise<void> {
      const view = views[place % views.length]
      if (view === undefined) return
      const filter = viewFields(readView(view) ?? null)
      const page = await person.asks('feed', 'queryFeed', { filter, limit: 1 })
      see(begin(updates, view, page.upTo))
      ask()
    },
    /** Until every question that was asked is answered, those that followed from answers too. */
    async quiet(): Promise<void> {
      for (let next = ctx.pop(); next; next = ctx.pop()) await next
    },
  }
}
type Tab = ReturnType<typeof openTab>

/** A filter that is not saved, searched besides. */
interface ReadForAWhile extends Narrowed {
  ask: { filter: Partial<FilterFields>; search: string }
}

/** By what is counted: the person's filter, a view, or what is narrowed for a while. */
async function scopesOf(
  person: TestUser,
  counted: readonly CountedKey[],
  narrowed: ReadForAWhile | null,
): Promise<Map<CountedKey, FeedScope>> {
  const { filters } = await person.asks('filters', 'listFilters', {})
  const ofFilter = await readScope(world, { id: person.userId, roles: [] }, filters[0] ?? emptyFilter)
  const ofView = (view: string): FeedScope => ({
    ...ofFilter,
    question: questionOf(world.language, { ...emptyFilter, ...viewFields(readView(view) ?? null) }),
  })
  const scopes = new Map(counted.map((of) => [of, typeof of === 'string' ? ofView(of) : ofFilter]))
  if (narrowed === null) return scopes
  const { filter: fields, search } = narrowed.ask
  return scopes.set(
    narrowed.key,
    await readScope(world, { id: person.userId, roles: [] }, { ...emptyFilter, ...fields }, search),
  )
}

/** On the person's black list, or off it, and everybody is informed. */
async function listAuthor(userId: number, externalId: string, on: boolean): Promise<void> {
  await world.db.transaction().execute(async (tx) => {
    const author = await tx.selectFrom('authors').select('id').where('externalId', '=', externalId).executeTakeFirst()
    if (!author) return
    if (on) {
      const row = { userId, authorId: author.id, at: world.clock.now() }
      await tx
        .insertInto('blacklistedAuthors')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else
      await tx.deleteFrom('blacklistedAuthors').where('userId', '=', userId).where('authorId', '=', author.id).execute()
    await publish(tx, 'author.listed', { userId, authorId: author.id })
  })
}

/** One of the newest in their feed is this far from now on; where nothing is there, nothing is. */
async function moveLead(person: TestUser, { place, status }: { place: number; status: LeadStatus }): Promise<void> {
  const { messages } = await person.asks('feed', 'queryFeed', { filter: { spam: 'ignore' } })
  const id = messages[place]?.id
  if (id !== undefined) await person.asks('leads', 'updateLeadOf', { id, status })
}

/** What marks would have taught: of these words one is liked and the other is not. */
async function teachReader(userId: number, liked: string, disliked: string): Promise<void> {
  const scorer = await loadScorer()
  const marks = Array.from({ length: 24 }, (_, place) => {
    const word = place % 2 === 0 ? liked : disliked
    return {
      mark: place % 2 === 0 ? ('like' as const) : ('dislike' as const),
      traits: scorer.traits(`фотограф, ${word} ${place}`),
    }
  })
  const layer = {
    layer: Buffer.from(savePersonal(teach(marks))),
    boundary: -1,
    likes: 12,
    dislikes: 12,
    model: await readModelPrint(),
  }
  await world.db
    .insertInto('personalLayers')
    .values({ userId, ...layer })
    .execute()
}

/** From now on items are stored as if the model and the gazetteer had marked them so. */
async function markNextItems({
  intentLevel,
  isUnwanted,
  place,
  suppressedBy,
}: {
  intentLevel: IntentLevel
  isUnwanted: boolean
  place: number | null
  suppressedBy: string | null
}): Promise<void> {
  const region = place === null ? null : place === 21 ? 11 : 12
  await world.database.pool.query(`
    create or replace function mark_item() returns trigger language plpgsql as $$
      begin
        new.intent_level := ${intentLevels.indexOf(intentLevel)}; new.is_unwanted := ${isUnwanted};
        new.suppressed_by := ${suppressedBy === null ? null : `'${suppressedBy}'`}; new.location_id := ${place}; new.region_id := ${region};
        return new;
      end $$;
    create or replace trigger mark_item before insert on feed_items for each row execute function mark_item()`)
}

const recount = async (scope: FeedScope, after: number, upTo: number): Promise<number> =>
  countItems(world.db, scope, { after, upTo }, 10_000)

/** Everything that is stored is announced, and every tab that is online has counted all of it. */
async function arrive(tabs: Tab[]): Promise<void> {
  await world.settle()
  const newest = await getNewestSeqId(world.db)
  for (const tab of tabs) {
    await tab.quiet()
    for (const [of, scope] of await scopesOf(tab.person, tab.counted, tab.narrowed)) {
      const mine = tab.of(of)
      if (!tab.online || !mine) continue
      const expected = await recount(scope, mine.base, newest)
      await expect.poll(() => ({ of, count: tab.of(of)?.count }), { interval: 20 }).toEqual({ of, count: expected })
    }
    await tab.quiet()
  }
}

const words = ['сын', 'сыновья', 'школа', 'свадьба'] as const
/** Long enough that two of them are copies of each other. */
const TAIL =
  'пожалуйста, напишите в личные сообщения с примерами работ и ценами, съёмка в конце августа на весь день в загородном доме, гостей около сорока человек'
const message = fc.record({
  text: fc
    .tuple(
      fc.constantFrom('фотограф', 'видеограф', 'ветеринар', 'фотограф и видеограф', 'погода'),
      fc.constantFrom(...words),
      fc.constantFrom('', '', TAIL),
    )
    .map((parts) => parts.join(', ')),
  network: fc.constantFrom('vk' as const, 'ok' as const),
  age: fc.constantFrom(0, 2 * DAY, 4 * DAY),
  author: fc.constantFrom('1', '2', '3'),
})
/** What the model and the gazetteer say of a message that is stored next; everything, whatever its text. */
const labels = fc.record({
  intentLevel: fc.constantFrom(...intentLevels),
  isUnwanted: fc.constantFrom(false, false, true),
  place: fc.constantFrom(null, 21, 21, 31, 31),
  suppressedBy: fc.constantFrom(...Array<null>(8).fill(null), 'censor', 'neural'),
})
const filter = fc.record({
  includedWords: fc.constantFrom<string[][]>([], [], [], [], ['сын'], ['школа', 'свадьба']),
  excludedWords: fc.constantFrom<string[][]>([], [], [], ['сын']),
  networks: fc.constantFrom<FilterFields['networks'][]>([], [], [], ['vk']),
  spam: fc.constantFrom('no' as const, 'no' as const, 'yes' as const, 'ignore' as const, 'ignore' as const),
  intent: fc.constantFrom('cold' as const, 'cold' as const, 'cold' as const, 'warm' as const, 'hot' as const),
  locations: fc.constantFrom<FilterFields['locations'][]>(
    [],
    [],
    [{ type: 'region', id: 11, name: 'Омская область' }],
    [{ type: 'town', id: 31, name: 'Тверь' }],
  ),
  undefinedLocations: fc.boolean(),
  onlyBlackList: fc.constantFrom(...Array<false>(9).fill(false), true),
  onlyFavorites: fc.constantFrom(...Array<false>(11).fill(false), true),
  learned: fc.constantFrom(false, true, true),
  leadStatuses: fc.constantFrom<FilterFields['leadStatuses'][]>([], [], [], [], ['new'], ['inWork', 'answered']),
  assignees: fc.constantFrom<FilterFields['assignees'][]>([], [], [], [], ['none'], ['me']),
})
/** Of few texts, so that many of what comes next are copies of what is a lead. */
const lead = fc.record({
  does: fc.constant('move lead' as const),
  tab: fc.nat({ max: 2 }),
  place: fc.nat({ max: 5 }),
  status: fc.constantFrom(...leadStatuses),
})
const which = fc.nat({ max: 2 })
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('post' as const),
      messages: fc.array(message, { minLength: 1, maxLength: 4 }),
      waits: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('read', 'ask', 'drop', 'drop and connect', 'connect'), tab: which }),
  },
  { weight: 3, arbitrary: lead },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('read view' as const), tab: which, view: fc.nat({ max: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('change filter' as const), tab: which, fields: filter }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('list author' as const),
      tab: which,
      author: fc.constantFrom('1', '2', '3'),
      on: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('mark' as const), labels }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('settle', 'hear', 'be late', 'be in time') }) },
)

it('what a browser counts of a filter, of views and of what is narrowed is what a new count finds, whatever happens in between', async () => {
  // Two tabs of one person, and someone on trial.
  const anna = await world.customer('anna', paid('photographers'), paid('video'))
  const boris = await world.customer('boris', trial('photographers'), paid('vets'))
  await teachReader(anna.userId, 'школа', 'сын')
  await teachReader(boris.userId, 'сыновья', 'свадьба')
  await anna.asks('filters', 'updateFilter', { id: anna.filterId, learned: true })
  await markNextItems({ intentLevel: 'cold', isUnwanted: false, place: null, suppressedBy: null })
  onTestFinished(async () => void (await world.database.pool.query('drop trigger mark_item on feed_items')))
  const [photographers, video, vets] = await Promise.all(
    ['photographers', 'video', 'vets'].map((slug) => world.categoryId(slug)),
  )
  const views = [
    VIEW_OF_EVERYTHING,
    ...[photographers, video, vets].map((id) => viewKey({ productType: 'category', productId: id ?? 0 })),
    viewKey({ productType: 'project', productId: photographers ?? 0 }),
  ]
  let run = 0
  let counted = 0
  let viewed = 0
  let narrowly = 0

  const law = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }), async (steps) => {
    run += 1
    // A minute later, so that the rate limit of asking is a new one.
    world.clock.advance(60_000)
    const tabs = [
      openTab(anna, views, { key: narrowedKey(1), ask: { filter: {}, search: 'школа видеограф' } }),
      openTab(anna, views.slice(0, 2), { key: narrowedKey(7), ask: { filter: { learned: true }, search: 'фотограф' } }),
      openTab(boris, views, { key: narrowedKey(1), ask: { filter: { spam: 'ignore' }, search: 'сын свадьба' } }),
    ]
    const posting: Promise<void>[] = []
    for (const tab of tabs) {
      await tab.connect()
      await tab.read()
    }
    for (const [place, now] of steps.entries()) {
      const tab = tabs['tab' in now ? now.tab : 0] ?? tabs[0]
      if (!tab) break
      if (now.does === 'post') {
        const raw = now.messages.map(({ text, network, age, author }) =>
          world.message(text, {
            network,
            publishedAt: new Date(world.clock.now().getTime() - age),
            author: { externalId: author, name: author },
          }),
        )
        posting.push(world.receive(raw, `source ${run} ${place}`))
        if (now.waits) await posting.at(-1)
      } else if (now.does === 'change filter') {
        const theirs = tabs.filter((each) => each.person === tab.person)
        for (const each of theirs) each.lookAway()
        await tab.person.asks('filters', 'updateFilter', { id: tab.person.filterId, ...now.fields })
        for (const each of theirs) await each.read()
      } else if (now.does === 'list author') {
        const theirs = tabs.filter((each) => each.person === tab.person)
        for (const each of theirs) each.lookAway()
        await listAuthor(tab.person.userId, now.author, now.on)
        for (const each of theirs) await each.read()
      } else if (now.does === 'move lead') {
        const theirs = tabs.filter((each) => each.person === tab.person)
        for (const each of theirs) each.lookAway()
        await moveLead(tab.person, now)
        for (const each of theirs) await each.read()
      } else if (now.does === 'mark') await markNextItems(now.labels)
      else if (now.does === 'settle') await world.settle()
      else if (now.does === 'be late') world.makeNoticesLate()
      else if (now.does === 'be in time') world.releaseLateNotices()
      else if (now.does === 'hear') await Promise.race(tabs.map(nextSignal))
      else if (now.does === 'read') await tab.read()
      else if (now.does === 'read view') await tab.readView(now.view)
      else if (now.does === 'ask') tab.ask()
      else {
        if (now.does.startsWith('drop')) tab.disconnect()
        if (now.does.endsWith('connect')) await tab.connect()
      }
    }
    await Promise.all(posting)
    await arrive(tabs)
    // Anyone who was away comes back, and has missed nothing; anyone who asks once more counts nothing twice.
    for (const tab of tabs) await tab.connect()
    for (const tab of tabs) tab.ask()
    await arrive(tabs)

    for (const tab of tabs) {
      counted += Math.max(0, ...tab.beliefs.map(({ of, count }) => (typeof of === 'number' ? count : 0)))
      const isOfView = (of: CountedKey): boolean =>
        typeof of === 'string' && of !== VIEW_OF_EVERYTHING && !isNarrowed(of)
      viewed += Math.max(0, ...tab.beliefs.map(({ of, count }) => (isOfView(of) ? count : 0)))
      narrowly += Math.max(0, ...tab.beliefs.map(({ of, count }) => (isNarrowed(of) ? count : 0)))
      tab.disconnect()
      for (const { scope, base, counted: upTo, count } of uniqueBeliefs(tab.beliefs))
        expect(await recount(scope, base, upTo)).toBe(count)
    }
  })
  // Shrinking a failure takes long; what it has come to by then is reported.
  const interruptAfterTimeLimit = 100_000
  // That it holds of something is seen with a run in which no one is quicker or slower than another.
  const posted = (['фотограф и видеограф, школа', 'фотограф, сын'] as const).map((text) => ({
    text,
    network: 'vk' as const,
    age: 0,
    author: '1' as const,
  }))
  const simplest: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[] = [
    { does: 'post', messages: posted, waits: true },
    { does: 'settle' },
  ]
  await fc.assert(law, { numRuns: 4, seed: 1, examples: [[simplest]], interruptAfterTimeLimit })
  expect(counted).toBeGreaterThan(0)
  expect(viewed).toBeGreaterThan(0)
  expect(narrowly).toBeGreaterThan(0)
  // A layer that is against nothing or everything would agree with anything.
  const { rows } = await world.database.pool.query<{ dismissed: number; judged: number }>(
    `select count(u.message_id)::integer as dismissed, count(*)::integer as judged
      from messages m left join dismissed_messages u on u.message_id = m.id and u.user_id = $1 where m.kept`,
    [anna.userId],
  )
  const { dismissed = 0, judged = 0 } = rows[0] ?? {}
  expect(dismissed).toBeGreaterThan(0)
  expect(dismissed).toBeLessThan(judged)

  await fc.assert(law, { numRuns: lawRuns(5), interruptAfterTimeLimit })
})

function uniqueBeliefs(beliefs: Belief[]): Belief[] {
  return [
    ...new Map(
      beliefs.map((belief) => [`${belief.of} ${belief.base} ${belief.counted} ${belief.count}`, belief]),
    ).values(),
  ]
}

/** The next signal, or as long as one is held back at most. */
async function nextSignal(tab: Tab): Promise<void> {
  const before = tab.signals().length
  await expect
    .poll(() => tab.signals().length > before, { timeout: 350, interval: 10 })
    .toBe(true)
    .catch(() => {})
}

describe('of an item', () => {
  /** Someone who listens with an empty filter from now on. */
  async function listener(nickname: string, ...holdings: Holding[]) {
    const person = await world.customer(nickname, ...holdings)
    const tab = openTab(person)
    await tab.connect()
    await tab.read()
    await tab.quiet()
    return tab
  }
  const heard = (tab: Tab): string[] => tab.signals().map(({ snippet }) => snippet ?? '')

  it('hear only those who may see it', async () => {
    const subscribed = await listener('subscribed', paid('photographers'))
    const elsewhere = await listener('elsewhere', paid('vets'))
    const nobody = await listener('nobody')
    const tried = await listener('tried', trial('photographers'))
    const narrowed = await listener('narrowed', paid('photographers'))
    await narrowed.person.asks('filters', 'updateFilter', { id: narrowed.person.filterId, excludedWords: ['свежий'] })

    await world.receive([
      world.message('старый фотограф', { publishedAt: new Date(world.clock.now().getTime() - 4 * DAY) }),
      world.message('свежий фотограф'),
    ])
    await arrive([subscribed, elsewhere, nobody, tried, narrowed])
    expect([subscribed, elsewhere, nobody, tried, narrowed].map(heard)).toEqual([
      ['свежий фотограф'],
      [],
      [],
      ['старый фотограф'],
      ['старый фотограф'],
    ])
    for (const tab of [subscribed, elsewhere, nobody, tried, narrowed]) tab.disconnect()
  })

  it('nobody hears from the moment on at which his subscription ends', async () => {
    const ending = await listener('ending', paid('photographers', 1))
    const lasting = await listener('lasting', paid('photographers', 3))
    await world.post('первый фотограф')
    await arrive([ending, lasting])
    world.clock.advance(DAY)
    await world.post('второй фотограф')
    await arrive([lasting])
    expect([ending, lasting].map(heard)).toEqual([['первый фотограф'], ['первый фотограф', 'второй фотограф']])
    for (const tab of [ending, lasting]) tab.disconnect()
  })

  it('whoever subscribes hears at once, without listening again', async () => {
    const newcomer = await listener('newcomer')
    await world.hold(newcomer.person.userId, paid('photographers'))
    await world.post('долгожданный фотограф')
    await arrive([newcomer])
    expect(heard(newcomer)).toEqual(['долгожданный фотограф'])
    newcomer.disconnect()
  })

  it('whoever subscribed or narrowed while the bus was away is heard of when it is back', async () => {
    const buyer = await listener('buyer')
    const picky = await listener('picky', paid('photographers'))
    await world.missNotices(async () => {
      await world.hold(buyer.person.userId, paid('photographers'))
      await picky.person.asks('filters', 'updateFilter', { id: picky.person.filterId, excludedWords: ['сын'] })
    })
    await world.post('фотограф для сына')
    await arrive([buyer, picky])
    expect([buyer, picky].map(heard)).toEqual([['фотограф для сына'], []])
    for (const tab of [buyer, picky]) tab.disconnect()
  })

  it('nobody hears of an author from the moment on at which he is on the black list, and of nobody else with nothing but it', async () => {
    const lister = await listener('lister', paid('photographers'))
    const watcher = await listener('watcher', paid('photographers'))
    await watcher.person.asks('filters', 'updateFilter', { id: watcher.person.filterId, onlyBlackList: true })
    const by = (name: string, text: string) => world.post(text, { author: { externalId: name, name } })
    await by('назойливый', 'первый фотограф')
    await arrive([lister, watcher])
    for (const { person } of [lister, watcher]) await listAuthor(person.userId, 'назойливый', true)
    await by('назойливый', 'второй фотограф')
    await by('другой', 'третий фотограф')
    await world.settle()
    await expect
      .poll(() => [lister, watcher].map(heard))
      .toEqual([['первый фотограф', 'третий фотограф'], ['второй фотограф']])
    for (const { person } of [lister, watcher]) await listAuthor(person.userId, 'назойливый', false)
    await by('назойливый', 'четвёртый фотограф')
    await world.settle()
    await expect
      .poll(() => [lister, watcher].map((tab) => heard(tab).at(-1)))
      .toEqual(['четвёртый фотограф', 'второй фотограф'])
    for (const tab of [lister, watcher]) tab.disconnect()
  })

  it('nobody hears of a copy of what they have handled, in another filter either', async () => {
    const done = await listener('done', paid('photographers'))
    const other = await listener('other', paid('photographers'))
    const text =
      'фотограф на открытие выставки в музее, нужно снять гостей и речи, двести человек, три часа вечером, обработка к утру'
    await world.post(text, { network: 'vk' })
    await arrive([done, other])
    for (const { person } of [done, other])
      await person.asks('filters', 'updateFilter', { id: person.filterId, networks: ['ok'] })
    const { messages } = await done.person.asks('feed', 'queryFeed', { filter: {} })
    await done.person.asks('marks', 'setHandled', {
      id: messages.find((each) => each.text === text)?.id ?? 0,
      value: true,
    })
    for (const tab of [done, other]) await tab.read()
    await world.post(text, { network: 'ok' })
    await world.post('другой фотограф', { network: 'ok' })
    await arrive([done, other])
    expect([done, other].map((tab) => tab.of(tab.person.filterId)?.count)).toEqual([1, 2])
    for (const tab of [done, other]) tab.disconnect()
  })

  it('no one who asks for new leads hears of a copy of one that somebody of their team has taken', async () => {
    const taker = await world.somebody('taker', ['teamOwner'], paidForTeam('photographers'))
    const [mate, other] = [await listener('mate'), await listener('loner', paid('photographers'))]
    await world.team(taker, mate.person)
    const text =
      'фотограф на выпускной в школе номер пять, сорок учеников, общий снимок и портреты, актовый зал, двадцатое июня, весь день'
    await world.post(text, { network: 'vk' })
    const { messages } = await taker.asks('feed', 'queryFeed', { filter: {} })
    await taker.asks('leads', 'takeLead', { id: messages.find((each) => each.text === text)?.id ?? 0 })
    for (const tab of [mate, other]) {
      await tab.person.asks('filters', 'updateFilter', {
        id: tab.person.filterId,
        networks: ['ok'],
        leadStatuses: ['new'],
      })
      await tab.read()
    }
    await world.post(text, { network: 'ok' })
    await world.post('ещё один фотограф', { network: 'ok' })
    await arrive([mate, other])
    expect([mate, other].map((tab) => tab.of(tab.person.filterId)?.count)).toEqual([1, 2])
    await mate.person.asks('filters', 'updateFilter', {
      id: mate.person.filterId,
      leadStatuses: [],
      assignees: [`${taker.userId}`],
    })
    await mate.read()
    await world.post(text, { network: 'ok' })
    await world.post('и ещё один фотограф', { network: 'ok' })
    await arrive([mate])
    expect(mate.of(mate.person.filterId)?.count).toBe(0)
    for (const tab of [mate, other]) tab.disconnect()
  })

  it('a storm makes a few signals a second, and every item is counted', async () => {
    const tabs = [await listener('calm', paid('photographers')), await listener('even-calmer', paid('photographers'))]
    const began = performance.now()
    for (let batch = 0; batch < 50; batch += 1) {
      await world.receive(Array.from({ length: 10 }, (_, place) => world.message(`фотограф ${batch}-${place}`)))
    }
    await arrive(tabs)
    const seconds = (performance.now() - began) / 1000
    for (const tab of tabs) {
      const counts = tab.signals().map(({ count }) => count)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(500)
      expect(counts.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1)
      expect(heard(tab).at(-1)).toBe('фотограф 49-9')
      tab.disconnect()
    }
  })

  it('of a tab that is gone before it is answered nothing is kept', async () => {
    const person = await world.customer('fleeting', paid('photographers'))
    await world.settle()
    const before = world.web.announcer.listeners.size
    for (let round = 0; round < 10; round += 1) {
      const browser = await person.connects()
      browser.socket.emit(
        'call',
        { name: 'feed.setFeedListener', input: { filters: [{ filterId: person.filterId, since: 0 }] } },
        () => {},
      )
      await person.asks('accounts', 'getMe', {})
      browser.close()
    }
    await expect.poll(() => world.web.announcer.listeners.size).toBe(before)
  })
})
