import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StandingClock } from '../../testing/standing-clock.ts'
import { openBareDatabase } from '../../testing/bare-database.ts'
import { DAY, HOUR, MINUTE } from '../../kit/clock.ts'
import type { Database } from '../../kit/sql.ts'
import type { CallAllowance } from '../receive/shared/adapter.ts'
import { NetworkError } from '../receive/shared/network-error.ts'
import type { Schedule, PollRun } from './poller.ts'
import {
  bookOfSearches,
  countLateSearches,
  readMeasured,
  syncNetworkSearches,
  type SearchTarget,
} from './network-searches.ts'
import { tokenUses } from './token-uses.ts'

let database: Database
let clock: StandingClock
let allowance: CallAllowance
let book: Schedule<SearchTarget>
beforeEach(async () => {
  database = await openBareDatabase()
  clock = new StandingClock()
  allowance = { perSecond: 3, perDay: 1_000 }
  const search = {
    read: () => Promise.reject(new Error()),
    allowance: () => allowance,
    callsPerRead: 1,
    mostResults: 1_000,
  }
  book = bookOfSearches({ db: database.db, clock, network: 'vk', random: () => 0.5 }, search)
})
afterEach(() => database.close())

const sync = (...searches: [words: string, weight: number][]) =>
  syncNetworkSearches(
    database.db,
    clock,
    'vk',
    searches.map(([words, weight]) => ({ key: words, words: words.split(' '), weight })),
  )
const turn = (more: Partial<PollRun> = {}): PollRun => ({
  messages: 0,
  oldest: null,
  newest: null,
  group: null,
  first: false,
  more: false,
  ...more,
})
const keys = async () => (await book.due(10, [])).map(({ key }) => key)
const row = (key: string) =>
  database.db.selectFrom('networkSearches').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
const waitOf = async (key: string) => (await row(key)).nextReadAt.getTime() - clock.now().getTime()

describe('searches of a network', () => {
  it('follow the plan; new ones are asked at once, those for whom most wait first', async () => {
    await sync(['няня', 1], ['ремонт квартира', 9])
    const [first] = await book.due(1, [])
    expect(first).toMatchObject({
      key: 'ремонт квартира',
      words: ['ремонт', 'квартира'],
      cursorName: 'vk:search:ремонт квартира',
      isNew: true,
    })
    expect(await book.due(10, ['няня', 'ремонт квартира'])).toEqual([])
    await sync(['няня', 5])
    expect(await keys()).toEqual(['няня'])
    expect((await row('няня')).weight).toBe(5)
  })

  it('what was asked and is not any more is known for a while by what it brought', async () => {
    await sync(['няня', 1], ['сиделка', 1])
    for (const target of await book.due(10, []))
      await book.done(target, turn({ first: true, messages: 30, oldest: new Date(clock.now().getTime() - 3 * HOUR) }))
    await sync(['сиделка', 1])
    expect(await readMeasured(database.db, 'vk')).toEqual(
      new Map([
        ['няня', 240],
        ['сиделка', 240],
      ]),
    )
    clock.advance(DAY)
    expect(await keys()).toEqual(['сиделка'])
    await sync(['няня', 2], ['сиделка', 1])
    expect((await keys()).toSorted()).toEqual(['няня', 'сиделка'])
    await sync(['сиделка', 1])
    clock.advance(15 * DAY)
    await sync(['сиделка', 1])
    expect([...(await readMeasured(database.db, 'vk')).keys()]).toEqual(['сиделка'])
  })

  it('share the calls of a day, so that they last the whole day', async () => {
    await sync(...Array.from({ length: 90 }, (_, n): [string, number] => [`слово${n}`, 1]))
    let readings = 0
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      for (const target of await book.due(10, [])) {
        readings += 1
        await book.done(target, turn({ first: target.isNew }))
      }
      clock.advance(MINUTE)
    }
    // Nine hundred of the thousand are planned with; the first round comes at once.
    expect(readings).toBeGreaterThan(800)
    expect(readings).toBeLessThanOrEqual(1_000)
  })

  it('what fails is left alone for longer and longer, or as long as it is said', async () => {
    await sync(['няня', 1])
    const fail = async (retryAfter?: number) =>
      book.failed(
        (await book.due(1, []))[0]!,
        new NetworkError('temporary', '502', retryAfter === undefined ? {} : { retryAfter }),
      )
    await fail()
    expect(await waitOf('няня')).toBe(MINUTE)
    clock.advance(10 * MINUTE)
    expect(await countLateSearches(database.db, 'vk', new Date(clock.now().getTime() - 5 * MINUTE))).toBe(1)
    await fail(HOUR)
    expect(await waitOf('няня')).toBe(HOUR)
    expect((await book.nextDueAt([]))?.getTime()).toBe(clock.now().getTime() + HOUR)
  })
})

it('what of a day is used up is kept by network, day, token and method, and forgotten after some days', async () => {
  const uses = tokenUses(database.db)
  await uses.write('vk', '2026-11-10', [{ token: 'a', method: 'wall.get', calls: 5 }])
  await uses.write('vk', '2026-11-20', [
    { token: 'a', method: 'wall.get', calls: 7 },
    { token: 'b', method: 'wall.get', calls: 1 },
  ])
  await uses.write('vk', '2026-11-20', [{ token: 'a', method: 'wall.get', calls: 9 }])
  expect(await uses.read('vk', '2026-11-20')).toEqual(
    expect.arrayContaining([
      { token: 'a', method: 'wall.get', calls: 9 },
      { token: 'b', method: 'wall.get', calls: 1 },
    ]),
  )
  expect(await uses.read('vk', '2026-11-10')).toEqual([])
  expect(await uses.read('ok', '2026-11-20')).toEqual([])
  await uses.write('vk', '2026-11-20', [])
})
