/**
 * Whatever the rules, preferences and messages, however the clock goes, whatever the channels answer and wherever the process dies: over each channel
 * exactly what the filters show is sent, each once, at no time that is quiet.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KyselyPlugin } from 'kysely'
import { intentLevels } from '../../../../../contract/reading/filters.ts'
import type { NoticeChannel, NoticePreferences, NoticeRule } from '../../../../../contract/reach/notices.ts'
import { isQuiet } from '../../../../../rules/notices/moments.ts'
import { everyWeekday } from '../../../../../rules/notices/rule.ts'
import { wallClock } from '../../../../../rules/wall-clock.ts'
import { HOUR, MINUTE } from '../../../../kit/clock.ts'
import { resultOf } from '../../../../testing/read-answer.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import { confirmEmail, fakeChannels, linkAddress, type FakeChannels, type Handed } from '../channels/fake.samples.ts'
import { workOutbox } from '../outbox/outbox.samples.ts'
import { Outbox } from '../outbox/outbox.ts'
import { NoticeEngine } from './engine.ts'
import { raised } from './people.ts'

const channels = ['telegram', 'vk', 'email'] as const
const repeatable: NoticeChannel[] = ['vk', 'email']
const moscow = wallClock('Europe/Moscow')

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
})
afterAll(() => world.close())

const level = fc.constantFrom(...intentLevels)
const rule: fc.Arbitrary<NoticeRule> = fc.record({
  mode: fc.constantFrom('now', 'now', 'hourly', 'daily', 'off'),
  hour: fc.integer({ min: 0, max: 23 }),
  weekdays: fc.subarray([...everyWeekday], { minLength: 5 }),
  level: fc.oneof({ weight: 3, arbitrary: fc.constant('cold' as const) }, level),
  smallest: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.constant(2)),
})
const time = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:30`)

type Step =
  | { does: 'post'; words: string[]; hot: boolean }
  | { does: 'repost' }
  | { does: 'wait'; milliseconds: number }
  | { does: 'quiet'; quiet: NoticePreferences['quiet'] }
  | { does: 'pause'; hours: number | null }
  | { does: 'faults'; answers: ('fails' | 'chat waits' | 'channel waits')[] }
  | { does: 'dies'; after: number }
  | { does: 'dies while it sends'; arrived: boolean }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('post'), words: fc.subarray(['свадьба', 'школа']), hot: fc.boolean() }),
  },
  fc.record({ does: fc.constant('repost') }),
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('wait'),
      milliseconds: fc.oneof(fc.integer({ min: 1, max: 3 * MINUTE }), fc.integer({ min: MINUTE, max: 12 * HOUR })),
    }),
  },
  fc.record({ does: fc.constant('quiet'), quiet: fc.option(fc.record({ from: time, to: time }), { nil: null }) }),
  fc.record({ does: fc.constant('pause'), hours: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }) }),
  fc.record({
    does: fc.constant('faults'),
    answers: fc.array(fc.constantFrom('fails', 'chat waits', 'channel waits'), { minLength: 1, maxLength: 4 }),
  }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('dies'), after: fc.integer({ min: 0, max: 45 }) }) },
  fc.record({ does: fc.constant('dies while it sends'), arrived: fc.boolean() }),
) as fc.Arbitrary<Step>

interface Made {
  /** Of each filter, over each channel. */
  rules: NoticeRule[][]
  ceiling: number
  steps: Step[]
}
const story: fc.Arbitrary<Made> = fc.record({
  rules: fc.array(fc.tuple(rule, rule, rule), { minLength: 3, maxLength: 3 }),
  ceiling: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(step, { minLength: 8, maxLength: 16 }),
})

