import { expect, test } from 'vitest'
import { statusTone, sumInWords, whoseIn } from './in-words.ts'

test.each([
  ['', {}],
  ['  ', {}],
  ['42', { partner: 42 }],
  ['№ 42 ', { partner: 42 }],
  [' anna@', { email: 'anna@' }],
  ['42@example.ru', { email: '42@example.ru' }],
  ['1234567890', { email: '1234567890' }],
])('«%s» is looked for by its kind', (typed, filter) => {
  expect(whoseIn(typed)).toEqual(filter)
})

test('sums are whole to the kopeck, and a debt is one', () => {
  const plain = (roubles: number): string => sumInWords(roubles).replaceAll('\u00A0', ' ')
  expect([plain(599.8), plain(0.07), plain(-1200)]).toEqual(['599,80 руб.', '0,07 руб.', '−1 200 руб.'])
})

test('what is paid is good, what came back is to be looked at', () => {
  expect([0, 10, 5, 11, 12].map((status) => statusTone(status as 0))).toEqual(['calm', 'good', 'warn', 'warn', 'calm'])
})
