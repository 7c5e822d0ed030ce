import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { PushMessage } from '../../../../../contract/reach/push-message.ts'
import { DAY, MINUTE } from '../../../../kit/clock.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../../testing/test-world.ts'
import { message, noticeOf } from '../notice.samples.ts'
import { isPushService } from '../push-services.ts'
import { getVapidKeys, vapidSubject } from '../vapid.ts'
import { browserChannel } from './browser.ts'
import type { Recipient } from './channel.ts'
import { MOST_BYTES, writePush } from './push-payload.ts'
import { decryptPush, openPushService, type PushService } from './push-service.simulator.ts'

let service: PushService
let world: TestWorld
let anna: TestUser
let number = 0
beforeAll(async () => {
  service = await openPushService()
  const vapid = { publicKey: '', privateKey: '', subject: 'mailto:help@example.ru' }
  world = await openTestWorld({ config: { pushHosts: [service.host], vapid } })
})
afterAll(async () => {
  await world.close()
  await service.close()
})
beforeEach(async () => {
  number += 1
  anna = await world.customer(`anna${number}`)
})

/** A browser of anna's that is linked, and the recipient that the outbox makes of it. */
async function linked() {
  const browser = service.subscribe((await anna.asks('notices', 'getPushKey', {})).key)
  const { endpoint, p256dh, auth } = browser
  const { address } = await anna.asks('notices', 'linkBrowser', { endpoint, p256dh, auth })
  const row = await world.db
    .selectFrom('noticeAddresses')
    .select('address')
    .where('id', '=', address.id)
    .executeTakeFirstOrThrow()
  const recipient: Recipient = { deliveryId: 1, addressId: address.id, address: row.address, userId: anna.userId }
  return { browser, recipient }
}
const hot = message(5, 'Посоветуйте фотографа на свадьбу в Омске', { level: 'hot' })

describe('a notice', () => {
  it('reaches the browser, encrypted for it and signed by us', async () => {
    const { browser, recipient } = await linked()
    expect(await browserChannel.send(world, recipient, noticeOf([hot]))).toEqual({ state: 'sent' })
    const [pushed] = browser.received
    expect(pushed).toMatchObject({ ttl: 43_200, urgency: 'high', topic: 'f12', subject: 'mailto:help@example.ru' })
    expect(JSON.parse(pushed?.text ?? '')).toEqual({
      web_push: 8030,
      notification: {
        title: 'Фотографы: Посоветуйте фотографа на свадьбу в Омске',
        body: 'Посоветуйте фотографа на свадьбу в Омске\nГорячий · ВКонтакте · Подслушано · Омск',
        lang: 'ru',
        tag: 'feed-push-12',
        navigate: `${world.config.siteUrl}/feed?filter=12&message=5`,
        app_badge: '1',
        data: { url: '/feed?filter=12&message=5', messageId: 5, deeds: ['favorite', 'notMine'] },
      },
      app_badge: 1,
    } satisfies PushMessage)
  })

  it('of several says how many, leads to the filter and has nothing to press', async () => {
    const { browser, recipient } = await linked()
    const more = noticeOf([hot, message(4, 'Ищу фотографа')], { kind: 'digest', count: 5 })
    await browserChannel.send(world, recipient, more)
    expect(browser.received).toMatchObject([{ ttl: 86_400, urgency: 'low', topic: 'f12' }])
    expect(JSON.parse(browser.received[0]?.text ?? '')).toMatchObject({
      notification: {
        title: '5 новых: Фотографы',
        body: 'Посоветуйте фотографа на свадьбу в Омске\nГорячий · ВКонтакте · Подслушано · Омск\nи ещё 4',
        data: { url: '/feed?filter=12', messageId: null, deeds: [] },
      },
      app_badge: 5,
    })
  })

  it('of an alarm, and one to try with, say what they say, and count for nothing', async () => {
    const { browser, recipient } = await linked()
    const none = { filter: null, count: 0 }
    const alarm = { kind: 'silence', title: 'Тихо', text: 'Два дня без новых', url: '/feed?filter=3' } as const
    await browserChannel.send(world, recipient, noticeOf([], { ...none, kind: 'alarm', alarm }))
    await browserChannel.send(world, recipient, noticeOf([], { ...none, kind: 'test' }))
    const [shown, tried] = browser.received.map(({ text }) => JSON.parse(text) as PushMessage)
    expect(shown).toMatchObject({ notification: { title: 'Тихо', body: 'Два дня без новых', tag: 'notice-7' } })
    expect(shown?.notification.data).toEqual({ url: '/feed?filter=3', messageId: null, deeds: [] })
    expect(shown?.app_badge).toBeUndefined()
    expect(tried?.notification.title).toBe('Проверка уведомлений')
    expect(browser.received.map(({ urgency, topic }) => [urgency, topic])).toEqual([
      ['normal', undefined],
      ['high', undefined],
    ])
  })

  test.each(['я', '😀', '\u0001', '"\\'])('fits, however long its texts of %j are', (letter) => {
    const long = letter.repeat(20_000)
    const filter = { id: 999_999_999_999, name: long }
    const written = writePush(
      noticeOf([message(999_999_999_999, long, { groupName: long, place: long })], { filter }),
      'https://echolot.example',
    )
    expect(Buffer.byteLength(written)).toBeLessThan(MOST_BYTES)
    expect(JSON.parse(written)).toMatchObject({ web_push: 8030 })
  })
})

