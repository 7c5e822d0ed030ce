/** What is handed to Telegram, and what becomes of it; against a Bot API that refuses what the real one does. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, SECOND } from '../../../../kit/clock.ts'
import { StandingClock } from '../../../../testing/standing-clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { silentLog } from '../../../../kit/log.ts'
import { sampleMessage, sampleNotice } from '../bot/messengers.samples.ts'
import type { Sent } from './channel.ts'
import { telegramChannel } from './telegram.ts'
import { BOT_TOKEN, simulateBotApi, type BotApiSimulator } from './telegram/bot-api.simulator.ts'
import { drawHtml, drawKeyboard } from './telegram/draw-html.ts'
import { readHtml } from './telegram/read-html.simulator.ts'

let telegram: BotApiSimulator
let clock: StandingClock
let ctx: AppContext
beforeEach(async () => {
  clock = new StandingClock()
  telegram = await simulateBotApi({ now: () => clock.now(), strict: true })
  ctx = contextOf({ token: BOT_TOKEN })
})
afterEach(() => telegram.close())

/** As much of a process as a channel needs that meets no group that moved. */
const contextOf = ({ token, siteUrl = 'https://echolot.example' }: { token: string; siteUrl?: string }): AppContext =>
  ({
    clock,
    log: silentLog,
    bus: {},
    config: { siteUrl, telegramBot: { token, url: telegram.url, updates: 'poll', secret: '' } },
  }) as unknown as AppContext

const send = (chat: number, notice = sampleNotice(), context = ctx): Promise<Sent> =>
  telegramChannel.send(
    context,
    { deliveryId: 1, addressId: 1, address: { chat: String(chat), by: null }, userId: 1 },
    notice,
  )

describe('what is sent', () => {
  it('is one message, with its words marked and what can be done with it', async () => {
    const chat = telegram.person('Анна')
    const text = 'Кто <знает> фотографа & видеографа? 💍'
    const at = text.indexOf('фотографа')
    const notice = sampleNotice({ messages: [sampleMessage({ id: 12, text, spans: [at, at + 9] })] })
    expect(await send(chat, notice)).toEqual({ state: 'sent', externalId: String(telegram.last(chat).id) })
    expect(telegram.last(chat)).toMatchObject({
      text: `Фотографы · Горячий · ВКонтакте · Подслушано · Омск\n\n${text}\n\nМария · 14:55`,
      bold: ['Фотографы · Горячий · ВКонтакте · Подслушано · Омск', 'фотографа'],
      preview: false,
      buttons: [
        [
          { text: 'В избранное', callback_data: 'f:12:7' },
          { text: 'Не моё', callback_data: 'n:12:7' },
        ],
        [
          { text: 'Взять в работу', callback_data: 't:12:7' },
          { text: 'Открыть', url: 'https://echolot.example/feed?message=12' },
        ],
      ],
    })
  })

  it('is a list where there are several, with a way to the feed', async () => {
    const chat = telegram.person('Анна')
    const messages = Array.from({ length: 10 }, (_, at) =>
      sampleMessage({ id: 100 + at, text: `Текст ${at}\n`.repeat(90) }),
    )
    await send(chat, sampleNotice({ kind: 'digest', count: 37, messages }))
    const { text, buttons } = telegram.last(chat)
    expect(text).toMatch(/^37 новых: Фотографы\n\n1\. Горячий/)
    expect(text).toMatch(/и ещё 27$/)
    expect(buttons.map((row) => row.map((button) => button.text))).toEqual([
      ['1', '2', '3', '4', '5'],
      ['6', '7', '8', '9', '10'],
      ['Открыть ленту'],
    ])
    expect(buttons.flat()[0]?.callback_data).toBe('s:100:7')
    expect(buttons.at(-1)?.[0]?.url).toBe('https://echolot.example/feed?filter=7')
  })

  it('is an alarm, or a test', async () => {
    const chat = telegram.person('Анна')
    const alarm = { kind: 'silence', title: 'Фильтр молчит', text: 'Три дня', url: '/feed?filter=7' } as const
    await send(chat, sampleNotice({ kind: 'alarm', messages: [], count: 0, alarm }))
    expect(telegram.last(chat)).toMatchObject({
      text: 'Фильтр молчит\nТри дня',
      buttons: [[{ text: 'Открыть', url: 'https://echolot.example/feed?filter=7' }]],
    })
    clock.advance(SECOND)
    await send(chat, sampleNotice({ kind: 'test', messages: [], count: 0, filter: null }))
    expect(telegram.last(chat).text).toContain('Проверка уведомлений')
  })

  it.each([
    ['nothing', ''],
    ['spaces', ' \n '],
    ['very long words', 'щ'.repeat(20_000)],
    ['very many words', 'слово '.repeat(4_000)],
    ['signs of two units', '💍'.repeat(6_000)],
    ['marks', '<b>&lt;</b>&&<script>'.repeat(900)],
  ])('is taken where the text is %s', async (_, text) => {
    const chat = telegram.person('Анна')
    const spans = text.length > 4_000 ? [10, 20, 2_790, 2_820, 3_990, 4_000] : []
    const messages = [sampleMessage({ text, spans, groupName: '<Группа> & Ко'.repeat(30) })]
    expect(await send(chat, sampleNotice({ messages }))).toMatchObject({ state: 'sent' })
    clock.advance(SECOND)
    const many = Array.from({ length: 10 }, (_each, id) => sampleMessage({ id, text, spans }))
    expect(await send(chat, sampleNotice({ messages: many }))).toMatchObject({ state: 'sent' })
    expect(telegram.last(chat).text).not.toMatch(/\p{Surrogate}/u)
  })

  it('leads nowhere where the site has no name Telegram would take', async () => {
    const chat = telegram.person('Анна')
    const local = contextOf({ token: BOT_TOKEN, siteUrl: 'http://localhost:4000' })
    expect(await send(chat, sampleNotice(), local)).toMatchObject({ state: 'sent' })
    expect(
      telegram
        .last(chat)
        .buttons.flat()
        .map(({ text }) => text),
    ).toEqual(['В избранное', 'Не моё', 'Взять в работу'])
  })
})

