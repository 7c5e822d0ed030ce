import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NoticeRule } from '../../../../contract/reach/notices.ts'
import { everyWeekday } from '../../../../rules/notices/rule.ts'
import { HOUR, MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { channels } from './channels/channels.ts'
import { confirmEmail, fakeChannels, linkAddress } from './channels/fake.samples.ts'

let world: TestWorld
let anna: TestUser
const now: NoticeRule = { mode: 'now', hour: 9, weekdays: everyWeekday, level: 'cold', smallest: 1 }
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna', paid('photographers'))
})
afterAll(() => world.close())
/** Rate limits count by it. */
beforeEach(() => world.clock.advance(MINUTE))

const preview = (rule: Partial<NoticeRule> = {}, quiet: { from: string; to: string } | null = null) =>
  anna.asks('notices', 'previewNoticeRule', {
    filterId: anna.filterId,
    channel: 'telegram',
    ...now,
    ...rule,
    preferences: { quiet },
  })

describe('notices.previewNoticeRule', () => {
  beforeAll(async () => {
    // From 15:01 on in Moscow, every ten minutes, six of them.
    world.clock.advance(MINUTE)
    for (const text of [
      'первый нужен',
      'утренний',
      'посоветуйте школьный',
      'на море',
      'вечерний горный',
      'для сайта кафе',
    ]) {
      await world.post(`${text} фотограф`)
      world.clock.advance(10 * MINUTE)
    }
    world.clock.advance(3 * HOUR)
    await world.settle()
  })

  it('says what would have come, day by day', async () => {
    const shown = await preview()
    expect(shown).toMatchObject({ messages: 6, notices: 6, capped: false })
    expect(shown.days).toHaveLength(8)
    expect(shown.days.at(-1)).toEqual({ day: '2026-11-20', notices: 6, messages: 6 })
    expect(shown.examples).toHaveLength(5)
    expect(shown.examples[0]).toMatchObject({ title: 'Дефолтная: для сайта кафе фотограф', count: 1 })
  })

  it('as one, where they come hourly or in quiet hours', async () => {
    const hourly = await preview({ mode: 'hourly' })
    expect(hourly).toMatchObject({ messages: 6, notices: 1 })
    expect(hourly.examples).toMatchObject([{ title: '6 новых: Дефолтная', at: '2026-11-20T13:00:00.000Z', count: 6 }])
    const quiet = await preview({}, { from: '15:15', to: '17:00' })
    expect(quiet.examples.map(({ count }) => count)).toEqual([4, 1, 1])
  })

  it('as many as are wanted, at the level that is wanted, and nothing where it is off', async () => {
    expect(await preview({ smallest: 4 })).toMatchObject({ messages: 4, notices: 1 })
    expect((await preview({ level: 'hot' })).messages).toBeLessThan(6)
    expect(await preview({ mode: 'off' })).toMatchObject({ messages: 0, notices: 0, examples: [] })
  })

  it('is what was sent, of the same days', async () => {
    const boris = await world.customer('boris', paid('photographers'))
    await linkAddress(world, boris.userId, 'telegram')
    await boris.asks('notices', 'setNoticePreferences', { quiet: null, ceiling: 2 })
    const rule = { filterId: boris.filterId, channel: 'telegram', ...now } as const
    await boris.asks('notices', 'setNoticeRule', rule)
    const over = fakeChannels()
    await world.sendNotices(over)
    const before = await boris.asks('notices', 'previewNoticeRule', rule)
    for (const text of ['ещё один поздний', 'другой ночной', 'совсем третий детский', 'четвёртый репортажный']) {
      await world.post(`${text} фотограф для Бориса`)
      await world.sendNotices(over)
      world.clock.advance(5 * MINUTE)
      await world.sendNotices(over)
    }
    world.clock.advance(HOUR)
    await world.sendNotices(over)
    const after = await boris.asks('notices', 'previewNoticeRule', rule)
    const { notices, total } = await boris.asks('notices', 'listNotices', { channel: 'telegram' })
    expect(after.messages - before.messages).toBe(4)
    expect(notices.reduce((sum, { count }) => sum + count, 0)).toBe(4)
    const examples = after.examples.map(({ title, count }) => ({ title, count })).slice(0, total)
    expect(examples).toEqual(notices.map(({ title, count }) => ({ title, count })))
  })

  it('saves nothing', async () => {
    await preview({ mode: 'daily' })
    expect(await world.db.selectFrom('noticeRules').selectAll().where('userId', '=', anna.userId).execute()).toEqual([])
  })

  it('refuses a guest, a stranger and nonsense', async () => {
    const input = { filterId: anna.filterId, channel: 'telegram', ...now } as const
    const stranger = await world.customer('stranger')
    expect(codeOf(await world.ask('notices', 'previewNoticeRule', input))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('notices', 'previewNoticeRule', input)).toBe('FILTER_NOT_FOUND')
    for (const wrong of [
      { hour: 24 },
      { weekdays: [] },
      { smallest: 0 },
      { preferences: { quiet: { from: '8', to: '9' } } },
    ])
      expect(await anna.isRefused('notices', 'previewNoticeRule', { ...input, ...wrong })).toBe('VALIDATION_FAILED')
  })
})

