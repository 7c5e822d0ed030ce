import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { daysLeft, daysOf, endOf, formatDay, type Period } from './period.ts'

const months = (duration: number): Period => ({ duration, durationUnit: 'month' })
const days = (duration: number): Period => ({ duration, durationUnit: 'day' })
const moscow = (moment: string) => new Date(`${moment}+03:00`)

// What is bought, when it begins, days that a code adds, when it ends, how many days that is without the code's.
test.each<[string, Period, string, number, string, number]>([
  ['a month', months(1), '2026-11-05T10:00', 0, '2026-12-05T10:00', 30],
  ['a month of 31 days', months(1), '2026-12-05T10:00', 0, '2027-01-05T10:00', 31],
  ['a month from 31 January', months(1), '2026-01-31T10:00', 0, '2026-02-28T10:00', 28],
  ['a month from 31 January of a leap year', months(1), '2028-01-31T10:00', 0, '2028-02-29T10:00', 29],
  ['a month from 30 January', months(1), '2026-01-30T10:00', 0, '2026-02-28T10:00', 29],
  ['a month from 28 February', months(1), '2026-02-28T10:00', 0, '2026-03-28T10:00', 28],
  ['three months from 31 January', months(3), '2026-01-31T10:00', 0, '2026-04-30T10:00', 89],
  ['half a year from 31 August', months(6), '2026-08-31T10:00', 0, '2027-02-28T10:00', 181],
  ['a year', months(12), '2026-11-05T10:00', 0, '2027-11-05T10:00', 365],
  ['a year from 29 February', months(12), '2028-02-29T10:00', 0, '2029-02-28T10:00', 365],
  ['three days', days(3), '2026-02-27T10:00', 0, '2026-03-02T10:00', 3],
  ['a month and 7 days', months(1), '2026-01-31T10:00', 7, '2026-03-07T10:00', 28],
  ['three days and 7', days(3), '2026-11-05T10:00', 7, '2026-11-15T10:00', 3],
  [
    'a month from one in the night of the 31st, which is still the 30th in UTC',
    months(1),
    '2026-01-31T01:00',
    0,
    '2026-02-28T01:00',
    28,
  ],
  ['a month from one in the night of 1 March', months(1), '2026-03-01T01:00', 0, '2026-04-01T01:00', 31],
])('%s', (_, period, start, extraDays, end, count) => {
  expect(endOf(period, moscow(start), extraDays)).toEqual(moscow(end))
  expect(daysOf(period, moscow(start))).toBe(count)
})

describe('a period', () => {
  const start = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const period = fc.record({
    duration: fc.integer({ min: 1, max: 120 }),
    durationUnit: fc.constantFrom('month' as const, 'day' as const),
  })

  it('is whole days, at least 28 and at most 31 for each month', () => {
    fc.assert(
      fc.property(period, start, (bought, from) => {
        const count = daysOf(bought, from)
        expect(Number.isInteger(count)).toBe(true)
        const [least, most] = bought.durationUnit === 'day' ? [1, 1] : [28, 31]
        expect(count).toBeGreaterThanOrEqual(bought.duration * least)
        expect(count).toBeLessThanOrEqual(bought.duration * most)
      }),
    )
  })

  it('never ends sooner for being longer or beginning later', () => {
    fc.assert(
      fc.property(period, start, fc.nat(1e9), (bought, from, later) => {
        const end = endOf(bought, from)
        expect(endOf({ ...bought, duration: bought.duration + 1 }, from).getTime()).toBeGreaterThan(end.getTime())
        // Two times of day at the end of a long month may swap when both fall on the last day of a short one.
        expect(endOf(bought, new Date(from.getTime() + later)).getTime()).toBeGreaterThan(end.getTime() - 86_400_000)
      }),
    )
  })
})

test.each([
  ['2026-11-05T10:00', 0],
  ['2026-11-05T09:00', 0],
  ['2026-11-05T10:01', 1],
  ['2026-11-06T10:00', 1],
  ['2026-11-06T10:01', 2],
  ['2026-12-05T10:00', 30],
])('from 10:00 on 5 November until %s %d days are left', (end, count) => {
  expect(daysLeft(moscow('2026-11-05T10:00'), moscow(end))).toBe(count)
})

test('a day is the one in Moscow', () => {
  expect(formatDay(moscow('2027-01-01T00:00'))).toBe('01.01.2027')
  expect(formatDay(moscow('2026-12-31T23:59'))).toBe('31.12.2026')
})
