/** The bot as people meet it: over the webhook, the jobs that follow, and what the simulated Telegram then shows. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../../../kit/clock.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, type TestWorld } from '../../../../testing/test-world.ts'
import { telegramChannel } from '../channels/telegram.ts'
import { BOT_NAME, BOT_TOKEN, simulateBotApi, type BotApiSimulator } from '../channels/telegram/bot-api.simulator.ts'
import { linkTokenOf, newestMessage, recipientOf, sampleMessage, sampleNotice } from './messengers.samples.ts'

let world: TestWorld
let telegram: BotApiSimulator
beforeAll(async () => {
  telegram = await simulateBotApi({ now: () => world.clock.now() })
  const bot = { token: BOT_TOKEN, url: telegram.url, updates: 'webhook', secret: 'simulated-secret' } as const
  world = await openTestWorld({ config: { telegramBot: bot, siteUrl: 'https://echolot.example' } })
  telegram.webhook = { url: 'https://echolot.example/api/notices/telegram', secret: bot.secret }
  telegram.webhookHost = world.web.address
  await world.looksFor('photographers', 'фотограф')
})
afterAll(async () => {
  await world.close()
  await telegram.close()
})
beforeEach(() => {
  world.clock.advance(2 * MINUTE)
})

/** Writes it, and waits for all that follows. */
async function writes(who: number, text: string, chat?: number): Promise<void> {
  await telegram.writes(who, text, chat)
  await world.settle()
}
async function presses(who: number, button: string, chat = who): Promise<void> {
  await telegram.presses(who, telegram.last(chat), button)
  await world.settle()
}
const labels = (chat: number): string[] =>
  telegram
    .last(chat)
    .buttons.flat()
    .map(({ text }) => text)

let people = 0
/** Someone with a feed, whose private chat is linked. */
async function linked(name: string): Promise<{ who: TestUser; chat: number }> {
  people += 1
  const who = await world.customer(`${name}${people}`, paid('photographers'))
  const chat = telegram.person(name)
  await writes(chat, `/start ${await linkTokenOf(who, 'telegram')}`)
  return { who, chat }
}
const addressesOf = async (who: TestUser) => (await who.asks('notices', 'getNoticeSettings', {})).settings.addresses

/** A message of the feed of which a notice came to a chat. */
async function notifyOf(chat: number, who: TestUser, text: string, by: number = chat): Promise<number> {
  await world.post(text)
  await world.settle()
  const id = await newestMessage(who)
  const at = text.indexOf('фотограф')
  const notice = sampleNotice({
    userId: who.userId,
    filter: { id: who.filterId, name: 'Дефолтная' },
    messages: [sampleMessage({ id, text, spans: [at, at + 9] })],
  })
  world.clock.advance(5_000)
  expect(await telegramChannel.send(world, await recipientOf(world, 'telegram', by), notice)).toMatchObject({
    state: 'sent',
  })
  return id
}

