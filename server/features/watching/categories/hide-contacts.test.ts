import { describe, expect, it } from 'vitest'
import { loadNameFinder } from './find-names.ts'
import { hideContacts } from './hide-contacts.ts'

const findNames = await loadNameFinder()
const hidden = (text: string): string => hideContacts(text, [], findNames).text

describe('what leads to somebody is hidden', () => {
  it.each([
    ['Пишите мне: +7 (900) 123-45-67, Мария', 'Пишите мне: •••, •••'],
    ['звоните 8-912-345-67-89!', 'звоните •••!'],
    ['тел. 89123456789', 'тел. •••'],
    ['тел. 23-45-67 после шести', 'тел. ••• после шести'],
    ['Почта masha.iv@example.ru', 'Почта •••'],
    ['Сайт https://vk.com/masha?w=1 и группа t.me/masha', 'Сайт ••• и группа •••'],
    ['Канал example.ru', 'Канал •••'],
    ['Спасибо, @masha_ivanova', 'Спасибо, •••'],
    ['[id1|Мария Иванова], посоветуйте няню', '•••, посоветуйте няню'],
    ['Пишите в @masha, 8 912 345 67 89', 'Пишите в •••, •••'],
  ])('%s', (text, shown) => {
    expect(hidden(text)).toBe(shown)
  })
  it.each([
    'Бюджет 1 500 000 рублей',
    'В 2026 году, 12.05.2026',
    'Дом 15-17, этаж 3',
    'Нужен #фотограф на 20:30',
    '3-4 часа',
  ])('%s stays', (text) => {
    expect(hidden(text)).toBe(text)
  })
})

it('a name that is marked loses its mark, and what stands behind keeps its own', () => {
  const shown = hideContacts(
    'Анна Петровна ищет няню',
    [
      [0, 4],
      [19, 23],
    ],
    findNames,
  )
  expect(shown).toEqual({ text: '••• ищет няню', spans: [[9, 13]] })
})

it('marks move with the words they mark', () => {
  const text = '+7 900 123-45-67 ищу няню masha@example.ru'
  const shown = hideContacts(
    text,
    [
      [17, 20],
      [21, 25],
      [26, 31],
    ],
    findNames,
  )
  expect(shown.text).toBe('••• ищу няню •••')
  expect(shown.spans.map(([from, to]) => shown.text.slice(from, to))).toEqual(['ищу', 'няню'])
})

describe('a long text', () => {
  const words = 'ищу мастера '.repeat(200)
  it('is cut off, with the marks of what is cut off', () => {
    const shown = hideContacts(
      words,
      [
        [0, 3],
        [1_488, 1_499],
        [2_000, 2_003],
      ],
      findNames,
    )
    expect(shown).toEqual({
      text: `${words.slice(0, 1_500)}…`,
      spans: [
        [0, 3],
        [1_488, 1_499],
      ],
    })
  })
  it('shows no part of what leads to somebody, wherever it is cut', () => {
    const phone = '8 (912) 345-67-89'
    for (let at = 1_480; at <= 1_502; at += 1) {
      const { text } = hideContacts(`${words.slice(0, at)} ${phone} ${words}`, [], findNames)
      expect([at, /\d/.test(text)]).toEqual([at, false])
    }
  })
  it.each(['а', '1', '1 ', 'а.', '@а', '12-', '[', 'Анна ', 'Анна-', 'А.', 'ул.', 'звоните '])(
    'of nothing but «%s» is looked through in a moment',
    (piece) => {
      const text = piece.repeat(16_000 / piece.length)
      const startedAt = process.threadCpuUsage()
      hideContacts(text, [], findNames)
      // It took seconds.
      expect(process.threadCpuUsage(startedAt).user).toBeLessThan(250_000)
    },
  )
})
