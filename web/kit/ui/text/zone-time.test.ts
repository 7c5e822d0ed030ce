import { expect, test } from 'vitest'
import { momentOf, wallTime } from './zone-time.ts'

test.each([
  ['2026-03-10T09:00:00.000Z', 'Europe/Moscow', '2026-03-10 12:00:00'],
  ['2026-03-10T23:30:00.000Z', 'Asia/Vladivostok', '2026-03-11 09:30:00'],
  // The night in which the clocks of Berlin go forward, before and after.
  ['2026-03-29T00:59:59.000Z', 'Europe/Berlin', '2026-03-29 01:59:59'],
  ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29 03:00:00'],
])('%s in %s is %s, and back', (moment, zone, wall) => {
  expect(wallTime(Date.parse(moment), zone)).toBe(wall)
  expect(new Date(momentOf(wall, zone)).toISOString()).toBe(moment)
})

test('a day begins when the clocks say so', () => {
  expect(new Date(momentOf('2026-03-10', 'Europe/Moscow')).toISOString()).toBe('2026-03-09T21:00:00.000Z')
})