describe('an answer', () => {
  it.each([
    [{ status: 404 }, { state: 'gone', because: 'gone' }],
    [{ status: 410 }, { state: 'gone', because: 'gone' }],
    [{ status: 413 }, { state: 'failed', reason: 'Уведомление слишком длинное для этого браузера' }],
    [
      { status: 429, headers: { 'retry-after': '90' } },
      { state: 'later', afterMs: 90_000, of: 'chat' },
    ],
    [{ status: 429 }, { state: 'later', afterMs: MINUTE, of: 'chat' }],
    [
      { status: 429, headers: { 'retry-after': '9999999' } },
      { state: 'later', afterMs: DAY, of: 'chat' },
    ],
    [
      { status: 503, headers: { 'retry-after': '5' } },
      { state: 'later', afterMs: 5_000, of: 'chat' },
    ],
    [
      { status: 400 },
      { state: 'failed', reason: 'Служба уведомлений этого браузера не приняла уведомление (код 400)' },
    ],
    [
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      { state: 'failed', reason: 'Служба уведомлений этого браузера не приняла уведомление (код 302)' },
    ],
  ])('of %j is %j', async (fault, sent) => {
    const { browser, recipient } = await linked()
    service.meets(fault)
    expect(await browserChannel.send(world, recipient, noticeOf([hot]))).toEqual(sent)
    expect(browser.received).toEqual([])
  })

  it('that names a moment to wait for is waited for until then', async () => {
    const { recipient } = await linked()
    const at = new Date(world.clock.now().getTime() + 3 * MINUTE).toUTCString()
    service.meets({ status: 429, headers: { 'retry-after': at } })
    expect(await browserChannel.send(world, recipient, noticeOf([hot]))).toMatchObject({ afterMs: 3 * MINUTE })
  })

  it('of a service that fails is no answer: another time', async () => {
    const { recipient } = await linked()
    service.meets({ status: 500 }, { status: 503 })
    await expect(browserChannel.send(world, recipient, noticeOf([hot]))).rejects.toThrow('answered 500')
    await expect(browserChannel.send(world, recipient, noticeOf([hot]))).rejects.toThrow('answered 503')
    expect(await browserChannel.send(world, recipient, noticeOf([hot]))).toEqual({ state: 'sent' })
  })

  it('of one who does not know our key is for the operator to see to: the browser lives', async () => {
    const { browser, recipient } = await linked()
    const address = { ...(recipient.address as object), endpoint: service.subscribe('another key').endpoint }
    expect(await browserChannel.send(world, { ...recipient, address }, noticeOf([hot]))).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('403'),
    })
    expect(browser.received).toEqual([])
  })
})

describe('nothing is sent', () => {
  it('to a browser that did away with its subscription', async () => {
    const { browser, recipient } = await linked()
    service.unsubscribe(browser.endpoint)
    expect(await browserChannel.send(world, recipient, noticeOf([hot]))).toEqual({ state: 'gone', because: 'gone' })
  })

  it('to one that subscribed with a key we have no more', async () => {
    const { browser, recipient } = await linked()
    const address = { ...(recipient.address as object), key: 'a key of before' }
    expect(await browserChannel.send(world, { ...recipient, address }, noticeOf([hot]))).toMatchObject({
      state: 'gone',
    })
    expect(browser.received).toEqual([])
  })

  it('to what is no push service, whatever the address says', async () => {
    const { recipient } = await linked()
    const address = { ...(recipient.address as object), endpoint: 'http://127.0.0.1:1/' }
    expect(await browserChannel.send(world, { ...recipient, address }, noticeOf([hot]))).toMatchObject({
      state: 'gone',
    })
  })

  it('where its person signed out: the address is at an end', async () => {
    const { browser, recipient } = await linked()
    await anna.asks('accounts', 'logout', {})
    expect(await browserChannel.send(world, recipient, noticeOf([hot]))).toMatchObject({ state: 'failed' })
    expect(browser.received).toEqual([])
    const row = world.db.selectFrom('noticeAddresses').selectAll().where('id', '=', recipient.addressId!)
    expect(await row.executeTakeFirst()).toMatchObject({ endedBecause: 'left', endedAt: world.clock.now() })
  })
})

