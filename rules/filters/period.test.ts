import { expect, test } from 'vitest'
import { choosePeriod, FIRST_DAY, isBeforeFirstDay } from './period.ts'

const from = '2026-11-01T00:00:00Z'
const to = '2026-11-20T00:00:00Z'

test.each([
  [{ recentDays: 7 }, { recentDays: 7, fromDate: null, toDate: null }],
  [{ toDate: to }, { toDate: to, recentDays: null }],
  [{ fromDate: from }, { fromDate: from, recentDays: null }],
  [
    { fromDate: from, toDate: null },
    { fromDate: from, toDate: null, recentDays: null },
  ],
  [
    { recentDays: 1, fromDate: null, toDate: null },
    { recentDays: 1, fromDate: null, toDate: null },
  ],
  [
    { recentDays: 3, toDate: to },
    { recentDays: null, toDate: to },
  ],
  [{ recentDays: null }, { recentDays: null }],
  [{ toDate: null }, { toDate: null }],
  [{ exactMatch: true }, { exactMatch: true }],
] as const)('of %j remains %j', (changes, chosen) => {
  expect(choosePeriod(changes as Parameters<typeof choosePeriod>[0])).toEqual(chosen)
})

test('a range begins in 2016 at the earliest', () => {
  expect(FIRST_DAY).toBe('2016-01-01')
})

test.each([
  [{ fromDate: '2015-12-31T23:59:59+14:00' }, true],
  [{ fromDate: '2016-01-01T00:00:00+14:00' }, false],
  [{ fromDate: '2016-01-01T00:00:00+03:00', toDate: '2016-01-02T00:00:00+03:00' }, false],
  [{ toDate: '2016-01-01T00:00:00+14:00' }, true],
  [{ fromDate: null, toDate: null }, false],
  [{}, false],
])('%j is before the first day: %s', (range, before) => {
  expect(isBeforeFirstDay(range)).toBe(before)
})
