import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/clock.ts'
import {
  callsADay,
  firstRatePerDay,
  intervalOf,
  jittered,
  ratePerDay,
  readingsADay,
  restAfter,
  stretchOf,
} from './poll-interval.ts'

describe('how often a group is read', () => {
  it.each([
    [0, 6 * HOUR],
    [1, 6 * HOUR],
    [100, DAY / 10],
    [1_000, DAY / 100],
    [100_000, MINUTE],
  ])('%i messages a day', (perDay, interval) => {
    expect(intervalOf(perDay, 1)).toBeCloseTo(interval, 3)
  })

  it('is oftener when there is room, but never oftener than each minute', () => {
    expect(intervalOf(0, 1 / 12)).toBe(30 * MINUTE)
    expect(intervalOf(100_000, 1 / 12)).toBe(MINUTE)
  })

  it('is less often when there is none, for everybody alike', () => {
    expect(intervalOf(100_000, 4)).toBe(4 * MINUTE)
    expect(intervalOf(100, 4)).toBeCloseTo((DAY / 10) * 4, 3)
  })

  it('of all together never takes more than is allowed', () => {
    const groups = fc.array(fc.double({ min: 0, max: 50_000, noNaN: true }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(groups, fc.integer({ min: 300, max: 100_000 }), (rates, allowed) => {
        const stretch = stretchOf(
          rates.reduce((sum, rate) => sum + readingsADay(rate), 0),
          allowed,
        )
        const readings = rates.reduce((sum, rate) => sum + DAY / intervalOf(rate, stretch), 0)
        // A group that would be read less than once a day is read once a day.
        const onceADay = rates.filter((rate) => intervalOf(rate, stretch) === DAY).length
        expect(readings).toBeLessThanOrEqual(allowed * 1.000001 + onceADay)
      }),
    )
  })

  it('busier groups are never read less often', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        fc.double({ min: 0.05, max: 50, noNaN: true }),
        (a, b, stretch) => {
          expect(intervalOf(Math.max(a, b), stretch)).toBeLessThanOrEqual(intervalOf(Math.min(a, b), stretch))
        },
      ),
    )
  })
})

it.each([
  [{ perSecond: 2, perDay: null }, DAY / 1000],
  [{ perSecond: 100, perDay: 5_000 }, 4_500],
  [{ perSecond: null, perDay: null }, Infinity],
  [{ perSecond: 0, perDay: null }, 0],
])('%j is %i calls a day to plan with', (allowance, calls) => {
  expect(callsADay(allowance)).toBeCloseTo(calls, 6)
})

it('nothing allowed is nothing read', () => {
  expect(stretchOf(10, 0)).toBe(Infinity)
  expect(intervalOf(10, Infinity)).toBe(Infinity)
  expect(stretchOf(0, Infinity)).toBe(1 / 24)
})

describe('how much is written in it', () => {
  it('follows what is read, however often that is', () => {
    for (const every of [MINUTE, HOUR, 6 * HOUR]) {
      let rate = 0
      for (let at = 0; at < 6 * DAY; at += every) rate = ratePerDay(rate, (240 * every) / DAY, every)
      expect(rate).toBeGreaterThan(235)
      expect(rate).toBeLessThan(245)
      for (let at = 0; at < 6 * DAY; at += every) rate = ratePerDay(rate, 0, every)
      expect(rate).toBeLessThan(1)
    }
  })

  it('is guessed from the first reading', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    expect(firstRatePerDay(30, new Date(now.getTime() - 3 * DAY), now)).toBe(10)
    expect(firstRatePerDay(5, now, now)).toBe(120)
    expect(firstRatePerDay(0, null, now)).toBe(0)
  })
})

it('what refuses is left alone as long as it says, a little longer each time, and a day at most', () => {
  expect([1, 2, 9, 5_000].map((failures) => restAfter(0, failures))).toEqual([
    SECOND,
    2 * SECOND,
    256 * SECOND,
    256 * SECOND,
  ])
  expect([restAfter(MINUTE, 1), restAfter(2 * DAY, 1)]).toEqual([MINUTE, DAY])
})

it('what began together does not stay together', () => {
  expect([jittered(100, 0), jittered(100, 0.5), jittered(100, 1)].map(Math.round)).toEqual([90, 100, 110])
})
