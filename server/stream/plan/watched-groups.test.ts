import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepSampleGroup, pasteGroups } from '../../features/watching/groups/groups.samples.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/clock.ts'
import type { CallAllowance } from '../receive/shared/adapter.ts'
import type { TestUser } from '../../testing/test-user.ts'
import { groups, openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { NetworkError } from '../receive/shared/network-error.ts'
import type { Schedule, PollRun } from './poller.ts'
import { bookOfGroups, countLateGroups, syncWatchedGroups, type WatchedTarget } from './watched-groups.ts'

let world: TestWorld
let anna: TestUser
let allowance: CallAllowance
let book: Schedule<WatchedTarget>
beforeEach(async () => {
  world = await openTestWorld()
  anna = await world.customer('anna', groups(50))
  allowance = { perSecond: 3, perDay: 5_000 }
  book = bookOfGroups(
    { database: world.database, clock: world.clock, network: 'vk', random: () => 0.5 },
    { read: () => Promise.reject(new Error()), allowance: () => allowance, callsPerRead: 2 },
  )
})
afterEach(() => world.close())

const sync = () => syncWatchedGroups(world.db, world.clock, ['vk'], async () => {})
const turn = (more: Partial<PollRun> = {}): PollRun => ({
  messages: 0,
  oldest: null,
  newest: null,
  group: null,
  first: false,
  more: false,
  ...more,
})
const ago = (milliseconds: number): Date => new Date(world.clock.now().getTime() - milliseconds)
const watch = async (...names: string[]): Promise<void> => {
  await pasteGroups(world, anna, ...names.map((name) => `vk.com/${name}`))
  await sync()
}
const next = async (): Promise<WatchedTarget> => {
  const [target] = await book.due(1, [])
  if (!target) throw new Error('nothing is due')
  return target
}
const row = (name = 'tver') =>
  world.db
    .selectFrom('watchedGroups as w')
    .innerJoin('groups as g', 'g.id', 'w.groupId')
    .selectAll('w')
    .select(['g.followers', 'g.name as called'])
    .where('g.externalId', '=', name)
    .executeTakeFirstOrThrow()
const waitOf = async (name?: string) => (await row(name)).nextReadAt.getTime() - world.clock.now().getTime()

describe('what is read', () => {
  it('follows the lists of people', async () => {
    await watch('tver', 'omsk')
    expect(
      (await book.due(10, [])).map(({ externalId, link, cursorName, isNew }) => [externalId, link, cursorName, isNew]),
    ).toEqual([
      ['tver', 'https://vk.com/tver', 'vk:group:tver', true],
      ['omsk', 'https://vk.com/omsk', 'vk:group:omsk', true],
    ])
    const { groups: listed } = await anna.asks('groups', 'listGroups', {})
    await anna.asks('groups', 'setGroupEnabled', {
      id: listed.find(({ name }) => name === 'omsk')?.id ?? 0,
      enabled: false,
    })
    expect((await sync()).get('vk')).toEqual(['tver'])
    expect((await book.due(10, [])).map(({ externalId }) => externalId)).toEqual(['tver'])
    expect(await book.due(10, [(await next()).key])).toEqual([])
  })

  it('looks back further where a group is tried and not paid for, at its first poll', async () => {
    await watch('tver', 'omsk')
    const boris = await world.customer('boris', { ...groups(5), tariffType: 'trial' })
    await pasteGroups(world, boris, 'vk.com/omsk', 'vk.com/perm')
    const vera = await world.customer('vera', { ...groups(5), tariffType: 'trial' }, groups(5))
    await pasteGroups(world, vera, 'vk.com/tula')
    await sync()
    const looks = async () =>
      Object.fromEntries((await book.due(10, [])).map(({ externalId, firstLook }) => [externalId, firstLook]))
    expect(await looks()).toEqual({ tver: undefined, omsk: 10 * DAY, perm: 10 * DAY, tula: undefined })
    const omsk = (await book.due(10, [])).find(({ externalId }) => externalId === 'omsk')
    if (omsk) await book.done(omsk, turn())
    world.clock.advance(DAY)
    expect((await looks()).omsk).toBeUndefined()
    // The trial is over, and the group is not asked for any more.
    world.clock.advance(30 * DAY)
    await sync()
    expect(Object.keys(await looks())).toEqual([])
  })

  it('leaves out networks that are off, what is made up, and lists whose subscription is over', async () => {
    await keepSampleGroup(world, { network: 'ok', externalId: '1' })
    await watch('made-up-group-1', 'tver')
    expect((await book.due(10, [])).map(({ externalId }) => externalId)).toEqual(['tver'])
    world.clock.advance(40 * DAY)
    await sync()
    expect(await book.due(10, [])).toEqual([])
  })

  it('is read again first, then what has waited longest', async () => {
    await watch('a', 'b')
    for (const target of await book.due(10, [])) await book.done(target, turn())
    world.clock.advance(DAY)
    await watch('new')
    expect((await book.due(10, [])).map(({ externalId }) => externalId)).toEqual(['new', 'a', 'b'])
    expect(await countLateGroups(world.db, 'vk', ago(5 * MINUTE))).toBe(2)
    expect((await book.nextDueAt([]))?.getTime()).toBeLessThan(world.clock.now().getTime())
  })
})

describe('how often', () => {
  it('a busy group is read more often than a quiet one', async () => {
    await watch('busy', 'quiet')
    const targets = await book.due(10, [])
    for (const target of targets) {
      const busy = target.externalId === 'busy'
      await book.done(target, turn({ first: true, messages: busy ? 900 : 1, oldest: ago(3 * DAY), newest: ago(HOUR) }))
    }
    expect(await row('busy')).toMatchObject({ perDay: 300, failures: 0 })
    // Ten messages a reading, thirty readings a day, and as there is room twenty-four times that, but never oftener than each minute.
    expect(await waitOf('busy')).toBe(Math.max(MINUTE, DAY / 30 / 24))
    expect(await waitOf('quiet')).toBe((6 * HOUR) / 24)
    expect((await row('busy')).heardAt).toEqual(ago(HOUR))
  })

  it('less often than it should be where the network allows no more', async () => {
    allowance = { perSecond: 3, perDay: 16 }
    await watch('a', 'b')
    for (const target of await book.due(10, [])) await book.done(target, turn({ first: true }))
    // 8 readings a day are wanted, of 16 calls 14.4 may be planned with: 7.2 readings.
    expect(await waitOf('a')).toBeCloseTo((6 * HOUR * 8) / 7.2, -2)
  })

  it('at once where more is to be had', async () => {
    await watch('tver')
    await book.done(await next(), turn({ more: true }))
    expect(await waitOf()).toBe(SECOND)
  })
})

describe('a group that', () => {
  const listed = async () => (await anna.asks('groups', 'listGroups', {})).groups[0]
  const fails = async (kind: 'access-denied' | 'not-found' | 'temporary', retryAfter?: number) =>
    book.failed(await next(), new NetworkError(kind, kind, retryAfter === undefined ? {} : { retryAfter }))

  it('is closed is asked once more before its owner is notified, and rarely after', async () => {
    await watch('tver')
    await fails('access-denied')
    expect((await listed())?.failure).toBeNull()
    expect(await waitOf()).toBe(15 * MINUTE)
    world.clock.advance(15 * MINUTE)
    await fails('access-denied')
    expect((await listed())?.failure).toBe('closed')
    expect(await waitOf()).toBe(12 * HOUR)
    const noted = () => world.db.selectFrom('monitoredGroups').select(['noted', 'notedAt']).executeTakeFirstOrThrow()
    const before = await noted()
    expect(before).toMatchObject({ noted: 'closed' })
    world.clock.advance(12 * HOUR)
    await fails('access-denied')
    expect(await noted()).toEqual(before)
    world.clock.advance(12 * HOUR)
    await book.done(await next(), turn())
    expect((await listed())?.failure).toBeNull()
  })

  it('is gone is looked for once a day', async () => {
    await watch('tver')
    await fails('not-found')
    world.clock.advance(15 * MINUTE)
    await fails('not-found')
    expect((await row()).trouble).toBe('gone')
    expect(await waitOf()).toBe(DAY)
  })

  it('does not answer is asked less and less, and is failing after a day', async () => {
    await watch('tver')
    const waits: number[] = []
    for (let n = 0; n < 4; n += 1) {
      await fails('temporary')
      waits.push(await waitOf())
      world.clock.advance(waits.at(-1) ?? 0)
    }
    expect(waits.map((wait) => wait / MINUTE)).toEqual([1, 2, 4, 8])
    expect((await listed())?.failure).toBeNull()
    world.clock.advance(DAY)
    await fails('temporary')
    expect((await listed())?.failure).toBe('failing')
    world.clock.advance(HOUR)
    await book.done(await next(), turn())
    expect(await row()).toMatchObject({ trouble: null, troubleAt: null, failures: 0 })
  })

  it('wants to be left alone is left alone', async () => {
    await watch('tver')
    await fails('temporary', 3 * HOUR)
    expect(await waitOf()).toBe(3 * HOUR)
  })

  it.each([
    ['at once', 0, [1, 2, 4, 8]],
    ['in three hundred years', 1e13, [DAY, DAY, DAY, DAY].map((wait) => wait / SECOND)],
  ] as const)(
    'says to come again %s is asked less and less, and once a day at least',
    async (_, retryAfter, seconds) => {
      await watch('tver')
      const waits: number[] = []
      for (let n = 0; n < 4; n += 1) {
        await fails('temporary', retryAfter)
        waits.push((await waitOf()) / SECOND)
        world.clock.advance(await waitOf())
      }
      expect(waits).toEqual(seconds)
    },
  )

  it('was put off by a clock that went wrong is read when that is set right', async () => {
    await watch('tver')
    await book.done(await next(), turn())
    expect(await book.due(1, [])).toEqual([])
    await world.db
      .updateTable('watchedGroups')
      .set({ nextReadAt: new Date(world.clock.now().getTime() + 300 * DAY) })
      .execute()
    expect(await book.nextDueAt([])).toEqual(world.clock.now())
    expect((await next()).externalId).toBe('tver')
  })

  it('has a new name: its owner is notified, once, and what it was called', async () => {
    await watch('tver')
    const called = (name: string) => ({
      externalId: 'tver',
      kind: 'community' as const,
      name,
      avatar: null,
      followers: 12,
      link: 'https://vk.com/tver',
    })
    await book.done(await next(), turn({ group: called('Подслушано'), first: true }))
    expect(await row()).toMatchObject({ trouble: null, name: 'Подслушано', called: 'Подслушано', followers: 12 })
    world.clock.advance(6 * HOUR)
    await book.done(await next(), turn({ group: called('Барахолка') }))
    expect(await row()).toMatchObject({ trouble: 'renamed', name: 'Барахолка', called: 'Барахолка' })
    expect(await world.db.selectFrom('monitoredGroups').select(['noted', 'notedWas']).executeTakeFirst()).toEqual({
      noted: 'renamed',
      notedWas: 'Подслушано',
    })
    world.clock.advance(6 * HOUR)
    await book.done(await next(), turn({ group: called('Барахолка') }))
    expect((await row()).trouble).toBe('renamed')
    world.clock.advance(8 * DAY)
    await book.done(await next(), turn({ group: called('Барахолка') }))
    expect((await row()).trouble).toBeNull()
  })
})
