/** Notices by e-mail, from what is handed to the channel to what a mail server gets. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSmtpSimulator, type SmtpSimulator } from '../../../../kit/mail/smtp.simulator.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import type { NoticeMessage } from '../../../reading/feed/feed.public.ts'
import type { Notice } from '../channels/channel.ts'
import { emailChannel } from '../channels/email.ts'
import { excerptOf } from './excerpt.ts'
import { readLink } from './link-token.ts'
import { noticeLetter } from './notice-letter.ts'

const TEXT = 'Девочки, посоветуйте фотографа на свадьбу в июне!\n\nБюджет до 40 тысяч.'
const message = (more: Partial<NoticeMessage> = {}): NoticeMessage => ({
  id: 12,
  text: TEXT,
  spans: [9, 29],
  network: 'vk',
  groupName: 'Мамы Тулы',
  authorName: 'Мария Петрова',
  place: 'Тула',
  level: 'hot',
  publishedAt: new Date('2026-11-20T11:05:00Z'),
  ...more,
})
const notice = (more: Partial<Notice> = {}): Notice => ({
  id: 1,
  kind: 'messages',
  userId: 1,
  timeZone: 'Asia/Omsk',
  filter: { id: 7, name: 'Фотографы' },
  count: 1,
  messages: [message()],
  alarm: null,
  createdAt: new Date('2026-11-20T11:06:00Z'),
  ...more,
})
const alarm = { kind: 'silence' as const, title: 'Фильтр молчит', text: 'Первое.\nВторое.', url: '/feed?filter=7' }
const addresses = {
  siteUrl: 'https://echolot.example',
  supportEmail: 'help@echolot.example',
  sign: (linked: object) => Object.values(linked).join('-'),
}
const many = (count: number, more: (place: number) => Partial<NoticeMessage> = () => ({})) =>
  Array.from({ length: count }, (_, place) => message({ id: place + 1, ...more(place) }))
const written = (more: Partial<Notice>, to = addresses) => {
  const drawn = noticeLetter(notice(more), to)
  if (!drawn) throw new Error('nothing was written')
  return drawn
}

describe('what stands in a letter', () => {
  it('of one message: all there is to know of it, with its words and its ways', () => {
    const { letter } = written({})
    expect(letter).toMatchObject({
      subject: 'Фотографы: Девочки, посоветуйте фотографа на свадьбу в июне! Бюджет до…',
      title: 'Новое сообщение: Фотографы',
      paragraphs: [],
      preheader: expect.stringMatching(/^20 ноября, 17:05 · ВКонтакте · Девочки/),
      button: { title: 'Открыть ленту', url: 'https://echolot.example/feed?filter=7' },
    })
    expect(letter.cards).toEqual([
      {
        badge: { title: 'Горячий', hot: true },
        place: 'ВКонтакте · Мамы Тулы',
        time: '20 ноября, 17:05',
        text: TEXT,
        marks: [9, 29],
        from: 'Мария Петрова · Тула',
        open: { title: 'Открыть', url: 'https://echolot.example/feed?filter=7&message=12' },
        actions: [
          { title: 'Взять в работу', url: 'https://echolot.example/notice#take-12-false' },
          { title: 'В избранное', url: 'https://echolot.example/notice#favorite-12-false' },
          { title: 'Не моё', url: 'https://echolot.example/notice#notMine-12-false' },
        ],
      },
    ])
  })

  it('of many: the first of them, how many more there are, and where', () => {
    const { letter } = written({
      kind: 'digest',
      count: 22,
      messages: many(15, (place) => ({ level: place ? 'cold' : 'warm' })),
    })
    expect(letter).toMatchObject({
      subject: '22 новых: Фотографы',
      title: '22 новых: Фотографы',
      paragraphs: ['Сначала самые горячие.'],
      button: { title: 'Ещё 12 в ленте', url: 'https://echolot.example/feed?filter=7' },
    })
    expect(letter.cards?.map(({ badge }) => badge?.title)).toEqual(['Тёплый', ...Array.from({ length: 9 })])
  })

  it('of what is gone by now nothing is written; of what is left, that', () => {
    expect(noticeLetter(notice({ messages: [] }), addresses)).toBeNull()
    expect(written({ count: 3, messages: many(1) }).letter).toMatchObject({
      title: '3 новых: Фотографы',
      button: { title: 'Ещё 2 в ленте' },
    })
  })

  it('what is not known is left out, and of a long message what surrounds its words is shown', () => {
    const long = `${'Вступление, которое никому не нужно. '.repeat(30)}Нужен фотограф. ${'И ещё немного слов. '.repeat(60)}`
    const at = long.indexOf('фотограф')
    const { letter } = written({
      count: 2,
      messages: many(2, () => ({
        text: long,
        spans: [at, at + 8],
        groupName: null,
        authorName: null,
        place: null,
        level: 'cold',
      })),
    })
    const [card] = letter.cards ?? []
    expect(card).toMatchObject({ badge: null, place: 'ВКонтакте', from: '' })
    expect(card?.text).toMatch(/^….+ фотограф\. .+…$/)
    expect(card?.text.length).toBeLessThanOrEqual(422)
    expect(card?.text.slice(card.marks[0], card.marks[1])).toBe('фотограф')
  })

  it('of an alarm: what is wrong, and where to', () => {
    const { letter, headers } = written({ kind: 'alarm', filter: null, count: 0, messages: [], alarm })
    expect(letter).toMatchObject({
      subject: 'Фильтр молчит',
      paragraphs: ['Первое.', 'Второе.'],
      button: { title: 'Открыть фильтр', url: 'https://echolot.example/feed?filter=7' },
    })
    expect(headers['list-unsubscribe']).toContain('unsubscribe-silence-false')
    expect(
      written({ kind: 'alarm', alarm: { ...alarm, url: 'https://echolot.example/order' } }).letter.button?.url,
    ).toBe('https://echolot.example/order')
  })

  it('one that tries whether letters come is no mailing', () => {
    const { letter, headers } = written({ kind: 'test', filter: null, count: 0, messages: [] })
    expect([letter.subject, headers]).toEqual(['Проверка уведомлений', {}])
  })

  it('says how to unsubscribe, by one click where that can be asked for', () => {
    expect(written({}).headers).toEqual({
      'list-unsubscribe':
        '<https://echolot.example/api/notices/unsubscribe?token=unsubscribe-7-false>, <mailto:help@echolot.example?subject=unsubscribe>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      precedence: 'bulk',
      'feedback-id': '7:messages:notices:echolot',
      'x-postmaster-msgtype': 'notice-messages',
    })
    const plain = written({}, { ...addresses, siteUrl: 'http://127.0.0.1:3000', supportEmail: '' }).headers
    expect(plain['list-unsubscribe']).toBe('<http://127.0.0.1:3000/api/notices/unsubscribe?token=unsubscribe-7-false>')
    expect(plain).not.toHaveProperty('list-unsubscribe-post')
  })
})

describe('an excerpt', () => {
  it('keeps whole what is short, and never cuts a letter in two', () => {
    expect(excerptOf('коротко', [0, 7], 10)).toEqual({ text: 'коротко', spans: [0, 7] })
    expect(excerptOf('🙂'.repeat(10), [], 5)).toEqual({ text: `${'🙂'.repeat(2)}…`, spans: [] })
    expect(excerptOf('а б в г д е', [0, 1, 10, 11], 5)).toEqual({ text: 'а б в…', spans: [0, 1] })
  })

  it('of any text is no longer than asked for, and marks what was marked', () => {
    const signs = ['а', 'б', 'в', ' ', ' ', '\n', '🙂', 'x', 'y', 'z']
    let seed = 7
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: next(900) }, () => signs[next(signs.length)]).join('')
      const start = next(text.length + 1)
      const spans = start < text.length ? [start, Math.min(text.length, start + 1 + next(20))] : []
      const most = 200 + next(200)
      const shown = excerptOf(text, spans, most)
      expect(shown.text.length).toBeLessThanOrEqual(most + 2)
      expect(shown.text.isWellFormed()).toBe(true)
      const marked = ({ text: whole, spans: [from = 0, to = 0] }: { text: string; spans: number[] }) =>
        whole.slice(from, to)
      expect(marked(shown)).toBe(marked({ text, spans }))
      expect(text).toContain(shown.text.replace(/^…/, '').replace(/…$/, ''))
    }
  })
})

describe('over the outbox', () => {
  let smtp: SmtpSimulator
  let world: TestWorld
  let anna: TestUser
  beforeAll(async () => {
    smtp = await openSmtpSimulator({ user: 'echolot', password: 'right' })
    world = await openTestWorld({
      config: {
        siteUrl: 'https://echolot.example',
        supportEmail: 'help@echolot.example',
        mail: { smtpUrl: smtp.url, requireTls: false, from: 'Эхолот <noreply@echolot.example>' },
      },
    })
    anna = await world.customer('anna', paid('photographers'))
  })
  afterAll(async () => {
    await world.close()
    await smtp.close()
  })
  beforeEach(() => void (smtp.delivered.length = 0))

  const send = (deliveryId: number, more: Partial<Notice> = {}) =>
    emailChannel.send(
      world,
      { deliveryId, addressId: null, address: anna.email, userId: anna.userId },
      notice({ userId: anna.userId, filter: { id: anna.filterId, name: 'Всё' }, ...more }),
    )

  it('the same delivery handed over twice is one letter, with its headers in lines that are whole', async () => {
    expect(emailChannel.available(world)).toBe(true)
    expect(await Promise.all([send(1), send(1)])).toEqual([{ state: 'sent' }, { state: 'sent' }])
    expect(await send(1)).toEqual({ state: 'sent' })
    await send(2)
    await world.settle()
    expect(smtp.delivered).toHaveLength(2)
    const [{ to, email } = { to: [], email: null }] = smtp.delivered
    const header = (name: string) => email?.headers.find(({ key }) => key === name)?.value
    expect(to).toEqual(['anna@example.ru'])
    expect(header('list-unsubscribe')).toMatch(
      /^<https:\/\/echolot\.example\/api\/notices\/unsubscribe\?token=[\w.-]{30,80}>, <mailto:help@echolot\.example\?subject=unsubscribe>$/,
    )
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect([header('precedence'), header('auto-submitted')]).toEqual(['bulk', 'auto-generated'])
    expect(email?.messageId).toMatch(/^<letter-\d+-\d+@echolot\.example>$/)
    const [, token = ''] = /token=([\w.-]+)/.exec(header('list-unsubscribe') ?? '') ?? []
    expect(readLink(world, token)).toEqual({
      userId: anna.userId,
      linked: { action: 'unsubscribe', filterId: anna.filterId, back: false },
    })
    expect(await world.db.selectFrom('letters').select(['html', 'plain', 'headers']).execute()).toEqual([
      { html: null, plain: null, headers: null },
      { html: null, plain: null, headers: null },
    ])
  })

  it('reads well without HTML, and in HTML nothing of a message becomes a part of it', async () => {
    const nasty = '<img src=x onerror=alert(1)>"\'& </td></table><script>'
    await send(3, {
      count: 2,
      filter: { id: anna.filterId, name: nasty },
      messages: [
        message({ text: nasty, spans: [0, 4, 5, 8], groupName: nasty, authorName: nasty, place: nasty }),
        message({ spans: [9, 4, 60, 9_000, 3, 5] }),
      ],
    })
    await world.settle()
    const { text = '', html = '', subject } = smtp.delivered[0]?.email ?? {}
    expect(html).not.toMatch(/<img|<script|<\/table><script/)
    expect(html).toContain('&lt;img')
    expect(subject).toBe(`2 новых: ${nasty}`)
    expect(text).toContain(
      `Горячий · ВКонтакте · Мамы Тулы · 20 ноября, 17:05\n${TEXT}\nМария Петрова · Тула\nОткрыть:\nhttps://echolot.example/feed?filter=${anna.filterId}&message=12`,
    )
    expect(text).toMatch(/Больше не присылать:\nhttps:\/\/echolot\.example\/notice#[\w.-]+\nНастроить уведомления:\n/)
  })

  it('is short enough for every mail service, whatever stands in the messages', async () => {
    await send(4, {
      count: 400,
      messages: many(20, () => ({ text: '\'"&<>'.repeat(2_000), spans: Array.from({ length: 400 }, (_, at) => at) })),
    })
    await world.settle()
    const { html = '' } = smtp.delivered[0]?.email ?? {}
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(90_000)
    expect(html).toMatch(/Ещё 39\d в ленте/)
  })

  it('who wants no more letters by the time it is sent gets none, nor does anyone get one of nothing', async () => {
    expect(await send(5, { messages: [] })).toEqual({
      state: 'failed',
      reason: 'Сообщений, о которых оно было, в ленте уже нет',
    })
    await anna.asks('notices', 'setNoticeRule', {
      filterId: anna.filterId,
      channel: 'email',
      mode: 'off',
      hour: 9,
      weekdays: [1],
      level: 'cold',
      smallest: 1,
    })
    await anna.asks('notices', 'setNoticePreferences', { alarms: { silence: ['telegram'] } })
    const stopped = { state: 'failed', reason: 'Вы отписались от этих писем' }
    expect(await send(6)).toEqual(stopped)
    expect(await send(7, { kind: 'alarm', filter: null, messages: [], count: 0, alarm })).toEqual(stopped)
    expect(await send(8, { kind: 'test', messages: [], count: 0 })).toEqual({ state: 'sent' })
    await world.settle()
    expect(smtp.delivered.map(({ email }) => email.subject)).toEqual(['Проверка уведомлений'])
  })
})

it('where no letter can leave and no one could read it, there is no such channel', () => {
  const config = (production: boolean, smtpUrl: string) =>
    ({ config: { production, mail: { smtpUrl } } }) as Parameters<typeof emailChannel.available>[0]
  expect(emailChannel.available(config(true, ''))).toBe(false)
  expect(emailChannel.available(config(true, 'smtp://relay'))).toBe(true)
  expect(emailChannel.available(config(false, ''))).toBe(true)
})
