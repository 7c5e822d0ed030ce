import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { address, type Answer } from '../../../../contract/call.ts'
import { contract } from '../../../../contract/contract.ts'
import type { NoticeAddress } from '../../../../contract/reach/notices.ts'
import { sessionCookieName } from '../../../gate/cookies.ts'
import { DAY } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { confirmEmail } from './channels/fake.samples.ts'
import { newBrowserKeys } from './channels/push-service.simulator.ts'
import { MOST_ADDRESSES } from './addresses.ts'
import { forgetBrowsers } from './link-browser.ts'

let world: TestWorld
let anna: TestUser
let boris: TestUser
let number = 0
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  number += 1
  anna = await world.customer(`anna${number}`)
  boris = await world.customer(`boris${number}`)
})

const endpointOf = (name: string): string => `https://fcm.googleapis.com/fcm/send/${number}-${name}`
/** As a browser says it. */
const subscription = (name = 'one') => {
  const { p256dh, auth } = newBrowserKeys()
  return { endpoint: endpointOf(name), p256dh, auth }
}
const keyOf = async (person: TestUser) => (await person.asks('notices', 'getPushKey', {})).key
const addressesOf = ({ userId }: TestUser) =>
  world.db.selectFrom('noticeAddresses').selectAll().where('userId', '=', userId).orderBy('id').execute()
const liveOf = async (person: TestUser) =>
  (await addressesOf(person)).filter(({ endedAt }) => !endedAt).map(({ addressKey }) => addressKey)
const end = (id: number, endedBecause: NonNullable<NoticeAddress['endedBecause']>) =>
  world.db
    .updateTable('noticeAddresses')
    .set({ endedAt: world.clock.now(), endedBecause })
    .where('id', '=', id)
    .execute()

async function linksWith(userAgent: string, payload: object): Promise<NoticeAddress> {
  const response = await world.web.app.inject({
    method: 'PUT',
    url: address(contract.notices.linkBrowser.path),
    headers: { cookie: `${sessionCookieName(world.config)}=${anna.token}`, 'user-agent': userAgent },
    payload,
  })
  return response.json<Answer<{ address: NoticeAddress }> & { status: 'ok' }>().result.address
}

describe('a browser is linked', () => {
  it('under the words of its user agent, once however often it says so', async () => {
    const given = subscription()
    const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'
    const linked = await linksWith(windows, given)
    const at = world.clock.now().toISOString()
    const fresh = { channel: 'browser', title: 'Chrome 141, Windows', group: false, endedAt: null, endedBecause: null }
    expect(linked).toEqual({ id: linked.id, ...fresh, createdAt: at, usedAt: at })

    world.clock.advance(DAY)
    const changed = { ...given, auth: newBrowserKeys().auth }
    const again = await linksWith(windows.replace('141', '142'), changed)
    expect(again).toEqual({ ...linked, title: 'Chrome 142, Windows', usedAt: world.clock.now().toISOString() })
    const [row, ...more] = await addressesOf(anna)
    expect(more).toEqual([])
    expect(row?.address).toEqual({ ...changed, key: await keyOf(anna), sessionId: expect.any(Number) })
  })

  it('and notifies the pages of its person', async () => {
    const page = await anna.connects()
    await anna.asks('notices', 'linkBrowser', subscription())
    await expect.poll(() => page.heard['notices.changed']).toEqual([{}])
  })

  it('and what is as it was is no news to anyone', async () => {
    const heard: number[] = []
    const off = world.bus.on('notices.changed', ({ userId }) => void heard.push(userId))
    const given = subscription()
    await anna.asks('notices', 'linkBrowser', given)
    await anna.asks('notices', 'linkBrowser', { ...given, again: true })
    await world.bus.catchUp()
    expect(heard).toEqual([anna.userId])
    await anna.asks('notices', 'linkBrowser', { ...subscription('renewed'), replaces: given.endpoint, again: true })
    await world.bus.catchUp()
    expect(heard).toEqual([anna.userId, anna.userId])
    off()
  })

  it('by anyone who is signed in there now: the one before has it no more', async () => {
    const given = subscription()
    await anna.asks('notices', 'linkBrowser', given)
    await world.bus.catchUp()
    const page = await anna.connects()
    await boris.asks('notices', 'linkBrowser', given)
    expect(await addressesOf(anna)).toEqual([])
    expect(await liveOf(boris)).toEqual([given.endpoint])
    // What she did herself may be announced to the new page as well.
    await expect.poll(() => page.heard['notices.changed']).toContainEqual({})
  })

  it('once, when two people say it at the same time', async () => {
    const given = subscription()
    await Promise.all([anna, boris, anna, boris].map((person) => person.asks('notices', 'linkBrowser', given)))
    expect([...(await liveOf(anna)), ...(await liveOf(boris))]).toEqual([given.endpoint])
  })

  it('in the place of the endpoint it had before, if that was of the same person', async () => {
    await anna.asks('notices', 'linkBrowser', subscription('old'))
    await boris.asks('notices', 'linkBrowser', subscription('of-boris'))
    await anna.asks('notices', 'linkBrowser', { ...subscription('new'), replaces: endpointOf('old') })
    await anna.asks('notices', 'linkBrowser', { ...subscription('new'), replaces: endpointOf('of-boris') })
    expect((await addressesOf(anna)).map(({ addressKey }) => addressKey)).toEqual([endpointOf('new')])
    expect(await liveOf(boris)).toEqual([endpointOf('of-boris')])
  })

  it('again after it was gone, and stands in the list once', async () => {
    const given = subscription()
    const { address: first } = await anna.asks('notices', 'linkBrowser', given)
    await end(first.id, 'gone')
    const { address: second } = await anna.asks('notices', 'linkBrowser', { ...given, again: true })
    expect(second).toMatchObject({ endedAt: null })
    expect((await addressesOf(anna)).map(({ id }) => id)).toEqual([second.id])
  })

  it('not by itself after its person unlinked it from elsewhere, but by a press', async () => {
    const given = subscription()
    const { address: first } = await anna.asks('notices', 'linkBrowser', given)
    await end(first.id, 'unlinked')
    const { address: still } = await anna.asks('notices', 'linkBrowser', { ...given, again: true })
    expect(still).toMatchObject({ id: first.id, endedBecause: 'unlinked' })
    const renewed = { ...subscription('renewed'), replaces: given.endpoint, again: true }
    expect((await anna.asks('notices', 'linkBrowser', renewed)).address.id).toBe(first.id)
    expect(await liveOf(anna)).toEqual([])
    await boris.asks('notices', 'linkBrowser', { ...given, again: true })
    expect(await liveOf(boris)).toEqual([given.endpoint])
    const { address: pressed } = await anna.asks('notices', 'linkBrowser', given)
    expect(pressed).toMatchObject({ endedAt: null })
    expect(await liveOf(anna)).toEqual([given.endpoint])
  })
})

