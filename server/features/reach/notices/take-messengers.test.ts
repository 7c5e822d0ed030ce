/** The webhooks of messengers, and how a link to one is asked for: what is taken, refused, malformed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { linkTokenOf, settingsOf, WEBHOOK_SECRET as SECRET } from './bot/messengers.samples.ts'
import { simulateBotApi, type BotApiSimulator } from './channels/telegram/bot-api.simulator.ts'
import { GROUP_ID, simulateVkGroup, type VkGroupSimulator } from './channels/vk/vk-group.simulator.ts'

let world: TestWorld
let telegram: BotApiSimulator
let vk: VkGroupSimulator
beforeAll(async () => {
  telegram = await simulateBotApi({ now: () => world.clock.now() })
  vk = await simulateVkGroup({ now: () => world.clock.now() })
  world = await openTestWorld({ config: settingsOf({ telegram, vk }) })
})
afterAll(async () => {
  await world.close()
  await Promise.all([telegram.close(), vk.close()])
})
beforeEach(() => {
  world.clock.advance(2 * MINUTE)
})

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  world.web.app.inject({
    method: 'POST',
    url: `/api/notices/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })
const heard = () => world.db.selectFrom('chatUpdates').select(['channel', 'updateKey', 'incoming']).execute()

describe('notices.takeTelegramUpdate', () => {
  const update = (id: number, text = '/help') => ({
    update_id: id,
    message: {
      message_id: 1,
      date: 0,
      chat: { id: 77, type: 'private', first_name: 'Анна' },
      from: { id: 77, is_bot: false, first_name: 'Анна' },
      text,
    },
  })
  const send = (body: string, secret: string | null = SECRET) =>
    post('telegram', body, secret === null ? {} : { 'x-telegram-bot-api-secret-token': secret })

  it('takes what comes with the secret, once', async () => {
    const chat = telegram.person('Анна')
    const body = JSON.stringify(update(1)).replaceAll('77', String(chat))
    expect([(await send(body)).statusCode, (await send(body)).statusCode]).toEqual([200, 200])
    expect(await heard()).toMatchObject([{ channel: 'telegram', updateKey: '1', incoming: { kind: 'words' } }])
    await world.settle()
    expect(telegram.in(chat)).toHaveLength(1)
    // What was written is not kept once it is answered, and it is not followed again.
    expect(await heard()).toEqual([{ channel: 'telegram', updateKey: '1', incoming: null }])
    expect((await send(body)).statusCode).toBe(200)
    await world.settle()
    expect(telegram.in(chat)).toHaveLength(1)
  })

  it('follows no more than forty of one person a minute', async () => {
    const [busy, other] = [telegram.person('Спешит'), telegram.person('Другой')]
    const before = (await heard()).length
    const sent = (id: number, chat: number) => send(JSON.stringify(update(id)).replaceAll('77', String(chat)))
    for (let at = 1_000; at < 1_060; at += 1) expect((await sent(at, busy)).statusCode).toBe(200)
    expect((await heard()).length - before).toBe(40)
    await sent(2_000, other)
    world.clock.advance(MINUTE)
    await sent(2_001, busy)
    expect((await heard()).length - before).toBe(42)
  })

  it.each([null, '', 'wrong', `${SECRET} `, SECRET.slice(1), SECRET.toUpperCase()])(
    'refuses the secret «%s»',
    async (secret) => {
      expect((await send(JSON.stringify(update(2)), secret)).statusCode).toBe(403)
      expect((await heard()).some(({ updateKey }) => updateKey === '2')).toBe(false)
    },
  )

  it.each(['', '[]', 'null', '{"update_id":"3"}', '{', '{"message":{}}'])('refuses the body «%s»', async (body) => {
    expect((await send(body)).statusCode).toBe(400)
  })

  it.each([
    { update_id: 4, message: {} },
    { update_id: 5, message: { chat: {}, from: 7, text: 'x' } },
    { update_id: 6, callback_query: { id: 1 } },
    { update_id: 7, channel_post: { text: 'x' } },
    { update_id: 8, message: { chat: { id: 1, type: 'channel', title: 'x' }, text: 'x' } },
    { update_id: 9, my_chat_member: {} },
  ])('follows nothing of %j, and does not ask for it again', async (odd) => {
    const before = await heard()
    expect((await send(JSON.stringify(odd))).statusCode).toBe(200)
    expect(await heard()).toEqual(before)
  })
})

describe('notices.takeVkUpdate', () => {
  const event = (id: string, more: object = {}) => ({
    type: 'message_new',
    group_id: GROUP_ID,
    event_id: id,
    v: '5.199',
    secret: SECRET,
    object: { message: { id: 1, from_id: 5_000, peer_id: 5_000, text: 'помощь' } },
    ...more,
  })
  const send = (body: object | string) => post('vk', typeof body === 'string' ? body : JSON.stringify(body))

  it('says the string that confirms the address, to VK alone', async () => {
    const asked = { type: 'confirmation', group_id: GROUP_ID, secret: SECRET }
    const answer = await send(asked)
    expect([answer.statusCode, answer.body]).toEqual([200, 'a1b2'])
    expect(answer.headers['content-type']).toContain('text/plain')
    expect((await send({ ...asked, secret: undefined })).body).not.toContain('a1b2')
    expect((await send({ ...asked, group_id: 1 })).body).not.toContain('a1b2')
  })

  it('takes an event once, and answers ok', async () => {
    const person = vk.person('Анна')
    const one = event('one', { object: { message: { id: 1, from_id: person, peer_id: person, text: 'помощь' } } })
    vk.set(person, { allowed: true })
    for (let time = 0; time < 2; time += 1) {
      const answer = await send(one)
      expect([answer.statusCode, answer.body]).toEqual([200, 'ok'])
    }
    await world.settle()
    expect(vk.in(person)).toHaveLength(1)
  })

  it.each([
    ['no secret', { secret: undefined }],
    ['an empty secret', { secret: '' }],
    ['another secret', { secret: 'another' }],
    ['a secret that is no text', { secret: [SECRET] }],
    ['another community', { group_id: GROUP_ID + 1 }],
    ['a community that is no number', { group_id: String(GROUP_ID) }],
  ])('refuses %s', async (_, change) => {
    expect((await send(event('refused', change))).statusCode).toBe(403)
    expect((await heard()).some(({ updateKey }) => updateKey === 'refused')).toBe(false)
  })

  it.each(['', '[]', '{', '"x"'])('refuses the body «%s»', async (body) => {
    expect((await send(body)).statusCode).toBe(400)
  })

  it.each([{ event_id: '' }, { event_id: 7 }, { type: null }])('refuses an event with %j', async (change) => {
    expect((await send(event('x', change))).statusCode).toBe(400)
  })

  it.each([
    { type: 'wall_post_new' },
    { object: null },
    { object: { message: { from_id: -1, peer_id: -1, text: 'x' } } },
    { object: { message: { from_id: 5_000, peer_id: 2_000_000_001, text: 'в беседе' } } },
    { type: 'message_deny', object: { user_id: 'x' } },
    { type: 'message_event', object: { user_id: 1, peer_id: 1 } },
  ])('follows nothing of %j', async (change) => {
    const before = await heard()
    expect((await send(event('odd', change))).body).toBe('ok')
    expect(await heard()).toEqual(before)
  })
})

describe('notices.startMessengerLink', () => {
  it('is not for guests, nor for messengers there are not', async () => {
    expect(codeOf(await world.ask('notices', 'startMessengerLink', { channel: 'vk' }))).toBe('UNAUTHORIZED')
    const anna = await world.customer('anna')
    expect(await anna.isRefused('notices', 'startMessengerLink', { channel: 'email' as never })).toBe(
      'VALIDATION_FAILED',
    )
  })

  it('gives a new token each time', async () => {
    const boris = await world.customer('boris')
    const tokens = [
      await linkTokenOf(boris, 'telegram'),
      await linkTokenOf(boris, 'telegram'),
      await linkTokenOf(boris, 'vk'),
    ]
    expect(new Set(tokens).size).toBe(3)
  })

  it('is refused where fifty addresses live, and so is the chat', async () => {
    const gleb = await world.customer('gleb')
    const token = await linkTokenOf(gleb, 'telegram')
    const rows = Array.from({ length: 50 }, (_, at) => ({
      userId: gleb.userId,
      channel: 'vk',
      addressKey: `9${at}`,
      address: '{}',
      title: 'x',
      createdAt: world.clock.now(),
    }))
    await world.db.insertInto('noticeAddresses').values(rows).execute()
    expect(await gleb.isRefused('notices', 'startMessengerLink', { channel: 'vk' })).toBe(
      'NOTICE_ADDRESS_LIMIT_REACHED',
    )
    telegram.webhook = { url: 'https://echolot.example/api/notices/telegram', secret: SECRET }
    telegram.webhookHost = world.web.address
    const chat = telegram.person('Глеб')
    await telegram.writes(chat, `/start ${token}`)
    await world.settle()
    expect(telegram.last(chat).text).toContain('Адресов для уведомлений уже 50')
  })

  it('says that there is no bot where there is none', async () => {
    const other = await openTestWorld()
    try {
      const dina = await other.customer('dina')
      for (const channel of ['telegram', 'vk'] as const)
        expect(await dina.isRefused('notices', 'startMessengerLink', { channel })).toBe('NOTICE_CHANNEL_NOT_AVAILABLE')
      expect(await dina.isRefused('notices', 'allowVk', { vkUserId: 1 })).toBe('NOTICE_CHANNEL_NOT_AVAILABLE')
      for (const name of ['takeTelegramUpdate', 'takeVkUpdate'] as const)
        expect(codeOf(await other.ask('notices', name, {}))).toBe('NOT_FOUND')
    } finally {
      await other.close()
    }
  })

  it('says so where the bot can not be asked for its name', async () => {
    const silent = await openTestWorld({
      config: { telegramBot: { token: 'wrong', url: telegram.url, updates: 'webhook', secret: SECRET } },
    })
    try {
      const eva = await silent.customer('eva')
      expect(await eva.isRefused('notices', 'startMessengerLink', { channel: 'telegram' })).toBe(
        'NOTICE_CHANNEL_NOT_AVAILABLE',
      )
    } finally {
      await silent.close()
    }
  })
})
