import { expect, test } from 'vitest'
import { answerTime, funnelDays, stepShareInPercent } from './funnel-period.ts'

test('so many days with today, where the reader is', () => {
  // In Moscow it is the 11th already.
  const now = new Date('2026-03-10T22:00:00Z')
  expect(funnelDays('7', 'Europe/Moscow', now)).toEqual({ from: '2026-03-05', to: '2026-03-12' })
  expect(funnelDays('7', 'UTC', now)).toEqual({ from: '2026-03-04', to: '2026-03-11' })
  expect(funnelDays('365', 'UTC', now)).toEqual({ from: '2025-03-11', to: '2026-03-11' })
})

test.each([
  [null, '—'],
  [0, 'меньше минуты'],
  [90, '2 мин'],
  [3_600, '1 ч'],
  [3_900, '1 ч 5 мин'],
  [172_800, '2 дн.'],
  [187_200, '2 дн. 4 ч'],
])('%s seconds are %s', (seconds, words) => {
  expect(answerTime(seconds)).toBe(words)
})

test('a share is of what was there', () => {
  expect(stepShareInPercent(1, 3)).toBe('33 %')
  expect(stepShareInPercent(0, 0)).toBeNull()
})
