import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NoticeRule } from '../../../../contract/reach/notices.ts'
import { everyWeekday } from '../../../../rules/notices/rule.ts'
import { HOUR } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'
import type { TestUser } from '../../../testing/test-user.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const rule: NoticeRule = { mode: 'daily', hour: 18, weekdays: [5, 1], level: 'warm', smallest: 3 }
const usual = { hour: 9, weekdays: everyWeekday, smallest: 1 }
const off = { ...usual, mode: 'off', level: 'cold' }
const rulesOf = async (person: TestUser, filterId: number) =>
  (await person.asks('notices', 'getNoticeSettings', {})).settings.filters.find((each) => each.filterId === filterId)

describe('without a word', () => {
  it('the default filter notifies of what is hot at once, and by e-mail in the morning; other filters of nothing', async () => {
    const anna = await world.customer('anna')
    // Letters go to a confirmed address alone.
    expect((await anna.asks('notices', 'getNoticeSettings', {})).settings.channels.email.address).toBeNull()
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', anna.userId).execute()
    const { filter } = await anna.asks('filters', 'createFilter', { name: 'Москва' })
    const { settings } = await anna.asks('notices', 'getNoticeSettings', {})
    const hot = { ...usual, mode: 'now', level: 'hot' }
    expect(settings).toMatchObject({
      timeZone: 'Europe/Moscow',
      preferences: { quiet: { from: '22:00', to: '08:00' }, pausedUntil: null, ceiling: 20 },
      addresses: [],
      channels: { email: { address: anna.email } },
      filters: [
        {
          filterId: anna.filterId,
          isDefault: true,
          set: [],
          rules: { browser: hot, telegram: hot, vk: hot, email: { ...usual, mode: 'daily', level: 'cold' } },
        },
        { filterId: filter.id, name: 'Москва', set: [], rules: { browser: off, telegram: off, vk: off, email: off } },
      ],
    })
  })

  it('the switch of a filter is its rule of the browser, both ways', async () => {
    const boris = await world.customer('boris')
    const { filter } = await boris.asks('filters', 'createFilter', { name: 'Москва', push: true })
    expect((await rulesOf(boris, filter.id))?.rules.browser).toEqual({ ...usual, mode: 'now', level: 'cold' })
    await boris.asks('notices', 'setNoticeRule', { filterId: filter.id, channel: 'browser', ...rule })
    expect((await rulesOf(boris, filter.id))?.rules.browser).toMatchObject({ mode: 'daily', weekdays: [1, 5] })
    await boris.asks('filters', 'updateFilter', { id: filter.id, push: false })
    expect((await rulesOf(boris, filter.id))?.rules.browser.mode).toBe('off')
    await boris.asks('filters', 'updateFilter', { id: filter.id, push: true })
    expect((await rulesOf(boris, filter.id))?.rules.browser).toMatchObject({ mode: 'daily', hour: 18 })
    await boris.asks('notices', 'setNoticeRule', { filterId: filter.id, channel: 'browser', ...rule, mode: 'off' })
    const { filters } = await boris.asks('filters', 'listFilters', {})
    expect(filters.find(({ id }) => id === filter.id)?.push).toBe(false)
    await boris.asks('filters', 'updateFilter', { id: filter.id, push: true })
    expect((await rulesOf(boris, filter.id))?.rules.browser).toEqual({ ...usual, mode: 'now', level: 'cold' })
  })
})

describe('notices.setNoticeRule and notices.resetNoticeRule', () => {
  it('set what holds, notify the other browsers of the person, and go back to the usual', async () => {
    const vera = await world.customer('vera')
    const browser = await vera.connects()
    const asked = { filterId: vera.filterId, channel: 'email' as const }
    const { settings } = await vera.asks('notices', 'setNoticeRule', { ...asked, ...rule })
    expect(settings.filters[0]).toMatchObject({ set: ['email'], rules: { email: { ...rule, weekdays: [1, 5] } } })
    await expect.poll(() => browser.heard['notices.changed'].length).toBeGreaterThan(0)
    browser.close()
    const after = await vera.asks('notices', 'resetNoticeRule', asked)
    expect(after.settings.filters[0]).toMatchObject({ set: [], rules: { email: { mode: 'daily', hour: 9 } } })
  })

  it("rules of a team's filter are each member's own, and its switch stays its maker's", async () => {
    const oleg = await world.somebody('oleg', ['teamOwner'], paidForTeam('photographers'))
    const petr = await world.customer('petr')
    await world.team(oleg, petr)
    const { filter } = await oleg.asks('filters', 'createFilter', { name: 'Общий', scope: 'team', push: true })
    const asked = { filterId: filter.id, channel: 'browser' as const }
    expect((await rulesOf(petr, filter.id))?.rules.browser.mode).toBe('off')
    await petr.asks('notices', 'setNoticeRule', { ...asked, ...rule })
    expect((await rulesOf(petr, filter.id))?.rules.browser.mode).toBe('daily')
    expect((await rulesOf(oleg, filter.id))?.rules.browser.mode).toBe('now')
    await petr.asks('notices', 'setNoticeRule', { ...asked, ...rule, mode: 'off' })
    expect((await rulesOf(oleg, filter.id))?.rules.browser.mode).toBe('now')
  })

  it('are refused to a guest, of a filter one does not see, and with what is no rule', async () => {
    const [gleb, stranger] = [await world.customer('gleb'), await world.customer('stranger')]
    const asked = { filterId: gleb.filterId, channel: 'email' as const }
    expect(codeOf(await world.ask('notices', 'setNoticeRule', { ...asked, ...rule }))).toBe('UNAUTHORIZED')
    expect(codeOf(await world.ask('notices', 'resetNoticeRule', asked))).toBe('UNAUTHORIZED')
    expect(codeOf(await world.ask('notices', 'getNoticeSettings', {}))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('notices', 'setNoticeRule', { ...asked, ...rule })).toBe('FILTER_NOT_FOUND')
    expect(await stranger.isRefused('notices', 'resetNoticeRule', asked)).toBe('FILTER_NOT_FOUND')
    for (const wrong of [{ hour: 24 }, { weekdays: [] }, { weekdays: [8] }, { smallest: 0 }, { level: 'жар' }]) {
      const input = { ...asked, ...rule, ...wrong } as never
      expect(await gleb.isRefused('notices', 'setNoticeRule', input)).toBe('VALIDATION_FAILED')
    }
  })
})