describe('notices.sendTestNotice', () => {
  beforeAll(() => {
    for (const name of ['telegram', 'email'] as const) vi.spyOn(channels[name], 'available').mockReturnValue(true)
  })
  afterAll(() => void vi.restoreAllMocks())

  it('comes whatever the hour, and stands in the journal', async () => {
    const over = fakeChannels()
    const vera = await world.customer('vera')
    const addressId = await linkAddress(world, vera.userId, 'telegram', 'chat of vera')
    await linkAddress(world, vera.userId, 'telegram', 'another chat of vera')
    await vera.asks('notices', 'setNoticePreferences', { quiet: { from: '00:00', to: '23:59' } })
    const { notice } = await vera.asks('notices', 'sendTestNotice', { addressId })
    expect(notice).toMatchObject({
      state: 'waiting',
      kind: 'test',
      title: 'Проверка уведомлений',
      to: ['chat of vera'],
    })
    await world.sendNotices(over)
    expect(over.handed).toMatchObject([
      { channel: 'telegram', recipient: { addressId }, notice: { id: notice.id, kind: 'test', messages: [] } },
    ])
    const { notices } = await vera.asks('notices', 'listNotices', {})
    expect(notices).toMatchObject([{ id: notice.id, state: 'sent', filterId: null }])
  })

  it('goes by e-mail where no address is named, if there is one', async () => {
    const over = fakeChannels()
    const gleb = await world.customer('gleb')
    // One that is not confirmed is none.
    expect(await gleb.isRefused('notices', 'sendTestNotice', { addressId: null })).toBe('NOTICE_EMAIL_REQUIRED')
    await confirmEmail(world, gleb.userId)
    const { notice } = await gleb.asks('notices', 'sendTestNotice', { addressId: null })
    expect(notice).toMatchObject({ channel: 'email', to: ['gleb@example.ru'] })
    await world.sendNotices(over)
    expect(over.handed).toMatchObject([
      { channel: 'email', recipient: { address: 'gleb@example.ru', addressId: null } },
    ])
    await world.db.updateTable('users').set({ email: null }).where('id', '=', gleb.userId).execute()
    expect(await gleb.isRefused('notices', 'sendTestNotice', { addressId: null })).toBe('NOTICE_EMAIL_REQUIRED')
  })

  it('is refused where the service is not set up for the channel', async () => {
    const addressId = await linkAddress(world, anna.userId, 'vk', 'VK of anna')
    vi.spyOn(channels.vk, 'available').mockReturnValue(false)
    expect(await anna.isRefused('notices', 'sendTestNotice', { addressId })).toBe('NOTICE_CHANNEL_NOT_AVAILABLE')
  })

  it('refuses a guest, a stranger, nonsense, and an address that ended', async () => {
    const addressId = await linkAddress(world, anna.userId, 'telegram', 'chat of anna')
    const stranger = await world.customer('other')
    expect(codeOf(await world.ask('notices', 'sendTestNotice', { addressId }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('notices', 'sendTestNotice', { addressId })).toBe('NOTICE_ADDRESS_NOT_FOUND')
    expect(await anna.isRefused('notices', 'sendTestNotice', { addressId: 0 })).toBe('VALIDATION_FAILED')
    await anna.asks('notices', 'unlinkAddress', { id: addressId })
    expect(await anna.isRefused('notices', 'sendTestNotice', { addressId })).toBe('NOTICE_ADDRESS_NOT_FOUND')
  })
})
