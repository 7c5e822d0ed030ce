import { expect, it } from 'vitest'
import { periodOf, periodsOf } from './traffic-days.ts'

it.each([
  ['2026-03-01', 'day', '2026-03-01'],
  ['2026-03-01', 'week', '2026-02-23'],
  ['2026-03-02', 'week', '2026-03-02'],
  ['2026-03-31', 'month', '2026-03-01'],
] as const)('%s lies in the %s of %s', (day, period, key) => expect(periodOf(day, period)).toBe(key))

it('a range has all of its periods, over the end of a month and a year', () => {
  expect(periodsOf(['2025-12-30', '2026-01-02'], 'day', '2026-05-01')).toEqual([
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
  ])
  expect(periodsOf(['2026-02-25', '2026-03-10'], 'week', '2026-05-01')).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-09',
  ])
  expect(periodsOf(['2025-11-30', '2026-01-01'], 'month', '2026-05-01')).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
  ])
})

it('without a range it is the last thirty, and of a long range the last sixty', () => {
  const usual = periodsOf([null, null], 'day', '2026-05-01')
  expect([usual.length, usual[0], usual.at(-1)]).toEqual([30, '2026-04-02', '2026-05-01'])
  const long = periodsOf(['2016-01-01', '2026-05-01'], 'day', '2026-05-01')
  expect([long.length, long.at(-1)]).toEqual([60, '2026-05-01'])
})