class Killed extends Error {}
/** The process ends before its next question but so many. */
function killer(after: number): KyselyPlugin {
  let left = after
  return {
    transformQuery({ node }) {
      left -= 1
      if (left < 0) throw new Killed('killed')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

/** So different that no two are copies of each other. */
const phrases = [
  'утром у реки нужен %, собака и двое детей',
  'кто снимает интерьеры ресторана? % с опытом',
  'подскажите, % для каталога обуви, белый фон',
  'на юбилей бабушки ищем %, вечер субботы',
  'портрет для резюме, недорого, % в центре',
  'беременная съёмка в студии, девушка % желательно',
  'для поездки в горы хотим, чтобы с нами был %',
  'концерт группы в клубе, репортажный % на два часа',
  'требуется % предметки, сто товаров в месяц',
  'выпускной у младшей дочки, какой % взял бы класс',
  'love story в тумане, % с плёночной камерой',
  'автомобиль на продажу красиво снять, есть % рядом?',
  'крестины в храме, тихий % без вспышки',
  'новорождённый дома, % приедет с реквизитом?',
  'мотокросс за городом, спортивный % с телевиком',
  'квартиру сдаю, нужны кадры, % по недвижимости',
  'фестиваль еды, % блюд на стенде целый день',
  'танцевальный конкурс в воскресенье, % возле сцены',
  'портфолио модели, % и визажист вместе',
  'стройка с высоты, % с дроном и допуском',
  'корпоратив банка, три %а на разные залы',
  'прогулка по набережной вдвоём, % на рассвете',
]

/** The others are for the end. */
const MOST_POSTED = phrases.length - 12

class Story {
  readonly handed: Handed[] = []
  readonly killedWhileSending = new Set<number>()
  over!: FakeChannels
  engine!: NoticeEngine
  outbox!: Outbox
  posted = 0
  last: string | null = null
  quiet: NoticePreferences['quiet'] = null
  pausedUntil: number | null = null
  answers: string[] = []
  readonly user: TestUser
  constructor(user: TestUser) {
    this.user = user
    this.start(null)
  }

  /** A process over the same database. @param dies before its next question but so many */
  start(dies: number | null): void {
    this.engine?.close()
    this.over = Object.assign(fakeChannels(repeatable), { handed: this.handed })
    this.over.answer = ({ recipient }) => {
      const fault = this.answers.shift()
      if (fault === undefined) return { state: 'sent' }
      if (fault === 'fails') throw new Error(`no connection for ${recipient.deliveryId}`)
      return { state: 'later', afterMs: 10 * MINUTE, of: fault === 'chat waits' ? 'chat' : 'channel' }
    }
    const { db, database, clock, log, config, language, bus, hooks } = world
    const ctx = { db, database, clock, log, config, language, bus, hooks }
    const context = dies === null ? ctx : { ...ctx, db: db.withPlugin(killer(dies)) }
    this.engine = new NoticeEngine(context, this.over)
    this.outbox = new Outbox(context, this.over)
  }

  async work(): Promise<void> {
    await world.bus.catchUp()
    const before = await this.#lastNotice()
    await this.engine.work()
    await this.#checkMoment(before)
    await workOutbox(this.outbox)
  }

  async post(words: readonly string[], hot: boolean): Promise<void> {
    const phrase = (phrases[this.posted] ?? '').replace('%', 'фотограф')
    this.posted += 1
    this.last = `${phrase} ${words.join(' ')}${hot ? '. Срочно ищу, посоветуйте!' : ''}`
    await world.post(this.last)
  }

  async does(step: Step): Promise<void> {
    const { clock } = world
    switch (step.does) {
      case 'post':
        return this.posted < MOST_POSTED ? this.post(step.words, step.hot) : undefined
      case 'repost':
        if (this.last !== null) await world.post(this.last, { group: { externalId: 'group-2', name: 'Барахолка' } })
        return
      case 'wait':
        clock.advance(step.milliseconds)
        return
      case 'quiet':
        this.quiet = step.quiet
        await this.user.asks('notices', 'setNoticePreferences', { quiet: step.quiet })
        return
      case 'pause':
        this.pausedUntil = step.hours === null ? null : clock.now().getTime() + step.hours * HOUR
        await this.user.asks('notices', 'setNoticePreferences', {
          pausedUntil: this.pausedUntil === null ? null : new Date(this.pausedUntil).toISOString(),
        })
        return
      case 'faults':
        this.answers.push(...step.answers)
        return
      case 'dies':
        await this.#dies(step.after)
        return
      case 'dies while it sends':
        await this.#diesWhileItSends(step.arrived)
    }
  }

  async #dies(after: number): Promise<void> {
    this.start(after)
    const before = await this.#lastNotice()
    await this.work().catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
    await this.#checkMoment(before)
    this.start(null)
  }

  async #diesWhileItSends(arrived: boolean): Promise<void> {
    const reached = Promise.withResolvers<void>()
    let isDead = false
    this.over.answer = (handed) => {
      if (!isDead) {
        this.killedWhileSending.add(handed.recipient.deliveryId)
        if (arrived && !this.handed.some(({ recipient }) => recipient.deliveryId === handed.recipient.deliveryId))
          this.handed.push(handed)
      }
      isDead = true
      this.killedWhileSending.add(handed.recipient.deliveryId)
      reached.resolve()
      return new Promise(() => {})
    }
    await Promise.race([this.work(), reached.promise])
    // What others of it were on their way to be handed over comes to its end.
    if (isDead) for (let turn = 0; turn < 50; turn += 1) await world.bus.catchUp()
    this.start(null)
  }

  async #lastNotice(): Promise<number> {
    const row = await world.db.selectFrom('notices').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    return row?.id ?? 0
  }

  async #checkMoment(before: number): Promise<void> {
    const fresh = await world.db.selectFrom('notices').select(['id']).where('id', '>', before).execute()
    if (fresh.length === 0) return
    const now = world.clock.now().getTime()
    if (this.quiet) expect(isQuiet(moscow, this.quiet, now)).toBe(false)
    if (this.pausedUntil !== null) expect(now).toBeGreaterThanOrEqual(this.pausedUntil)
  }

  /** Until nothing waits: no more faults, more of everything, and time, as one passes it who works when something is due. */
  async end(): Promise<void> {
    this.answers = []
    for (const words of [['свадьба'], ['школа'], []])
      for (const hot of [true, true, false, false]) await this.post(words, hot)
    for (let looks = 0; looks < 100; looks += 1) {
      await this.work()
      const next = await this.engine.work()
      if (next === null) break
      world.clock.advance(Math.max(0, next.getTime() - world.clock.now().getTime()))
    }
    for (let hours = 0; hours < 12; hours += 1) {
      world.clock.advance(2 * HOUR)
      await workOutbox(this.outbox)
    }
  }
}

