import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../../kit/clock.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import { confirmEmail, fakeChannels, linkAddress, type FakeChannels } from '../channels/fake.samples.ts'
import { forgetOldNotices, NOTICES_KEPT } from '../forget-notices.ts'
import { postNotice } from '../notifying/post-notice.ts'

let world: TestWorld
let anna: TestUser
let over: FakeChannels
let chat: number
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna', paid('photographers'))
  await confirmEmail(world, anna.userId)
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const table of ['notices', 'noticeAddresses', 'letters'] as const) await world.db.deleteFrom(table).execute()
  over = fakeChannels(['browser', 'email', 'vk'])
  chat = await linkAddress(world, anna.userId, 'telegram')
})

type Over = Parameters<typeof postNotice>[1]['channel']
const post = (channel: Over = 'telegram', messageIds: number[] = []) =>
  world.db.transaction().execute((tx) =>
    postNotice(
      tx,
      {
        userId: anna.userId,
        channel,
        kind: messageIds.length > 0 ? 'messages' : 'test',
        filterId: null,
        title: 'Проверка',
        text: '',
        count: messageIds.length,
        messageIds,
        alarm: null,
      },
      world.clock.now(),
    ),
  )
const pass = async (milliseconds: number) => {
  world.clock.advance(milliseconds)
  await world.sendNotices(over)
}
const journal = async () => (await anna.asks('notices', 'listNotices', {})).notices
const addresses = () => world.db.selectFrom('noticeAddresses').selectAll().orderBy('id').execute()

describe('a notice in the outbox', () => {
  it('goes to every address once, and is sent', async () => {
    await linkAddress(world, anna.userId, 'telegram', 'second chat')
    await post()
    await world.sendNotices(over)
    await world.sendNotices(over)
    expect(over.handed).toHaveLength(2)
    expect(await journal()).toMatchObject([{ state: 'sent', sentAt: world.clock.now().toISOString(), reason: null }])
    expect((await addresses()).map(({ usedAt }) => usedAt)).toEqual([world.clock.now(), world.clock.now()])
  })

  it('goes nowhere, where there is no address', async () => {
    expect(await post('vk')).toBeNull()
    expect(await journal()).toEqual([])
  })

  it('is tried again, later each time, and given up after a day', async () => {
    const tries: number[] = []
    const began = world.clock.now().getTime()
    over.answer = () => {
      tries.push((world.clock.now().getTime() - began) / SECOND)
      throw new Error('no connection')
    }
    await post()
    await world.sendNotices(over)
    await pass(29 * SECOND)
    expect(tries).toEqual([0])
    await pass(SECOND)
    expect(tries).toEqual([0, 30])
    expect(await journal()).toMatchObject([{ state: 'waiting' }])
    for (let minute = 0; minute < 26 * 60; minute += 10) await pass(10 * MINUTE)
    expect(await journal()).toMatchObject([{ state: 'failed', reason: 'За сутки отправить не удалось' }])
    const waits = tries.slice(1).map((at, place) => at - (tries[place] ?? 0))
    for (const [place, wait] of waits.slice(1).entries()) expect(wait).toBeGreaterThanOrEqual(waits[place] ?? 0)
    expect(tries.length).toBeGreaterThan(8)
    expect(tries.at(-1)).toBeLessThan(24 * 3600)
  })

  it('arrives when what failed passes', async () => {
    let fails = 2
    over.answer = () => {
      if (fails-- > 0) throw new Error('no connection')
      return { state: 'sent', externalId: 'message 7' }
    }
    await post()
    await world.sendNotices(over)
    await pass(30 * SECOND)
    await pass(MINUTE)
    expect(over.handed).toHaveLength(1)
    expect(
      await world.db.selectFrom('noticeDeliveries').select(['state', 'tries', 'externalId', 'error']).execute(),
    ).toEqual([{ state: 'sent', tries: 3, externalId: 'message 7', error: null }])
  })

  it('that a chat asks to wait with holds up that chat alone', async () => {
    await linkAddress(world, anna.userId, 'telegram', 'other chat')
    over.answer = ({ recipient }) =>
      recipient.addressId === chat ? { state: 'later', afterMs: 5 * MINUTE, of: 'chat' } : { state: 'sent' }
    await post()
    await world.sendNotices(over)
    await post()
    await world.sendNotices(over)
    expect(over.handed).toHaveLength(2)
    over.answer = () => ({ state: 'sent' })
    await pass(5 * MINUTE - SECOND)
    expect(over.handed).toHaveLength(2)
    await pass(SECOND)
    expect(over.handed.map(({ recipient }) => recipient.addressId === chat)).toEqual([false, false, true, true])
  })

  it('that a channel asks to wait with holds up the whole channel, and no other', async () => {
    await linkAddress(world, anna.userId, 'telegram', 'other chat')
    await linkAddress(world, anna.userId, 'vk')
    let asked = 0
    over.answer = ({ channel }) => {
      if (channel !== 'telegram') return { state: 'sent' }
      asked += 1
      return { state: 'later', afterMs: HOUR, of: 'channel' }
    }
    await post()
    await post('vk')
    await world.sendNotices(over)
    await pass(HOUR - SECOND)
    // Two were on their way when the first answer came.
    expect(asked).toBeLessThanOrEqual(2)
    expect(over.handed.map(({ channel }) => channel)).toEqual(['vk'])
    over.answer = () => ({ state: 'sent' })
    await pass(SECOND)
    expect(over.handed).toHaveLength(3)
  })

  it('that is refused for good fails, and its address lives', async () => {
    over.answer = () => ({ state: 'failed', reason: 'Слишком длинное' })
    await post()
    await world.sendNotices(over)
    expect(await journal()).toMatchObject([{ state: 'failed', reason: 'Слишком длинное' }])
    expect(await addresses()).toMatchObject([{ endedAt: null }])
  })

  it('is sent as long as one address takes it', async () => {
    const other = await linkAddress(world, anna.userId, 'telegram', 'other chat')
    over.answer = ({ recipient }) =>
      recipient.addressId === other ? { state: 'sent' } : { state: 'failed', reason: 'Слишком длинное' }
    await post()
    await world.sendNotices(over)
    expect(await journal()).toMatchObject([{ state: 'sent', reason: null }])
  })

  it('is not sent where nothing of it is left', async () => {
    await world.post('Ненадолго: нужен фотограф')
    await world.settle()
    const { messages } = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
    await post('telegram', [messages[0]?.id ?? 0])
    await world.db.updateTable('feedItems').set({ gone: true }).execute()
    await world.sendNotices(over)
    expect(over.handed).toEqual([])
    expect(await journal()).toMatchObject([{ state: 'skipped', reason: 'Сообщений уже нет в ленте' }])
  })
})

