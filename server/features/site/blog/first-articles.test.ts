import { expect, it, test } from 'vitest'
import { FirstArticlesError, loadFirstArticles, readFirstArticles } from './first-articles.ts'

const head = [
  'title: Как найти',
  'slug: kak-nayti',
  'excerpt: Коротко: о чём',
  'tags: Чаты, чаты , SMM',
  'published: 2026-11-20',
]
const file = (lines: readonly string[], text = '<p>Слова</p>', name = 'a.html') => ({
  name,
  text: [...lines, '---', text].join('\n'),
})
const mistakesOf = (...files: { name: string; text: string }[]): string[] => {
  try {
    readFirstArticles(files)
  } catch (error) {
    if (error instanceof FirstArticlesError) return error.message.split('\n')
    throw error
  }
  return []
}
const but = (at: number, line: string) => head.with(at, line)

it('a head and the text under it are an article', () => {
  const text =
    '<h2>а</h2>\n<p>б <a href="https://a.ru/">в</a>, <a href="/order">г</a><br>д</p>\n<table><tr><td>е</td></tr></table>'
  expect(readFirstArticles([file(head, text)])).toEqual([
    {
      title: 'Как найти',
      slug: 'kak-nayti',
      excerpt: 'Коротко: о чём',
      tags: ['чаты', 'smm'],
      publishedAt: new Date('2026-11-20T06:00:00Z'),
      content: text
        .replace('<a href="https://a.ru/">', '<a href="https://a.ru/" target="_blank" rel="noopener nofollow">')
        .replace('<br>', '<br />'),
    },
  ])
  expect(readFirstArticles([file(but(4, 'published: 2026-11-20T10:00:00+03:00'))])[0]?.publishedAt).toEqual(
    new Date('2026-11-20T07:00:00Z'),
  )
})

test.each<[string[], string, string[]]>([
  [head.slice(0, 4), '<p>а</p>', ['a.html:1: published is missing']],
  [but(0, 'title:'), '<p>а</p>', ['a.html:1: title is empty', 'a.html:1: title is missing']],
  [[...head, 'slug: b'], '<p>а</p>', ['a.html:6: slug is said twice']],
  [[...head, 'author: я'], '<p>а</p>', ['a.html:6: «author: я» is none of title, slug, excerpt, tags, published']],
  [but(1, 'slug: Как'), '<p>а</p>', ['a.html:2: «Как» is no slug']],
  [but(0, `title: ${'а'.repeat(141)}`), '<p>а</p>', ['a.html:1: title is longer than 140 letters']],
  [but(3, 'tags: ,'), '<p>а</p>', ['a.html:4: there must be 1 to 8 tags']],
  [but(4, 'published: вчера'), '<p>а</p>', ['a.html:5: «вчера» is no date']],
  [head, ' ', ['a.html:7: there is no text']],
  [head, '<p>а</p>\n<p class="x">б</p>', ['a.html:8: <p class="x"> may not stand here']],
  [head, '<p>а</p>\n<div>б</div>', ['a.html:8: <div> may not stand here']],
  [head, '<p><a href="javascript:x">б</a></p>', ['a.html:7: <a href="javascript:x"> may not stand here']],
  [head, '<p>а</p><p>б', ['a.html:7: 2 tags are opened and 1 closed']],
])('%j over %s: %j', (lines, text, mistakes) => {
  expect(mistakesOf(file(lines, text))).toEqual(mistakes)
})

it('every mistake of every file is reported at once', () => {
  expect(mistakesOf({ name: 'b.md', text: 'title: а' }, file(head), file(head, '<p>а</p>', 'c.html'))).toEqual([
    'b.md:1: there is no line --- between the head and the text',
    'c.html:1: the slug kak-nayti is that of a.html too',
  ])
})

it('those that come with the service are read', () => {
  expect(loadFirstArticles().every(({ content }) => content.length > 0)).toBe(true)
})