it('of what fits, each once over each channel, at no time that is quiet', { timeout: 600_000 }, async () => {
  let number = 0
  const play = async ({ rules, ceiling, steps }: Made) => {
    await world.forgetMessages('notices cascade')
    await world.db.deleteFrom('users').execute()
    number += 1
    const user = await world.customer(`anna${number}`, paid('photographers', 365))
    await confirmEmail(world, user.userId)
    await linkAddress(world, user.userId, 'telegram')
    await linkAddress(world, user.userId, 'vk')
    const filters = [user.filterId]
    for (const word of ['свадьба', 'школа']) {
      const { filter } = await user.asks('filters', 'createFilter', { name: word, includedWords: [word] })
      filters.push(filter.id)
    }
    for (const [place, filterId] of filters.entries())
      for (const [at, channel] of channels.entries()) {
        const set = rules[place]?.[at]
        if (set) await user.asks('notices', 'setNoticeRule', { filterId, channel, ...set })
      }
    await user.asks('notices', 'setNoticePreferences', { quiet: null, ceiling })
    const played = new Story(user)
    await played.work()
    for (const each of steps) {
      await played.does(each)
      await played.work()
    }
    await played.end()
    await checkAll(played, filters, rules, ceiling)
    played.engine.close()
  }
  await fc.assert(fc.asyncProperty(story, play), { numRuns: 4, endOnFailure: true })
})

async function checkAll(
  { user, handed, killedWhileSending }: Story,
  filters: number[],
  rules: NoticeRule[][],
  ceiling: number,
): Promise<void> {
  // Their session may have ended long ago.
  const asker = { token: await user.signIn(), ip: user.ip }
  const { filters: saved } = resultOf(await world.ask('filters', 'listFilters', {}, asker))
  const rows = await world.db
    .selectFrom('notices')
    .selectAll()
    .where('userId', '=', user.userId)
    .orderBy('id')
    .execute()
  const deliveries = await world.db.selectFrom('noticeDeliveries').selectAll().execute()
  const clusterRows = await world.db.selectFrom('toldClusters').selectAll().where('userId', '=', user.userId).execute()
  const items = await world.db.selectFrom('feedItems').select(['messageId', 'clusterId']).execute()
  const clusters = new Map(items.map(({ messageId, clusterId }) => [messageId, clusterId]))
  for (const [at, channel] of channels.entries()) {
    const notified = new Set(clusterRows.filter((row) => row.channel === channel).map(({ clusterId }) => clusterId))
    const shown = new Set<number>()
    for (const [place, filterId] of filters.entries()) {
      const set = rules[place]?.[at]
      const filter = saved.find(({ id }) => id === filterId)
      if (!set || !filter || set.mode === 'off') continue
      const {
        id: _id,
        name: _name,
        isDefault: _default,
        scope: _scope,
        own: _own,
        editable: _editable,
        ...fields
      } = filter
      const asked = { filter: raised(fields, set.level), limit: 100 } as const
      const page = resultOf(await world.ask('feed', 'queryFeed', asked, asker))
      const theirs = new Set(page.messages.map(({ id }) => clusters.get(id) ?? 0))
      for (const clusterId of theirs) shown.add(clusterId)
      // What is too few for this filter, and for all others that show it, waits for more.
      expect([...theirs].filter((clusterId) => !notified.has(clusterId)).length).toBeLessThan(set.smallest)
    }
    const over = rows.filter((row) => row.channel === channel)
    expect([...notified].filter((clusterId) => !shown.has(clusterId))).toEqual([])
    expect(over.reduce((sum, { count }) => sum + count, 0)).toBe(notified.size)
    for (const { count, messageIds } of over) expect(messageIds).toHaveLength(Math.min(count, 20))
    const atOnce = over.filter(({ kind }) => kind === 'messages').map(({ createdAt }) => createdAt.getTime())
    for (const moment of atOnce)
      expect(atOnce.filter((each) => each > moment - HOUR && each <= moment).length).toBeLessThanOrEqual(ceiling)
    const arrived = handed.filter((each) => each.channel === channel).map(({ recipient }) => recipient.deliveryId)
    const sent = deliveries.filter(({ noticeId }) => over.some(({ id }) => id === noticeId)).map(({ id }) => id)
    expect(new Set(arrived).size).toBe(arrived.length)
    const must = repeatable.includes(channel) ? sent : sent.filter((id) => !killedWhileSending.has(id))
    expect(must.filter((id) => !arrived.includes(id))).toEqual([])
  }
  expect(rows.map(({ state }) => state).filter((state) => state !== 'sent')).toEqual([])
}
