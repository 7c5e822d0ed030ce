import { expect, test } from 'vitest'
import { statusTone, whoseIn } from './in-words.ts'

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

test('what is paid is good, what came back is to be looked at', () => {
  expect([0, 10, 5, 11, 12].map((status) => statusTone(status as 0))).toEqual([
    'quiet',
    'good',
    'warn',
    'warn',
    'quiet',
  ])
})
