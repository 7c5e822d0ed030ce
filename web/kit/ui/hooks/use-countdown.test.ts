import { expect, test } from 'vitest'
import { clockOf, countdownEndOf } from './use-countdown.ts'

const noon = Date.parse('2026-05-01T12:00:00Z')

test.each([
  ['a clock that goes right', '2026-05-01T12:00:30Z', noon + 30_000],
  ['a clock that is an hour late waits no longer than a countdown lasts', '2026-05-01T13:00:30Z', noon + 30_000],
  ['a clock that is an hour early does not wait', '2026-05-01T11:00:30Z', noon - 3_570_000],
])('%s', (_, until, end) => {
  expect(countdownEndOf(until, 30, noon)).toBe(end)
})

test.each([
  [120, '2:00'],
  [61, '1:01'],
  [9, '0:09'],
  [0, '0:00'],
])('%d seconds are %s', (seconds, words) => {
  expect(clockOf(seconds)).toBe(words)
})
