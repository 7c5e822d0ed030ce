import { expect, test } from 'vitest'
import { dayRangeOf, rangeOf } from './filter-days.ts'

test.each([
  ['Europe/Moscow', ['2026-11-01', '2026-11-20'], '2026-10-31T21:00:00.000Z', '2026-11-20T21:00:00.000Z'],
  ['UTC', ['2026-11-01', '2026-11-01'], '2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
  ['Asia/Vladivostok', ['2026-12-31', '2026-12-31'], '2026-12-30T14:00:00.000Z', '2026-12-31T14:00:00.000Z'],
  ['America/New_York', ['2026-11-01', '2026-11-01'], '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Europe/Berlin', ['2026-03-29', '2026-03-29'], '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Moscow', ['2026-11-01', null], '2026-10-31T21:00:00.000Z', null],
  ['Europe/Moscow', [null, '2026-11-01'], null, '2026-11-01T21:00:00.000Z'],
  ['Europe/Moscow', [null, null], null, null],
] as const)('in %s the days %j are from %s to %s, and back', (zone, days, fromDate, toDate) => {
  expect(rangeOf([...days], zone)).toEqual({ fromDate, toDate })
  expect(dayRangeOf({ fromDate, toDate }, zone)).toEqual(days)
})
