import { expect, test } from 'vitest'
import { heardInWords, perDayInWords } from './heard-in-words.ts'

const plain = (text: string | null): string | null => text?.replaceAll('\u00A0', ' ') ?? null

test.each([
  [9, 4.2, '9 сообщений за 4 дня'],
  [1, 0.1, '1 сообщение за 1 день'],
  [1234, 13.8, '1 234 сообщения за 14 дней'],
  [0, 5, '0 сообщений за 5 дней'],
])('%i in %f days', (count, days, words) => {
  expect(plain(heardInWords(count, days))).toBe(words)
})

test.each([
  [3, 4.9, null],
  [0, 14, null],
  [3, 5, 'меньше одного в день'],
  [13, 14, 'меньше одного в день'],
  [14, 14, 'около 1 в день'],
  [168, 14, 'около 12 в день'],
])('%i in %f days make so many a day only when the days are enough', (count, days, words) => {
  expect(plain(perDayInWords(count, days))).toBe(words)
})