describe('a private chat', () => {
  it('is linked by the token of the link, once', async () => {
    const anna = await world.customer('anna')
    const link = await anna.asks('notices', 'startMessengerLink', { channel: 'telegram' })
    const token = new URL(link.url).searchParams.get('start') ?? ''
    expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(link).toEqual({
      url: `https://t.me/${BOT_NAME}?start=${token}`,
      appUrl: `tg://resolve?domain=${BOT_NAME}&start=${token}`,
      groupCommand: `/start@${BOT_NAME} ${token}`,
      expiresAt: new Date(world.clock.now().getTime() + 15 * MINUTE).toISOString(),
    })
    const chat = telegram.person('Анна')
    const browser = await anna.connects()
    await writes(chat, `/start ${token}`)
    expect(telegram.last(chat).text).toContain('Готово: чат привязан')
    expect(await addressesOf(anna)).toMatchObject([{ channel: 'telegram', title: 'Анна', group: false, endedAt: null }])
    await expect.poll(() => browser.heard['notices.changed'].length).toBeGreaterThan(0)
    // The same person again: nothing is wrong with that.
    await writes(chat, `/start ${token}`)
    expect(telegram.last(chat).text).toContain('Готово: чат привязан')
    // Someone else with it: it is used.
    const stranger = telegram.person('Чужой')
    await writes(stranger, `/start ${token}`)
    expect(telegram.last(stranger).text).toContain('Этот код уже использован')
    expect(await addressesOf(anna)).toHaveLength(1)
    expect(JSON.stringify(await world.db.selectFrom('noticeLinkTokens').selectAll().execute())).not.toContain(token)
  })

  it('is not linked by a token that is over, unknown, or of another messenger', async () => {
    const boris = await world.customer('boris')
    const token = await linkTokenOf(boris, 'telegram')
    const chat = telegram.person('Борис')
    world.clock.advance(15 * MINUTE)
    await writes(chat, `/start ${token}`)
    expect(telegram.last(chat).text).toContain('Код устарел')
    await writes(chat, '/start AAAAAAAAAAAAAAAAAAAAAA')
    expect(telegram.last(chat).text).toContain('Этот код не подошёл')
    expect(await addressesOf(boris)).toEqual([])
    await writes(chat, '/today')
    expect(telegram.last(chat).text).toContain('не привязан')
  })

  it('goes over to the account it is linked to last', async () => {
    const first = await linked('Вера')
    const second = await world.customer('vera-work')
    await writes(first.chat, `/start ${await linkTokenOf(second, 'telegram')}`)
    expect(await addressesOf(first.who)).toEqual([])
    expect(await addressesOf(second)).toMatchObject([{ title: 'Вера', endedAt: null }])
  })

  it('ends by /stop, by «стоп», and when the bot is blocked', async () => {
    const { who, chat } = await linked('Глеб')
    await writes(chat, '/stop')
    expect(telegram.last(chat).text).toContain('Чат отвязан')
    expect(await addressesOf(who)).toEqual([])
    await writes(chat, `/start ${await linkTokenOf(who, 'telegram')}`)
    await writes(chat, 'Стоп')
    expect(await addressesOf(who)).toEqual([])
    await writes(chat, `/start ${await linkTokenOf(who, 'telegram')}`)
    await telegram.blocks(chat)
    await world.settle()
    expect(await addressesOf(who)).toMatchObject([{ endedBecause: 'blocked' }])
  })

  it('is helped where it says what no one understands', async () => {
    const { chat } = await linked('Дина')
    for (const text of ['/help', 'как дела?', '/nothing', '<b>&']) {
      await writes(chat, text)
      expect(telegram.last(chat).text).toContain('/pause — ')
      expect(labels(chat)).toEqual(['Сегодня', 'Фильтры', 'Пауза', 'Помощь'])
    }
  })

  it('rests and goes on', async () => {
    const { who, chat } = await linked('Ева')
    const pausedUntil = async () =>
      (await who.asks('notices', 'getNoticeSettings', {})).settings.preferences.pausedUntil
    await writes(chat, '/pause')
    expect(labels(chat)).toEqual(['1 час', '3 часа', 'До утра', 'Сутки'])
    await presses(chat, '3 часа')
    expect(await pausedUntil()).toBe(new Date(world.clock.now().getTime() + 180 * MINUTE).toISOString())
    expect(telegram.last(chat).text).toContain('Уведомлений не будет до ')
    await presses(chat, 'Продолжить')
    expect(await pausedUntil()).toBeNull()
    await writes(chat, 'пауза до утра')
    // Quiet hours end at eight, in Moscow.
    expect(await pausedUntil()).toBe('2026-11-21T05:00:00.000Z')
    await writes(chat, '/pause когда-нибудь')
    expect(telegram.last(chat).text).toContain('Не понимаю, на сколько')
    await writes(chat, '/resume')
    expect(await pausedUntil()).toBeNull()
  })

  it('turns notices of filters on and off', async () => {
    const { who, chat } = await linked('Жанна')
    const { filter } = await who.asks('filters', 'createFilter', { name: 'Свадьбы <и> «всё»' })
    const modes = async () => {
      const { settings } = await who.asks('notices', 'getNoticeSettings', {})
      return settings.filters.map(({ name, rules }) => [name, rules.telegram.mode])
    }
    await writes(chat, '/filters')
    expect(labels(chat)).toEqual(['● Дефолтная: сразу', `○ ${filter.name}: нет`])
    await presses(chat, '○')
    expect(await modes()).toEqual([
      ['Дефолтная', 'now'],
      [filter.name, 'now'],
    ])
    await presses(chat, '● Дефолтная')
    expect(await modes()).toEqual([
      ['Дефолтная', 'off'],
      [filter.name, 'now'],
    ])
    expect(labels(chat)).toEqual(['○ Дефолтная: нет', `● ${filter.name}: сразу`])
    // A filter of someone else: refused, and nothing changes.
    const stranger = await world.customer('zoya')
    await telegram.pressesData(chat, telegram.last(chat), `r:${stranger.filterId}:1:0`)
    await world.settle()
    expect(telegram.answers.at(-1)?.text).toBe('Этого фильтра нет среди ваших.')
    expect(
      await world.db.selectFrom('noticeRules').selectAll().where('filterId', '=', stranger.filterId).execute(),
    ).toEqual([])
  })

  it('pages through more filters than stand on one screen', async () => {
    const { who, chat } = await linked('Зина')
    for (let at = 1; at <= 9; at += 1) await who.asks('filters', 'createFilter', { name: `Фильтр ${at}` })
    await writes(chat, 'фильтры')
    expect(labels(chat)).toHaveLength(9)
    await presses(chat, 'Дальше')
    expect(labels(chat)).toEqual(['○ Фильтр 8: нет', '○ Фильтр 9: нет', '← Раньше'])
    await presses(chat, '○ Фильтр 9')
    expect(labels(chat)).toEqual(['○ Фильтр 8: нет', '● Фильтр 9: сразу', '← Раньше'])
  })

  it('lists what came today as the feed does', async () => {
    const { who, chat } = await linked('Инна')
    await world.forgetMessages()
    await writes(chat, '/today')
    expect(telegram.last(chat).text).toContain('Дефолтная: ничего')
    for (const text of ['Ищу фотографа <срочно>', 'Нужен фотограф & видео', 'Кто знает фотографа?'])
      await world.post(text)
    await world.post('Вчера искали фотографа', { publishedAt: new Date('2026-11-19T10:00:00Z') })
    await world.settle()
    await writes(chat, 'сегодня')
    expect(telegram.last(chat).text).toContain('Дефолтная: 3 сообщения')
    expect(labels(chat)).toEqual(['1', '2', 'Открыть ленту'])
    await presses(chat, '2')
    expect(labels(chat)).toEqual(['В избранное', 'Не моё', 'Взять в работу', 'Открыть'])
    expect(telegram.last(chat).bold.some((part) => part.startsWith('фотограф'))).toBe(true)
    expect((await who.asks('feed', 'queryFeed', {})).total).toBe(4)
  })
})

