import { expect, it, test } from 'vitest'
import { readPastedLink } from './pasted-link.ts'

test.each<[string, string | null]>([
  ['https://vk.com/club1', 'https://vk.com/club1'],
  ['http://VK.com/club1', 'https://vk.com/club1'],
  ['https://www.m.vk.com./club1', 'https://vk.com/club1'],
  ['m.vk.com/club1?w=wall-1_2#reply', 'https://vk.com/club1?w=wall-1_2#reply'],
  ['//t.me/Durov', 'https://t.me/Durov'],
  ['пример.рф/лента', 'https://xn--e1afmkfd.xn--p1ai/%D0%BB%D0%B5%D0%BD%D1%82%D0%B0'],
  ['https://site.example:8443/feed', 'https://site.example:8443/feed'],
  ['m.ru', 'https://m.ru/'],
  ['www.m.m.ru', 'https://m.ru/'],
  ['@durov', null],
  ['durov', null],
  ['tg://resolve?domain=durov', null],
  ['ftp://site.example/x', null],
  ['javascript:alert(1)', null],
  ['mailto:a@b.example', null],
  ['https://user:password@vk.com/club1', null],
  ['localhost/x', null],
  ['http://[::1]/', null],
  ['https://', null],
  ['', null],
])('%s', (text, href) => {
  expect(readPastedLink(text).url?.href ?? null).toBe(href)
})

const sameAs = (one: string, other: string) => readPastedLink(one).address === readPastedLink(other).address

test.each([
  ['https://vk.com/club1', 'vk.com/club1/'],
  ['http://m.vk.com/club1?from=feed&utm_source=x#top', 'https://www.vk.com/club1'],
  ['https://пример.рф/лента', 'http://xn--e1afmkfd.xn--p1ai/%D0%BB%D0%B5%D0%BD%D1%82%D0%B0/'],
  ['https://site.example/a?b=1&c=2', 'site.example//a?c=2&b=1'],
  ['@Durov', '@durov'],
])('%s and %s are one', (one, other) => {
  expect(sameAs(one, other)).toBe(true)
})

test.each([
  ['https://vk.com/club1', 'https://vk.com/club2'],
  ['https://vk.com/feed?w=wall-1_2', 'https://vk.com/feed?w=wall-3_4'],
  ['https://youtube.com/watch?v=abc', 'https://youtube.com/watch?v=abd'],
  ['https://web.telegram.org/k/#@one', 'https://web.telegram.org/k/#@two'],
  ['https://site.example/A', 'https://site.example/a'],
  ['https://a.livejournal.com', 'https://b.livejournal.com'],
  ['https://site.example/?a=1%26b=2', 'https://site.example/?a=1&b=2'],
])('%s and %s are two', (one, other) => {
  expect(sameAs(one, other)).toBe(false)
})

it('keeps what cannot be decoded', () => {
  expect(readPastedLink('https://site.example/%E0%A4%A').address).toBe('site.example/%E0%A4%A')
})
