import { expect, it, test } from 'vitest'
import { articleQuestion, blogAddress } from './article-list.ts'
import {
  articleSlugPattern,
  numberedSlug,
  readingMinutes,
  articleSlugOf,
  SLUG_LENGTH,
  tidyTags,
} from './article-words.ts'
import { commentParts, tidyComment } from './comment-words.ts'
import { isRichLink, picturePattern, pictureSources } from './rich-text.ts'

test.each([
  ['Как найти клиента', 'kak-nayti-klienta'],
  ['Ёжик & Щука: съешь 2 «булки»!', 'ezhik-shchuka-sesh-2-bulki'],
  ['Café naïve', 'cafe-naive'],
  ['абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'abvgdeezhziyklmnoprstufkhtschshshchyeyuya'],
  ['—!', ''],
  ['😍', ''],
])('the slug of «%s» is %s', (title, slug) => {
  expect(articleSlugOf(title)).toBe(slug)
  if (slug !== '') expect(slug).toMatch(new RegExp(articleSlugPattern))
})

it('a long slug ends with a whole word, and a number finds room behind it', () => {
  const slug = articleSlugOf('слово '.repeat(40))
  expect(slug).toBe(Array.from({ length: 13 }, () => 'slovo').join('-'))
  expect(articleSlugOf('а'.repeat(200))).toHaveLength(SLUG_LENGTH)
  expect(numberedSlug(articleSlugOf('а'.repeat(200)), 12)).toBe(`${'a'.repeat(SLUG_LENGTH - 3)}-12`)
})

test.each([
  ['', 1],
  ['слово '.repeat(179), 1],
  ['слово '.repeat(540), 3],
  ['кто-то что-нибудь — и 5 '.repeat(90), 2],
])('%#: minutes to read', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes)
})

it('tags are in small letters, each once', () => {
  expect(tidyTags([' SMM ', 'чаты', 'smm', '', 'две  части'])).toEqual(['smm', 'чаты', 'две части'])
})

test.each([
  [
    '?page=2&tag=Чаты&search= отклик ',
    { page: 2, tag: 'чаты', search: 'отклик' },
    '/blog?tag=%D1%87%D0%B0%D1%82%D1%8B&search=%D0%BE%D1%82%D0%BA%D0%BB%D0%B8%D0%BA&page=2',
  ],
  ['', { page: 1 }, '/blog'],
  ['?page=0&tag=&search=%20', { page: 1 }, '/blog'],
  ['?page=1.5', { page: 1 }, '/blog'],
  ['?page=99999', { page: 1 }, '/blog'],
])('at /blog%s is asked for %j', (query, question, address) => {
  expect(articleQuestion(new URLSearchParams(query))).toEqual(question)
  expect(blogAddress(question)).toBe(address)
})

test.each<[string, (string | [string])[]]>([
  ['просто слова', ['просто слова']],
  ['см. https://a.ru/b?c=1, там', ['см. ', ['https://a.ru/b?c=1'], ', там']],
  ['(http://a.ru/x).', ['(', ['http://a.ru/x'], ').']],
  ['https://ru.wikipedia.org/wiki/A_(b)', [['https://ru.wikipedia.org/wiki/A_(b)']]],
  ['https://a.ruhttps://b.ru', [['https://a.ruhttps://b.ru']]],
  ['javascript:alert(1) data:x www.a.ru', ['javascript:alert(1) data:x www.a.ru']],
  ['https:// https://"onclick=x', ['https:// https://"onclick=x']],
  ['<a href="https://a.ru">', ['<a href="', ['https://a.ru'], '">']],
])('in «%s» links are %j', (message, parts) => {
  const found = commentParts(message)
  expect(found.map(({ text, url }) => (url === null ? text : [url]))).toEqual(parts)
  expect(found.map(({ text }) => text).join('')).toBe(message)
})

it('a comment is kept without needless spaces', () => {
  expect(tidyComment(' а \r\n\n\n\nб\t\n ')).toBe('а\n\nб')
})

test.each([
  ['https://a.ru/', true],
  ['http://a.ru', true],
  ['mailto:a@b.ru', true],
  ['/order?x=1', true],
  ['#h-a', true],
  ['//a.ru', false],
  ['/\\a.ru', false],
  ['javascript:x', false],
  ['order', false],
  ['', false],
])('a link to «%s» may stand in an article: %s', (href, may) => {
  expect(isRichLink(href)).toBe(may)
})

it('a picture is there in every width that is narrower than it, and its own', () => {
  const widths = (widest: number) => pictureSources(7, widest).map(({ width }) => width)
  expect([widths(1600), widths(1000), widths(480), widths(20)]).toEqual([
    [480, 960, 1600],
    [480, 960, 1000],
    [480],
    [20],
  ])
  for (const { path } of pictureSources(7, 1600)) expect(path).toMatch(picturePattern)
})