describe('a press under a message', () => {
  it('puts it among the favourites, and takes it back; an open tab sees it at once', async () => {
    const { who, chat } = await linked('Катя')
    const id = await notifyOf(chat, who, 'Катя ищет, кто посоветует фотографа')
    const browser = await who.connects()
    await browser.asks('feed', 'setFeedListener', { filters: [{ filterId: who.filterId, since: 0 }] })
    const favorite = async () => (await who.asks('feed', 'getMessage', { id })).message.favorite
    await presses(chat, 'В избранное')
    expect(await favorite()).toBe(true)
    expect(telegram.answers.at(-1)?.text).toBe('В избранном')
    expect(labels(chat)).toEqual(['В избранном ✓', 'Не моё', 'Взять в работу', 'Открыть'])
    await expect
      .poll(() => browser.heard['feed.message'].some((each) => JSON.stringify(each).includes(`${id}`)))
      .toBe(true)
    await presses(chat, 'В избранном ✓')
    expect(await favorite()).toBe(false)
    expect(labels(chat)).toEqual(['В избранное', 'Не моё', 'Взять в работу', 'Открыть'])
  })

  it('takes it to work, and an open tab sees it at once', async () => {
    const { who, chat } = await linked('Лена')
    const id = await notifyOf(chat, who, 'Лене нужен фотограф сегодня')
    const browser = await who.connects()
    await browser.asks('feed', 'setFeedListener', { filters: [{ filterId: who.filterId, since: 0 }] })
    await presses(chat, 'Взять в работу')
    const { lead } = (await who.asks('feed', 'getMessage', { id })).message
    expect(lead).toMatchObject({ status: 'inWork', assignee: { id: who.userId } })
    expect(labels(chat)[2]).toMatch(/^В работе ✓ · /)
    await expect.poll(() => browser.heard['leads.changed'].length).toBeGreaterThan(0)
  })

  it('says that it is not theirs, and hides a word of it from the filter', async () => {
    const { who, chat } = await linked('Майя')
    await world.forgetMessages()
    for (const text of ['Аренда студии и фотограф на квартальную вечеринку', 'Фотограф, студия даром'])
      await world.post(text)
    const id = await notifyOf(chat, who, 'Жаль: фотограф уезжает, оборудование увозит, студия закрывается')
    await presses(chat, 'Не моё')
    expect((await who.asks('feed', 'getMessage', { id })).message.dislikes).toEqual([who.userId])
    expect(labels(chat)).toEqual([
      'В избранное',
      'Не моё ✓',
      'Взять в работу',
      'Открыть',
      '− уезжает',
      '− оборудование',
      '− увозит',
      '− закрывается',
      'Просто не моё',
    ])
    await presses(chat, '− оборудование')
    expect(telegram.answers.at(-1)).toEqual({
      text: 'За 30 дней слово «оборудование» скрыло бы 1 сообщение из 3',
      alert: false,
    })
    expect(labels(chat).slice(4)).toEqual(['Скрывать «оборудование»: 1 из 3', 'Не скрывать'])
    await presses(chat, 'Скрывать «')
    const { filters } = await who.asks('filters', 'listFilters', {})
    expect(filters[0]?.excludedWords).toEqual(['оборудование'])
    expect(labels(chat).slice(4)).toEqual(['Скрываем «оборудование» ✓'])
    expect((await who.asks('feed', 'queryFeed', {})).total).toBe(2)
    // Once more, as when the answer was lost: it stands there once.
    await telegram.repeats(telegram.lastUpdate)
    await world.settle()
    expect((await who.asks('filters', 'listFilters', {})).filters[0]?.excludedWords).toEqual(['оборудование'])
  })

  it('leaves it at that', async () => {
    const { who, chat } = await linked('Нина')
    const id = await notifyOf(chat, who, 'Нина продаёт фотографа оборудование')
    await presses(chat, 'Не моё')
    await presses(chat, 'Просто не моё')
    expect(labels(chat)).toEqual(['В избранное', 'Не моё ✓', 'Взять в работу', 'Открыть'])
    await presses(chat, 'Не моё ✓')
    expect((await who.asks('feed', 'getMessage', { id })).message.dislikes).toEqual([])
    expect(labels(chat)).toEqual(['В избранное', 'Не моё', 'Взять в работу', 'Открыть'])
  })

  it('may be of anyone’s making: only what the person may do is done', async () => {
    const { chat, who } = await linked('Оля')
    await notifyOf(chat, who, 'Оле нужен фотограф')
    const stranger = await world.customer('stranger-of-olya')
    const strangerChat = telegram.person('Чужой')
    await writes(strangerChat, `/start ${await linkTokenOf(stranger, 'telegram')}`)
    const id = await newestMessage(who)
    const message = telegram.last(strangerChat)
    for (const data of [
      `f:${id}:${who.filterId}`,
      `t:${id}:0`,
      `n:${id}:0`,
      `s:${id}:0`,
      `w:${id}:${who.filterId}:0123456789ab`,
    ]) {
      await telegram.pressesData(strangerChat, message, data)
      await world.settle()
      expect(telegram.answers.at(-1)?.text).toBe('Этого сообщения уже нет в вашей ленте.')
    }
    for (const data of [
      '',
      'f',
      'f:x:1',
      'f:1',
      'f:1:1:1',
      'f:99999999999999999999:1',
      'x:1:1:nothash',
      '{"press":"f:1:1"}',
      'r:1:2:0',
      'c:drop',
    ]) {
      await telegram.pressesData(chat, telegram.last(chat), data)
      await world.settle()
      expect(telegram.answers.at(-1)?.text).toBe('Эта кнопка устарела. Откройте ленту.')
    }
    const { message: after } = await who.asks('feed', 'getMessage', { id })
    expect(after).toMatchObject({ favorite: false, dislikes: [], lead: null })
    // Who is linked to no account is answered how to.
    const unknown = telegram.person('Неизвестный')
    await telegram.pressesData(unknown, telegram.last(chat), `f:${id}:0`)
    await world.settle()
    expect(telegram.answers.at(-1)?.text).toContain('Сначала привяжите свой Telegram')
  })
})

