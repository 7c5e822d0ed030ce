import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchOf, matched } from '../../testing/made-batch.ts'
import { openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import type { RawMessage } from '../receive/shared/source.ts'
import { openStore } from '../store/store.ts'
import { cleanText, MAX_TEXT, normalise } from './normalise.ts'

const now = new Date('2026-11-20T12:00:00Z')
const raw = (more: Partial<RawMessage> = {}): RawMessage => ({
  network: 'vk',
  externalId: '1',
  kind: 'post',
  publishedAt: new Date('2026-11-20T11:00:00Z'),
  text: 'Ищу фотографа',
  ...more,
})

describe('text', () => {
  it.each([
    ['as it is', 'Ищу фотографа', 'Ищу фотографа'],
    ['NUL and other control characters', 'Ищу\u0000 \u0008фото\u001fграфа\u000b', 'Ищу фотографа'],
    ['tabs and lines stay', 'раз\tдва\nтри', 'раз\tдва\nтри'],
    ['line ends of Windows and old Macs', 'раз\r\nдва\rтри', 'раз\nдва\nтри'],
    ['space around', ' \u00a0\n Ищу \n', 'Ищу'],
    ['a lone high surrogate', 'Ищу \ud83d фото', 'Ищу \ufffd фото'],
    ['a lone low surrogate', 'Ищу \ude00 фото', 'Ищу \ufffd фото'],
    ['a whole pair', 'Ищу 😀', 'Ищу 😀'],
  ])('%s', (_, text, clean) => expect(cleanText(text)).toBe(clean))

  it('is cut at the longest a network gives, and no pair is cut in two', () => {
    expect(cleanText('я'.repeat(5_000_000))).toHaveLength(MAX_TEXT)
    const cut = cleanText(`${'я'.repeat(MAX_TEXT - 1)}😀`)
    expect(cut).toHaveLength(MAX_TEXT)
    expect(cut.isWellFormed()).toBe(true)
  })

  it.each(['', ' \n ', '\u0000\u0000'])('a message without any is none, but a deletion is one: %j', (text) => {
    expect(normalise(raw({ text }), now)).toBeNull()
    expect(normalise(raw({ text, deleted: true }), now)).toMatchObject({ text: '', deleted: true })
  })
})

describe('time', () => {
  it.each([
    ['as it is', new Date('2020-01-01T00:00:00Z'), '2020-01-01T00:00:00.000Z'],
    ['none', null, now.toISOString()],
    ['invalid', new Date('yesterday'), now.toISOString()],
    ['in the future', new Date('2030-01-01T00:00:00Z'), now.toISOString()],
    ['of a clock that was never set', new Date(0), now.toISOString()],
    ['before all calendars', new Date(-8.64e15), now.toISOString()],
  ])('%s', (_, publishedAt, sane) => {
    expect(normalise(raw({ publishedAt }), now)?.publishedAt.toISOString()).toBe(sane)
    if (publishedAt) expect(normalise(raw({ editedAt: publishedAt }), now)?.editedAt?.toISOString()).toBe(sane)
  })
})

describe('links', () => {
  it.each([
    ['https://vk.com/wall-1_2', 'https://vk.com/wall-1_2'],
    ['http://пример.рф/запись', 'http://пример.рф/запись'],
    ['javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['\u0001javascript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,<script>', null],
    ['file:///etc/passwd', null],
    ['https://vk.com/\u0000', null],
    ['vk.com/wall-1_2', null],
    [`https://vk.com/${'a'.repeat(3_000)}`, null],
    ['', null],
    [null, null],
  ])('%j', (url, clean) => {
    expect(normalise(raw({ url }), now)?.url).toBe(clean)
    expect(normalise(raw({ author: { externalId: '1', name: 'Мария', url, avatar: url } }), now)?.author).toMatchObject(
      { url: clean, avatar: clean },
    )
  })
})

describe('names', () => {
  it('are one line, not too long, and never empty', () => {
    const author = (name: string) => normalise(raw({ author: { externalId: 'u\u00001', name } }), now)?.author?.name
    expect(author(' Мария \n\t Иванова ')).toBe('Мария Иванова')
    expect(author('Я'.repeat(1_000))).toHaveLength(200)
    expect(author(' \u0000 ')).toBe('u1')
  })
  it('nobody and nowhere are left out', () => {
    const message = normalise(
      raw({ author: { externalId: '\u0000', name: 'Мария' }, group: { externalId: '', name: 'Подслушано' } }),
      now,
    )
    expect(message).toMatchObject({ author: null, group: null })
  })
  it('a message without a name is none', () => expect(normalise(raw({ externalId: ' \u0000' }), now)).toBeNull())
  it('names too long to be kept stay different', () => {
    const [one, other] = ['1', '2'].map(
      (end) => normalise(raw({ externalId: 'x'.repeat(3_000) + end }), now)?.externalId,
    )
    expect(one).not.toBe(other)
    expect(one?.length).toBeLessThanOrEqual(200)
  })
  it.each([
    [12, 12],
    [Number.NaN, null],
    [-1, null],
    [1.5, null],
    [1e300, null],
    [undefined, null],
  ])('followers %s', (followers, clean) => {
    expect(
      normalise(raw({ group: { externalId: '1', name: 'Подслушано', followers: followers ?? null } }), now)?.group
        ?.followers,
    ).toBe(clean)
  })
})

describe('where it was written', () => {
  it.each([
    ['vk', 'post', 'community'],
    ['ok', 'comment', 'community'],
    ['telegram', 'post', 'channel'],
    ['telegram', 'comment', 'chat'],
    ['youtube', 'comment', 'channel'],
    ['rss', 'post', 'site'],
    ['bluesky', 'post', 'person'],
    ['mastodon', 'post', 'person'],
    ['mixed', 'post', 'community'],
  ] as const)('%s, %s: %s unless it is given', (network, kind, sourceKind) => {
    const group = { externalId: '1', name: 'Подслушано' }
    expect(normalise(raw({ network, kind, group }), now)).toMatchObject({ sourceKind, group: { kind: null } })
    expect(normalise(raw({ network, kind, group: { ...group, kind: 'chat' } }), now)).toMatchObject({
      sourceKind: 'chat',
      group: { kind: 'chat' },
    })
    expect(
      normalise(raw({ network, kind, group: null, author: { externalId: '2', name: 'Мария' } }), now)?.sourceKind,
    ).toBe('person')
    expect(normalise(raw({ network, kind, group: null, author: null }), now)?.sourceKind).toBe(sourceKind)
  })
})

describe('whatever passes', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world.close())

  it('the database takes', async () => {
    const nasty = 'а\u0000б\ud800в\u0007"{}\\\'%_'
    const person = {
      externalId: nasty,
      name: nasty,
      url: `https://vk.com/${nasty}`,
      avatar: `data:image/svg+xml,${nasty}`,
      city: nasty,
    }
    const message = normalise(
      raw({
        externalId: nasty,
        text: nasty,
        url: `https://vk.com/?${nasty}`,
        publishedAt: new Date(-8.64e15),
        editedAt: new Date(Number.NaN),
        author: person,
        group: { ...person, followers: Number.MAX_VALUE },
      }),
      now,
    )
    if (!message) throw new Error('nothing is left')
    const hits = [
      {
        productType: 'category' as const,
        productId: 1,
        keyword: nasty.toWellFormed().replaceAll('\u0000', ''),
        spans: [[0, 1] as [number, number]],
        suppressedBy: null,
      },
    ]
    const made = matched('1', message.text)
    const stored = await openStore(world.database, world.clock).store(
      batchOf([{ ...made, message, hits, terms: () => [message.text, '', 'null', '"', '\\'] }]),
    )
    expect(stored).toMatchObject({ messages: 1, items: 1 })
    const row = await world.database.db.selectFrom('messages').select(['text', 'terms']).executeTakeFirstOrThrow()
    expect(row).toEqual({ text: message.text, terms: [message.text, '', 'null', '"', '\\'] })
  })
})