describe('what becomes of it', () => {
  it.each([
    ['blocked', 'blocked'],
    ['deactivated', 'gone'],
    ['kicked', 'left'],
    ['no rights', 'blocked'],
  ] as const)('a chat that is %s ends as %s', async (why, because) => {
    const chat = telegram.person('Анна')
    telegram.closes(chat, why)
    expect(await send(chat)).toEqual({ state: 'gone', because })
  })

  it('a chat that is not known is gone', async () => {
    expect(await send(1)).toEqual({ state: 'gone', because: 'gone' })
  })

  it('waits for as long as Telegram asks', async () => {
    const chat = telegram.person('Анна')
    telegram.faults.add('sendMessage', { status: 429, retryAfter: 17 })
    expect(await send(chat)).toEqual({ state: 'later', afterMs: 17_000, of: 'chat' })
  })

  it('is tried again after an error of Telegram’s own', async () => {
    const chat = telegram.person('Анна')
    telegram.faults.add('sendMessage', { status: 502 })
    await expect(send(chat)).rejects.toThrow()
    clock.advance(SECOND)
    expect(await send(chat)).toMatchObject({ state: 'sent' })
  })

  it('rests as a whole where the key is wrong, and shows no one the key', async () => {
    const other = contextOf({ token: '7654321:another' })
    expect(await send(telegram.person('Анна'), sampleNotice(), other)).toMatchObject({ state: 'later', of: 'channel' })
  })
})

describe('the rate limit', () => {
  /** Sends all of them, waiting as it is told; in the time of the clock. */
  async function sendAll(chats: number[]): Promise<number> {
    const began = clock.now().getTime()
    for (const chat of chats) {
      for (;;) {
        const sent = await send(chat)
        if (sent.state !== 'later') break
        clock.advance(sent.afterMs)
      }
    }
    return (clock.now().getTime() - began) / SECOND
  }

  it('is a message a second to a chat, twenty a minute to a group, below thirty a second in all', async () => {
    expect(await sendAll(Array<number>(10).fill(telegram.person('Анна')))).toBe(9)
    clock.advance(DAY)
    expect(await sendAll(Array<number>(45).fill(telegram.group('Отдел')))).toBeGreaterThanOrEqual(120)
    clock.advance(DAY)
    const many = Array.from({ length: 100 }, (_, at) => telegram.person(`Человек ${at}`))
    expect(await sendAll(many)).toBe(3)
    // Telegram itself had nothing to refuse.
    expect(telegram.tooFast).toBe(0)
    expect(telegram.messages).toHaveLength(155)
  })
})

describe('HTML', () => {
  it('says what the pieces say, whatever is written in them', () => {
    const pieces = [{ text: 'a<b>&"\'</b>' }, { text: '<i>&amp;', bold: true as const }, { text: '\u0000\u200F>' }]
    expect(readHtml(drawHtml(pieces))).toEqual({ text: pieces.map(({ text }) => text).join(''), bold: ['<i>&amp;'] })
  })

  it('ends where a message of Telegram does', () => {
    expect(readHtml(drawHtml([{ text: '<'.repeat(4_095) }, { text: '💍💍', bold: true }]))).toEqual({
      text: '<'.repeat(4_095),
      bold: [],
    })
  })

  it('has no empty rows of buttons', () => {
    expect(drawKeyboard([[{ text: 'x', url: 'http://localhost/' }], [{ text: 'y', press: 'f:1:1' }]])).toEqual({
      inline_keyboard: [[{ text: 'y', callback_data: 'f:1:1' }]],
    })
  })
})
