import { describe, expect, test } from 'vitest'
import { barsOf, periodDays, todayIn, type DayCounts } from './statistics-period.ts'

test.each([
  ['7', '2026-11-15'],
  ['30', '2026-10-23'],
  ['365', '2025-11-22'],
] as const)('%s days that end today begin on %s', (period, from) => {
  expect(periodDays(period, '2026-11-21')).toEqual({ from, to: '2026-11-21' })
})

test('today is the day of the zone', () => {
  const now = new Date('2026-11-20T22:30:00Z')
  expect(todayIn('Europe/Moscow', now)).toBe('2026-11-21')
  expect(todayIn('UTC', now)).toBe('2026-11-20')
})

describe('bars', () => {
  const days = (count: number): DayCounts[] =>
    Array.from({ length: count }, (_, at) => ({
      day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
      approved: 1,
      rejected: 2,
      spam: 0,
      locations: at,
      categories: 0,
    }))

  test('are days as long as there are few', () => {
    expect(barsOf(days(30))).toHaveLength(30)
    expect(barsOf(days(2))).toEqual([
      { day: '01.01', approved: 1, rejected: 2, spam: 0, locations: 0, categories: 0 },
      { day: '02.01', approved: 1, rejected: 2, spam: 0, locations: 1, categories: 0 },
    ])
  })

  test('are weeks when there are many, and lose nothing', () => {
    const bars = barsOf(days(90))
    expect(bars).toHaveLength(13)
    expect(bars.at(-1)).toMatchObject({ approved: 7, day: '25.03' })
    expect(bars.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(180)
    expect(barsOf(days(365)).length).toBeLessThanOrEqual(45)
  })
})