describe('an address that is gone', () => {
  it('ends, and its owner is notified by e-mail, once', async () => {
    over.answer = () => ({ state: 'gone', because: 'blocked' })
    await post()
    await post()
    await world.sendNotices(over)
    expect(await addresses()).toMatchObject([{ endedBecause: 'blocked', endedAt: world.clock.now() }])
    expect(await journal()).toMatchObject([
      { state: 'skipped', reason: 'Адрес отключён' },
      { state: 'failed', reason: 'Уведомления там заблокированы' },
    ])
    expect(await post()).toBeNull()
    const letters = await world.db.selectFrom('letters').select(['recipient', 'subject']).execute()
    expect(letters).toEqual([{ recipient: anna.email, subject: 'Уведомления в Telegram больше не приходят' }])
  })

  it('turns notices of browsers off with the last of them, and not before', async () => {
    await linkAddress(world, anna.userId, 'browser', 'first')
    await anna.asks('feed', 'setFeedSetting', { key: 'push', value: true })
    const second = await linkAddress(world, anna.userId, 'browser', 'second')
    over.answer = ({ recipient }) =>
      recipient.addressId === second ? { state: 'gone', because: 'gone' } : { state: 'sent' }
    await post('browser')
    await world.sendNotices(over)
    expect(await anna.asks('feed', 'getFeedSettings', {})).toMatchObject({ push: true })
    expect(await world.db.selectFrom('letters').select('id').execute()).toEqual([])
    over.answer = () => ({ state: 'gone', because: 'gone' })
    await post('browser')
    await world.sendNotices(over)
    expect(await anna.asks('feed', 'getFeedSettings', {})).toMatchObject({ push: false })
    expect((await world.letterTo(anna.email)).subject).toBe('Уведомления в браузере больше не приходят')
  })
})

describe('what a process was handing over when it died', () => {
  const die = async (channel: Over) => {
    await post(channel)
    const dead = fakeChannels()
    const reached = Promise.withResolvers<void>()
    dead.answer = () => {
      reached.resolve()
      return new Promise(() => {})
    }
    void world.sendNotices(dead)
    await reached.promise
  }

  it('is handed over again where that shows it once', async () => {
    await linkAddress(world, anna.userId, 'vk')
    await die('vk')
    await world.sendNotices(over)
    expect(over.handed).toHaveLength(1)
    expect(await journal()).toMatchObject([{ state: 'sent' }])
  })

  it('is not, where it would come twice', async () => {
    await die('telegram')
    await world.sendNotices(over)
    expect(over.handed).toEqual([])
    expect(await journal()).toMatchObject([{ state: 'sent' }])
  })
})

describe('what is kept of notices', () => {
  it('goes after thirty days', async () => {
    await post()
    await world.sendNotices(over)
    const row = { userId: anna.userId, channel: 'vk', clusterId: 1, toldAt: world.clock.now() }
    await world.db.insertInto('toldClusters').values(row).execute()
    world.clock.advance(NOTICES_KEPT)
    expect(await forgetOldNotices(world)).toMatchObject({ notices: 0, clusters: 0 })
    world.clock.advance(SECOND)
    expect(await forgetOldNotices(world)).toMatchObject({ notices: 1, clusters: 1 })
    expect(await world.db.selectFrom('noticeDeliveries').selectAll().execute()).toEqual([])
  })
})