describe('push services', () => {
  const may = (endpoint: string, production = true) =>
    isPushService(endpoint, { pushHosts: ['push.example:8443'], production })

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
    'https://api.push.apple.com/abc',
    'https://push.example:8443/abc',
  ])('%s is one', (endpoint) => expect(may(endpoint)).toBe(true))

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evilfcm.googleapis.com/abc',
    'https://notify.windows.com.evil.example/',
    'https://evilnotify.windows.com/',
    'https://user:word@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com@evil.example/abc',
    'https://push.example/abc',
    'http://push.example:8443/abc',
    'https://127.0.0.1/',
    'https://[::1]/',
    'file:///etc/passwd',
    'no address',
  ])('%s is none', (endpoint) => expect(may(endpoint)).toBe(false))

  test('of the settings may be without https outside production', () => {
    expect(may('http://push.example:8443/abc', false)).toBe(true)
    expect(may('http://fcm.googleapis.com/abc', false)).toBe(false)
  })
})

describe('the keys of the service', () => {
  const fresh = () => world.db.deleteFrom('noticeKeys').execute()

  it('are made once, however many processes ask at once, and kept sealed', async () => {
    await fresh()
    const all = await Promise.all(Array.from({ length: 6 }, () => getVapidKeys(world)))
    expect(new Set(all.map(({ publicKey, privateKey }) => `${publicKey} ${privateKey}`)).size).toBe(1)
    const [row] = await world.db.selectFrom('noticeKeys').selectAll().execute()
    expect(row?.publicKey).toBe(all[0]?.publicKey)
    expect(row?.sealed.toString('latin1')).not.toContain(all[0]?.privateKey)
    expect(await getVapidKeys(world)).toEqual(all[0])
  })

  it('that another secret sealed are lost, and made again once', async () => {
    const before = await getVapidKeys(world)
    const moved = { db: world.db, clock: world.clock, config: { ...world.config, secretKey: 'x'.repeat(40) } }
    const all = await Promise.all(Array.from({ length: 4 }, () => getVapidKeys(moved)))
    expect(new Set(all.map(({ publicKey }) => publicKey)).size).toBe(1)
    expect(all[0]?.publicKey).not.toBe(before.publicKey)
    await fresh()
  })

  it('are those of the settings where there are any', async () => {
    const vapid = { publicKey: 'public', privateKey: 'private', subject: '' }
    const config = { ...world.config, vapid }
    expect(await getVapidKeys({ db: world.db, clock: world.clock, config })).toEqual({
      publicKey: 'public',
      privateKey: 'private',
    })
  })

  test.each([
    ['', 'https://echolot.example', 'Эхолот <noreply@echolot.example>', 'https://echolot.example'],
    ['', 'http://localhost:3000', 'Эхолот <noreply@echolot.example>', 'mailto:noreply@echolot.example'],
    ['', 'http://localhost:3000', 'noreply@echolot.example', 'mailto:noreply@echolot.example'],
    ['mailto:a@b.ru', 'https://echolot.example', '', 'mailto:a@b.ru'],
  ])('come with a way to reach the operator: %j, %s, %s', (subject, siteUrl, from, expected) => {
    const vapid = { publicKey: '', privateKey: '', subject }
    expect(vapidSubject({ ...world.config, vapid, siteUrl, mail: { ...world.config.mail, from } })).toBe(expected)
  })
})

test('the simulator reads the example of RFC 8291', () => {
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const keys = {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  expect(decryptPush(Buffer.from(body, 'base64url'), keys)).toBe('When I grow up, I want to be a watermelon')
  expect(() => decryptPush(Buffer.from(body, 'base64url'), { ...keys, auth: 'AAAAAAAAAAAAAAAAAAAAAA' })).toThrow()
})
