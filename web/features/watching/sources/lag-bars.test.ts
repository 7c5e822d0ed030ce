import { expect, it } from 'vitest'
import { lagBars } from './lag-bars.ts'

const now = Date.parse('2026-11-20T12:10:00Z')
const zone = 'Europe/Moscow'

it('the lag of a day is 48 bars, each the worst of its half an hour, the last one of now', () => {
  const bars = lagBars(
    [
      { at: '2026-11-20T12:00:00Z', lagSeconds: 40, waiting: 1, failed: false },
      { at: '2026-11-20T11:30:00Z', lagSeconds: 30, waiting: 0, failed: true },
      { at: '2026-11-20T11:50:00Z', lagSeconds: 90, waiting: 7, failed: false },
      { at: '2026-11-19T11:50:00Z', lagSeconds: 999, waiting: 9, failed: true },
    ],
    { now, days: 1, zone },
  )
  expect(bars).toHaveLength(48)
  expect(bars.at(-1)).toMatchObject({ from: '15:00', lagSeconds: 40, waiting: 1, failed: false })
  expect(bars.at(-2)).toMatchObject({ from: '14:30', lagSeconds: 90, waiting: 7, failed: true })
  expect(bars[0]).toMatchObject({ from: '15:30', lagSeconds: null, waiting: 0, failed: false })
})

it('the lag of a week is 42 bars that say their day', () => {
  const bars = lagBars([], { now, days: 7, zone })
  expect([bars.length, bars.at(-1)?.from]).toEqual([42, '20 нояб., 15:00'])
})