describe('a group chat of a team', () => {
  async function team() {
    const anna = await linked('Анна')
    const boris = await linked('Борис')
    const vika = await linked('Вика')
    await world.team(anna.who, boris.who, { userId: vika.who.userId, email: vika.who.email, right: 'view' })
    const group = telegram.group('Отдел продаж')
    const { groupCommand } = await anna.who.asks('notices', 'startMessengerLink', { channel: 'telegram' })
    await writes(anna.chat, groupCommand ?? '', group)
    return { anna, boris, vika, group }
  }

  it('is linked by the command, and buttons act as who presses them', async () => {
    const { anna, boris, group } = await team()
    expect(telegram.last(group).text).toContain('Готово: чат привязан')
    expect(await addressesOf(anna.who)).toContainEqual(
      expect.objectContaining({ title: 'Отдел продаж', group: true, endedAt: null }),
    )
    const id = await notifyOf(group, anna.who, 'Отделу нужен фотограф')
    await presses(anna.chat, 'В избранное', group)
    const [nameA, nameB] = [anna.who.email.split('@')[0] ?? '', boris.who.email.split('@')[0] ?? '']
    expect(labels(group)[0]).toBe(`В избранном ✓ · ${nameA}`)
    await presses(boris.chat, 'В избранном', group)
    expect(labels(group)[0]).toBe(`В избранном ✓ · ${nameA}, ${nameB}`)
    // The same person again: their name stands there once.
    await presses(boris.chat, 'В избранном', group)
    expect(labels(group)[0]).toBe(`В избранном ✓ · ${nameA}, ${nameB}`)
    for (const { who } of [anna, boris])
      expect((await who.asks('feed', 'getMessage', { id })).message.favorite).toBe(true)
    await presses(boris.chat, 'Взять в работу', group)
    expect(labels(group)[2]).toBe(`В работе ✓ · ${nameB}`)
    // Someone who has the message as it was before finds it taken.
    await telegram.pressesData(anna.chat, telegram.last(group), `t:${id}:0`)
    await world.settle()
    expect(telegram.answers.at(-1)?.text).toBe(`Уже в работе: ${nameB}`)
    expect((await anna.who.asks('feed', 'getMessage', { id })).message.lead?.assignee?.id).toBe(boris.who.userId)
  })

  it('knows no one who is not linked, and leaves talk alone', async () => {
    const { anna, group } = await team()
    const id = await notifyOf(group, anna.who, 'Группе нужен фотограф')
    const guest = telegram.person('Гость')
    await presses(guest, 'В избранное', group)
    expect(telegram.answers.at(-1)?.text).toContain('Сначала привяжите свой Telegram')
    expect((await anna.who.asks('feed', 'getMessage', { id })).message.favorite).toBe(false)
    const before = telegram.in(group).length
    await writes(guest, 'всем привет, стоп', group)
    await writes(anna.chat, `/stop@another_bot`, group)
    expect(telegram.in(group)).toHaveLength(before)
    await writes(guest, '/stop', group)
    expect(telegram.last(group).text).toContain('только тот, кто её привязал')
    await writes(anna.chat, '/filters', group)
    expect(telegram.last(group).text).toContain('личная настройка')
    // A group stays with who linked it first.
    const other = await world.customer('other-linker')
    await writes(guest, `/start@${BOT_NAME} ${await linkTokenOf(other, 'telegram')}`, group)
    expect(telegram.last(group).text).toContain('уже привязана к другому аккаунту')
    await writes(anna.chat, '/stop', group)
    expect(telegram.last(group).text).toContain('Чат отвязан')
  })

  it('refuses in words what a right to look does not allow', async () => {
    const anna = await world.customer('anna-of-team', paidForTeam('plumbers'))
    const vika = await world.customer('vika-who-looks')
    const chat = telegram.person('Вика')
    await writes(chat, `/start ${await linkTokenOf(vika, 'telegram')}`)
    await world.looksFor('plumbers', 'сантехник')
    await world.team(anna, { userId: vika.userId, email: vika.email, right: 'view' })
    await world.post('Нужен сантехник на завтра')
    await world.settle()
    const { messages } = await vika.asks('feed', 'queryFeed', {})
    const [seen] = messages
    expect(messages).toHaveLength(1)
    if (!seen) throw new Error('the message of the team is not seen')
    const notice = sampleNotice({
      userId: vika.userId,
      filter: { id: vika.filterId, name: 'Дефолтная' },
      messages: [sampleMessage({ id: seen.id })],
    })
    expect(await telegramChannel.send(world, await recipientOf(world, 'telegram', chat), notice)).toMatchObject({
      state: 'sent',
    })
    await presses(chat, 'Взять в работу')
    expect(telegram.answers.at(-1)?.text).toMatch(/прав/)
    expect((await vika.asks('feed', 'getMessage', { id: seen.id })).message.lead).toBeNull()
  })

  it('is found under its new number when Telegram reported it only as it was written to', async () => {
    const { anna, group } = await team()
    const larger = await telegram.grows(group, { announces: false })
    await notifyOf(group, anna.who, 'Выросшей группе нужен фотограф')
    expect(telegram.last(larger).text).toContain('Выросшей группе нужен фотограф')
    expect(await addressesOf(anna.who)).toContainEqual(
      expect.objectContaining({ title: 'Отдел продаж', endedAt: null }),
    )
    expect((await recipientOf(world, 'telegram', larger)).userId).toBe(anna.who.userId)
  })

  it('ends when the bot is sent away, and goes on when it becomes a larger one', async () => {
    const { anna, group } = await team()
    const larger = await telegram.grows(group)
    await world.settle()
    expect(await notifyOf(larger, anna.who, 'Большой группе нужен фотограф')).toBeGreaterThan(0)
    await telegram.throwsOut(larger, anna.chat)
    await world.settle()
    expect(await addressesOf(anna.who)).toContainEqual(
      expect.objectContaining({ title: 'Отдел продаж', endedBecause: 'left' }),
    )
  })
})
