import { expect, it } from 'vitest'
import { parseFileMessage } from './file-message.ts'

const line = (more: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: 'a1',
    network: 'vk',
    kind: 'post',
    createdAt: '2023-04-07T05:54:43Z',
    authorId: 'u1',
    groupId: 'g1',
    text: 'Ищу фотографа',
    source: 'x',
    ...more,
  })
const mistakeOf = (text: string) => {
  const parsed = parseFileMessage(text)
  return 'mistake' in parsed ? parsed.mistake : null
}

it('is a message with its author and group', () => {
  expect(parseFileMessage(line())).toEqual({
    message: {
      network: 'vk',
      externalId: 'a1',
      kind: 'post',
      publishedAt: new Date('2023-04-07T05:54:43Z'),
      text: 'Ищу фотографа',
      author: { externalId: 'u1', name: 'u1' },
      group: { externalId: 'g1', name: 'g1' },
    },
  })
})

it.each([
  [{ createdAt: null }, { publishedAt: null }],
  [{ createdAt: undefined }, { publishedAt: null }],
  [{ createdAt: '2023-04-07' }, { publishedAt: new Date('2023-04-07T00:00:00Z') }],
  [{ createdAt: '2023-04-07T05:54' }, { publishedAt: new Date('2023-04-07T05:54:00Z') }],
  [{ createdAt: '2023-04-07T05:54:43.120+03:00' }, { publishedAt: new Date('2023-04-07T02:54:43.120Z') }],
  [{ id: 17 }, { externalId: '17' }],
  [
    { authorId: null, groupId: undefined },
    { author: null, group: null },
  ],
  [
    { authorId: 5, groupId: '' },
    { author: { externalId: '5', name: '5' }, group: null },
  ],
])('%j', (fields, message) => {
  expect(parseFileMessage(line(fields))).toMatchObject({ message })
})

it.each([
  ['{"id": 1', 'не JSON: «{"id": 1»'],
  ['[]', 'не объект JSON'],
  ['null', 'не объект JSON'],
  ['"text"', 'не объект JSON'],
  [line({ id: null }), 'поле id должно быть непустой строкой или числом'],
  [line({ id: ' ' }), 'поле id должно быть непустой строкой или числом'],
  [line({ id: {} }), 'поле id должно быть непустой строкой или числом'],
  [
    line({ network: 'icq' }),
    'неизвестная сеть «icq», известны: vk, ok, telegram, youtube, bluesky, mastodon, rss, mixed',
  ],
  [
    line({ network: undefined }),
    'неизвестная сеть (поля нет), известны: vk, ok, telegram, youtube, bluesky, mastodon, rss, mixed',
  ],
  [line({ kind: 'like' }), 'поле kind должно быть post или comment, а не «like»'],
  [line({ createdAt: 'вчера' }), 'поле createdAt не время: «вчера»'],
  [line({ createdAt: 1680846883 }), 'поле createdAt не время: «1680846883»'],
  [line({ createdAt: '2023-13-45T00:00:00Z' }), 'поле createdAt не время: «2023-13-45T00:00:00Z»'],
  [line({ text: null }), 'поле text должно быть строкой'],
  [line({ text: ' \n' }), 'поле text пусто'],
  [line({ authorId: {} }), 'поле authorId должно быть строкой, числом или null, а не «{}»'],
  [line({ groupId: true }), 'поле groupId должно быть строкой, числом или null, а не «true»'],
])('%s is refused', (text, mistake) => expect(mistakeOf(text)).toBe(mistake))

it('a long wrong value is reported shortly', () => expect(mistakeOf('ы'.repeat(10_000))?.length).toBeLessThan(90))