describe('the key that browsers subscribe with', () => {
  it('is the same for everybody, and a point of the curve', async () => {
    const key = await keyOf(anna)
    expect(key).toBe(await keyOf(boris))
    expect(Buffer.from(key, 'base64url')).toHaveLength(65)
  })

  it('is not shown to a guest', async () => {
    expect(await world.ask('notices', 'getPushKey', {})).toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('linkBrowser is refused', () => {
  it('to a guest', async () => {
    expect(await world.ask('notices', 'linkBrowser', subscription())).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test.each(['https://example.ru/push', 'http://fcm.googleapis.com/fcm/send/1', 'https://127.0.0.1/push'])(
    'for %s, which is no push service',
    async (endpoint) => {
      const code = await anna.isRefused('notices', 'linkBrowser', { ...subscription(), endpoint })
      expect(code).toBe('PUSH_SERVICE_NOT_ALLOWED')
      expect(await addressesOf(anna)).toEqual([])
    },
  )

  test.each([
    ['a key that is no point of the curve', { p256dh: `B${'A'.repeat(86)}` }],
    ['a short key', { p256dh: 'BAAA' }],
    ['a short secret', { auth: 'AAAA' }],
    ['no address', { endpoint: 'fcm.googleapis.com' }],
  ])('with %s', async (_, wrong) => {
    expect(await anna.isRefused('notices', 'linkBrowser', { ...subscription(), ...wrong })).toBe('VALIDATION_FAILED')
    expect(await addressesOf(anna)).toEqual([])
  })

  it('above the most that one person may have, until one is away', async () => {
    const row = (of: number) => ({
      userId: anna.userId,
      channel: 'browser',
      addressKey: endpointOf(`many ${of}`),
      address: '{}',
      title: '',
      createdAt: world.clock.now(),
    })
    const rows = Array.from({ length: MOST_ADDRESSES - 1 }, (_, of) => row(of))
    await world.db.insertInto('noticeAddresses').values(rows).execute()
    const last = subscription('last')
    await anna.asks('notices', 'linkBrowser', last)
    expect(await anna.isRefused('notices', 'linkBrowser', subscription('more'))).toBe('NOTICE_ADDRESS_LIMIT_REACHED')
    expect(await anna.isRefused('notices', 'linkBrowser', last)).toBe('ok')
    await end((await addressesOf(anna))[0]!.id, 'gone')
    expect(await anna.isRefused('notices', 'linkBrowser', subscription('more'))).toBe('ok')
  })
})

describe('is forgotten', () => {
  const heardAt = (person: TestUser, days: number) =>
    world.db
      .updateTable('noticeAddresses')
      .set({ usedAt: new Date(world.clock.now().getTime() - days * DAY) })
      .where('userId', '=', person.userId)
      .execute()

  it('what was not heard of for sixty days', async () => {
    for (const person of [anna, boris]) await person.asks('notices', 'linkBrowser', subscription(person.email))
    await heardAt(anna, 61)
    await heardAt(boris, 59)
    await forgetBrowsers(world)
    expect(await addressesOf(anna)).toEqual([])
    expect(await liveOf(boris)).toEqual([endpointOf(boris.email)])
  })

  it('where its person is signed out, and nowhere else', async () => {
    const elsewhere = { token: await anna.signIn(), ip: anna.ip }
    await anna.asks('notices', 'linkBrowser', subscription('here'))
    await world.ask('notices', 'linkBrowser', subscription('there'), elsewhere)
    await world.ask('accounts', 'logout', {}, elsewhere)
    await forgetBrowsers(world)
    expect(await liveOf(anna)).toEqual([endpointOf('here')])
    expect(await addressesOf(anna)).toContainEqual(
      expect.objectContaining({ addressKey: endpointOf('there'), endedBecause: 'left' }),
    )
  })

  it('without a word, and the switch stays for when they sign in there again', async () => {
    await confirmEmail(world, anna.userId)
    await anna.asks('feed', 'setFeedSetting', { key: 'push', value: true })
    const elsewhere = { token: await anna.signIn(), ip: anna.ip }
    await world.ask('notices', 'linkBrowser', subscription('there'), elsewhere)
    await world.ask('accounts', 'logout', {}, elsewhere)
    await world.db.deleteFrom('letters').execute()
    await forgetBrowsers(world)
    expect(await liveOf(anna)).toEqual([])
    expect(await world.db.selectFrom('letters').select('subject').execute()).toEqual([])
    expect(await anna.asks('feed', 'getFeedSettings', {})).toMatchObject({ push: true })
  })
})
