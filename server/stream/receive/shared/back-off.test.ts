import { expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../kit/clock.ts'
import { backOff, backOffAfter } from './back-off.ts'

it.each([
  ['a target', { first: MINUTE, longest: 6 * HOUR }, [MINUTE, 2 * MINUTE, 4 * MINUTE, 6 * HOUR, 6 * HOUR]],
  ['a link', { first: 5 * SECOND, longest: 20 * MINUTE }, [5_000, 10_000, 20_000, 20 * MINUTE, 20 * MINUTE]],
  ['a network', { first: SECOND, longest: 2 * MINUTE }, [1_000, 2_000, 4_000, 2 * MINUTE, 2 * MINUTE]],
])('%s that fails is left alone twice as long each time', (_, options, waits) => {
  expect([1, 2, 3, 20, 5_000].map((failures) => backOffAfter(failures, options))).toEqual(waits)
})

it('a connection that breaks is tried again ever more seldom, until it works', () => {
  const wait = backOff({ random: () => 1 })
  expect(Array.from({ length: 8 }, () => wait.next())).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
  ])
  wait.reset()
  expect([wait.next(), wait.next(5_000)]).toEqual([1_000, 5_000])
})

it('connections that broke together are not tried together', () => {
  expect([0, 0.5, 1].map((random) => backOff({ random: () => random }).next())).toEqual([500, 750, 1_000])
})
