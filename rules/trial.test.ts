import { expect, test } from 'vitest'
import { mayShow, TRIAL_HIDES_MS, trialShowsBefore } from './trial.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const product = (trial: boolean) => ({ productType: 'category', productId: 1, trial }) as const

test('three days are hidden', () => {
  expect(TRIAL_HIDES_MS).toBe(259_200_000)
  expect(new Date(trialShowsBefore(now)).toISOString()).toBe('2026-11-17T12:00:00.000Z')
})

test.each([
  ['now', '2026-11-20T12:00:00Z', false],
  ['of yesterday', '2026-11-19T12:00:00Z', false],
  ['three days old to the millisecond', '2026-11-17T12:00:00Z', false],
  ['a millisecond older', '2026-11-17T11:59:59.999Z', true],
  ['of last year', '2025-11-20T12:00:00Z', true],
  ['of a wrong clock, from the future', '2027-01-01T00:00:00Z', false],
])('on trial a message %s (%s) shows: %s', (_, publishedAt, shown) => {
  expect(mayShow(product(true), Date.parse(publishedAt), now)).toBe(shown)
  expect(mayShow(product(false), Date.parse(publishedAt), now)).toBe(true)
})
