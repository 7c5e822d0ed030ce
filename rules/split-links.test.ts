import { expect, it, test } from 'vitest'
import { splitLinks } from './split-links.ts'

test.each<[string, string[]]>([
  ['', []],
  [' , \n\t;; — | «» ...', []],
  ['https://vk.com/a', ['https://vk.com/a']],
  ['https://vk.com/a,https://vk.com/b', ['https://vk.com/a', 'https://vk.com/b']],
  ['vk.com/a  vk.com/b\r\nt.me/c\u00A0@d', ['vk.com/a', 'vk.com/b', 't.me/c', '@d']],
  ['vk.com/a; vk.com/b;https://t.me/c;@d;', ['vk.com/a', 'vk.com/b', 'https://t.me/c', '@d']],
  ['https://forum.example/view;id=3', ['https://forum.example/view;id=3']],
  ['Вот: «https://vk.com/a», (t.me/b), <https://ok.ru/c>.', ['Вот:', 'https://vk.com/a', 't.me/b', 'https://ok.ru/c']],
  ['\uFEFFhttps://vk.com/a\u200B', ['https://vk.com/a']],
  ['https://пример.рф/лента', ['https://пример.рф/лента']],
])('%j', (text, links) => {
  expect(splitLinks(text)).toEqual(links)
})

it('takes names behind a tab for names, and links for links', () => {
  expect(splitLinks('https://vk.com/a\tМамы Твери | советы 24/7\nhttps://vk.com/b\tТверь')).toEqual([
    'https://vk.com/a',
    'https://vk.com/b',
  ])
  expect(splitLinks('\tЧат жильцов ЖК «Речной»')).toEqual([])
  expect(splitLinks('vk.com/a\tt.me/b\thttps://ok.ru/c\t@d')).toEqual(['vk.com/a', 't.me/b', 'https://ok.ru/c', '@d'])
})

it('is quick with whatever is pasted', () => {
  const started = process.threadCpuUsage()
  for (const text of [
    '«'.repeat(100_000),
    ';'.repeat(100_000),
    'a.'.repeat(50_000),
    '\t'.repeat(100_000),
    `x${'>'.repeat(100_000)}x`,
  ])
    splitLinks(text)
  expect(process.threadCpuUsage(started).user).toBeLessThan(2_000_000)
})
