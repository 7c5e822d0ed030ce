import { expect, test } from 'vitest'
import { subscription } from './subscription.samples.ts'
import { whyNothing } from './why-nothing.ts'

const now = new Date('2026-12-10T12:00:00Z')
const over = subscription({ id: 1 })
const trial = subscription({ id: 2, Tariff: { type: 'trial' }, expiresAt: '2026-12-03T00:00:00Z' })
const frozen = subscription({ id: 3, frozenAt: '2026-11-22T00:00:00Z' })
const coming = subscription({ id: 4, startsAt: '2026-12-11T00:00:00Z', expiresAt: '2026-12-30T00:00:00Z' })
const later = subscription({ id: 5, startsAt: '2026-12-12T00:00:00Z', expiresAt: '2026-12-13T00:00:00Z' })
const running = subscription({ id: 6, expiresAt: '2026-12-30T00:00:00Z' })

test('nothing was ever held', () => {
  expect(whyNothing([], now)).toEqual({ why: 'never' })
})

test('what ended last counts, with what ended together with it', () => {
  expect(whyNothing([over, trial], now)).toEqual({ why: 'over', subscriptions: [trial] })
  const beside = { ...over, id: 7 }
  const earlier = { ...over, id: 8, expiresAt: '2026-11-30T00:00:00Z' }
  const ofProjects = subscription({ id: 0, Tariff: { product: 'project' } })
  expect(whyNothing([earlier, over, ofProjects, beside], now)).toEqual({ why: 'over', subscriptions: [beside, over] })
})

test('what stands still is spoken of first, then what begins soonest', () => {
  expect(whyNothing([over, later, coming, frozen], now)).toEqual({ why: 'frozen', subscriptions: [frozen] })
  expect(whyNothing([over, later, coming], now)).toEqual({ why: 'coming', subscription: coming })
})

test('what runs is about to be seen', () => {
  expect(whyNothing([running, frozen, over], now)).toBeNull()
})