describe('notices.setNoticePreferences', () => {
  it('changes what is given and leaves the rest', async () => {
    const inna = await world.customer('inna')
    const until = new Date(world.clock.now().getTime() + HOUR).toISOString()
    await inna.asks('notices', 'setNoticePreferences', { quiet: { from: '23:30', to: '07:00' }, ceiling: 5 })
    await inna.asks('notices', 'setNoticePreferences', { alarms: { spike: [] } as never })
    const { settings } = await inna.asks('notices', 'setNoticePreferences', { pausedUntil: until })
    expect(settings.preferences).toMatchObject({
      quiet: { from: '23:30', to: '07:00' },
      ceiling: 5,
      pausedUntil: until,
      alarms: { spike: [], silence: ['browser', 'email', 'telegram', 'vk'] },
    })
    const none = await inna.asks('notices', 'setNoticePreferences', { quiet: { from: '08:00', to: '08:00' } })
    expect(none.settings.preferences.quiet).toBeNull()
    const past = await inna.asks('notices', 'setNoticePreferences', { pausedUntil: '2020-01-01T00:00:00.000Z' })
    expect(past.settings.preferences.pausedUntil).toBeNull()
  })

  it('of two at once neither undoes the other', async () => {
    const [lena] = [await world.customer('lena')]
    await Promise.all([
      lena.asks('notices', 'setNoticePreferences', { ceiling: 7 }),
      lena.asks('notices', 'setNoticePreferences', { quiet: null }),
    ])
    const { settings } = await lena.asks('notices', 'getNoticeSettings', {})
    expect(settings.preferences).toMatchObject({ ceiling: 7, quiet: null })
  })

  it('is refused to a guest, and with what is no preference', async () => {
    expect(codeOf(await world.ask('notices', 'setNoticePreferences', { ceiling: 7 }))).toBe('UNAUTHORIZED')
    const [zoya] = [await world.customer('zoya')]
    for (const wrong of [{ ceiling: 0 }, { quiet: { from: '25:00', to: '08:00' } }, { alarms: { spike: ['fax'] } }])
      expect(await zoya.isRefused('notices', 'setNoticePreferences', wrong as never)).toBe('VALIDATION_FAILED')
  })
})

describe('notices.unlinkAddress and notices.listNotices', () => {
  const link = (userId: number, title: string) =>
    world.db
      .insertInto('noticeAddresses')
      .values({
        userId,
        channel: 'telegram',
        addressKey: title,
        address: JSON.stringify({}),
        title,
        createdAt: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()

  it('ends an address for good, with what was to be sent there; the journal says what became of it', async () => {
    const tom = await world.customer('tom')
    const { id } = await link(tom.userId, 'Том')
    const now = world.clock.now()
    const { id: noticeId } = await world.db
      .insertInto('notices')
      .values({
        userId: tom.userId,
        channel: 'telegram',
        kind: 'messages',
        filterId: tom.filterId,
        title: '1 новое: Дефолтная',
        text: 'Посоветуйте фотографа',
        count: 1,
        messageIds: [17],
        state: 'waiting',
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('noticeDeliveries')
      .values({ noticeId, addressId: id, channel: 'telegram', state: 'waiting', nextAt: now, createdAt: now })
      .execute()
    const { notices, total } = await tom.asks('notices', 'listNotices', { channel: 'telegram', state: 'waiting' })
    expect([total, notices]).toEqual([
      1,
      [expect.objectContaining({ id: noticeId, to: ['Том'], messageId: 17, sentAt: null, at: now.toISOString() })],
    ])
    expect(await tom.asks('notices', 'listNotices', { channel: 'vk' })).toEqual({ notices: [], total: 0 })
    const { settings } = await tom.asks('notices', 'unlinkAddress', { id })
    expect(settings.addresses).toEqual([])
    await world.sendNotices()
    expect((await tom.asks('notices', 'listNotices', {})).notices).toMatchObject([{ id: noticeId, state: 'skipped' }])
    expect(await tom.isRefused('notices', 'unlinkAddress', { id })).toBe('NOTICE_ADDRESS_NOT_FOUND')
  })

  it("another's address and journal are out of reach", async () => {
    const [rita, rival] = [await world.customer('rita'), await world.customer('rival')]
    const { id } = await link(rita.userId, 'Рита')
    expect(await rival.isRefused('notices', 'unlinkAddress', { id })).toBe('NOTICE_ADDRESS_NOT_FOUND')
    expect(codeOf(await world.ask('notices', 'unlinkAddress', { id }))).toBe('UNAUTHORIZED')
    expect(codeOf(await world.ask('notices', 'listNotices', {}))).toBe('UNAUTHORIZED')
    expect(await rival.isRefused('notices', 'listNotices', { limit: 0 })).toBe('VALIDATION_FAILED')
    expect((await rita.asks('notices', 'getNoticeSettings', {})).settings.addresses).toHaveLength(1)
  })
})
