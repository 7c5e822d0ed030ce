import { describe, expect, it } from 'vitest'
import {
  alarmTitles,
  episodeStep,
  isSpikeOver,
  LEAST_SPIKE,
  LEAST_USUAL,
  silenceOf,
  sourceLagOf,
  spikeOf,
  type HeardPartWithLag,
} from './alarms.ts'
import { alarmKinds } from '../../contract/reach/notices.ts'

/** The same ones at every run. */
function numbers(): (below: number) => number {
  let seed = 20_261_120
  return (below) => (seed = (seed * 48_271) % 2_147_483_647) % below
}
const fourteen = (value: number): number[] => Array.from({ length: 14 }, () => value)

describe('silence', () => {
  it.each<[what: string, silent: number, before: number[], usual: number | null]>([
    ['forty a day, and then none', 0, fourteen(40), 40],
    ['one came', 1, fourteen(40), null],
    ['as few as it takes', 0, fourteen(LEAST_USUAL), LEAST_USUAL],
    ['fewer', 0, fourteen(LEAST_USUAL - 1), null],
    ['one great day is not what is usual', 0, [...fourteen(0).slice(1), 900], null],
    ['no messages at weekends', 0, [30, 30, 30, 30, 30, 0, 0, 30, 30, 30, 30, 30, 0, 0], 30],
    ['on half of the days there were none', 0, [9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0], null],
    ['it is too young to say', 0, [], null],
  ])('%s', (_, silent, before, usual) => expect(silenceOf(silent, before)).toBe(usual))

  it('says what is usual in any order of the days, and never more than the best of them', () => {
    const next = numbers()
    for (let round = 0; round < 300; round += 1) {
      const days = Array.from({ length: 14 }, () => next(30))
      const usual = silenceOf(0, days)
      expect(silenceOf(0, days.toReversed())).toBe(usual)
      if (usual === null) expect(days.filter((day) => day < LEAST_USUAL).length).toBeGreaterThanOrEqual(7)
      else {
        expect(days.filter((day) => day >= usual).length).toBeGreaterThanOrEqual(7)
        expect(days.filter((day) => day <= usual).length).toBeGreaterThanOrEqual(7)
      }
      expect(silenceOf(1 + next(5), days)).toBeNull()
    }
  })
})

describe('a spike', () => {
  it.each<[what: string, now: number, before: number[], spike: ReturnType<typeof spikeOf>]>([
    ['six times as many', 48, fourteen(8), { usual: 8, times: 6 }],
    ['not quite five times', 39, fourteen(8), null],
    ['five times', 40, fourteen(8), { usual: 8, times: 5 }],
    ['of what hardly ever comes, enough', LEAST_SPIKE, fourteen(0), { usual: 1, times: LEAST_SPIKE }],
    ['of what hardly ever comes, too few', LEAST_SPIKE - 1, fourteen(0), null],
    ['a spike of before is not what is usual', 60, [...fourteen(4).slice(1), 500], { usual: 4, times: 15 }],
  ])('%s', (_, now, before, spike) => expect(spikeOf(now, before)).toEqual(spike))

  it('that has begun is not over, and more makes none smaller', () => {
    const next = numbers()
    for (let round = 0; round < 500; round += 1) {
      const before = Array.from({ length: 14 }, () => next(40))
      const now = next(400)
      const spike = spikeOf(now, before)
      if (spike) {
        expect(isSpikeOver(now, before)).toBe(false)
        expect(spikeOf(now + 1 + next(50), before)?.times).toBeGreaterThanOrEqual(spike.times)
        expect(spike.usual * spike.times).toBeLessThanOrEqual(now)
      }
      if (isSpikeOver(now, before)) expect(spike).toBeNull()
    }
  })

  it('is over far below where it began', () => {
    expect([20, 16, 15, 9].map((now) => isSpikeOver(now, fourteen(8)))).toEqual([false, false, true, true])
    expect(isSpikeOver(9, fourteen(0))).toBe(true)
  })
})

describe('a network', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000)
  const part = (more: Partial<HeardPartWithLag> = {}): HeardPartWithLag => ({
    okAt: now,
    failureAt: null,
    waiting: 0,
    updatedAt: now,
    lagSeconds: 60,
    ...more,
  })
  it.each<[what: string, parts: HeardPartWithLag[], how: ReturnType<typeof sourceLagOf>]>([
    ['that is not configured', [], null],
    ['that is heard', [part(), part({ okAt: null, lagSeconds: null })], null],
    ['failing for a while', [part(), part({ failureAt: ago(29) })], null],
    ['failing for half an hour', [part(), part({ failureAt: ago(30) })], 'silent'],
    ['that no one has listened to for a while', [part({ updatedAt: ago(5) })], null],
    ['that no one listens to', [part({ updatedAt: ago(30) })], 'silent'],
    ['with something waiting', [part({ waiting: 3 })], null],
    ['with something waiting, and nothing answered for long', [part({ waiting: 3, okAt: ago(31) })], 'late'],
    ['with something that never was answered', [part({ waiting: 3, okAt: null })], null],
    ['whose messages come within the hour', [part({ lagSeconds: 3_599 })], null],
    ['whose messages come later', [part({ lagSeconds: 3_600 })], 'late'],
  ])('%s', (_, parts, how) => expect(sourceLagOf(parts, now)).toBe(how))
})

describe('once for each time it begins', () => {
  const at = (hours: number): Date => new Date(Date.UTC(2026, 10, 20, hours))
  it.each<[Parameters<typeof episodeStep>, ReturnType<typeof episodeStep>]>([
    [['silence', null, 'on', at(0)], 'tell'],
    [['silence', null, 'off', at(0)], null],
    [['silence', null, 'between', at(0)], null],
    [['silence', { since: at(0), endedAt: null }, 'on', at(9)], null],
    [['silence', { since: at(0), endedAt: null }, 'between', at(9)], null],
    [['silence', { since: at(0), endedAt: null }, 'off', at(9)], 'end'],
    [['silence', { since: at(0), endedAt: at(1) }, 'on', at(2)], 'tell'],
    [['spike', { since: at(0), endedAt: at(1) }, 'on', at(5)], null],
    [['spike', { since: at(0), endedAt: at(1) }, 'on', at(6)], 'tell'],
    [['sourceLag', { since: at(0), endedAt: at(5) }, 'on', at(6)], 'tell'],
  ])('%j: %s', (given, step) => expect(episodeStep(...given)).toBe(step))

  it('over any course of things it is reported exactly when it begins, and ends what it began', () => {
    const next = numbers()
    for (let round = 0; round < 200; round += 1) {
      let last: Parameters<typeof episodeStep>[1] = null
      for (let hour = 0; hour < 60; hour += 1) {
        const state = (['on', 'off', 'between'] as const)[next(3)] ?? 'on'
        const step = episodeStep('silence', last, state, at(hour))
        const open: boolean = last !== null && last.endedAt === null
        expect(step).toBe(open && state === 'off' ? 'end' : !open && state === 'on' ? 'tell' : null)
        if (step === 'tell') last = { since: at(hour), endedAt: null }
        if (step === 'end' && last) last = { ...last, endedAt: at(hour) }
      }
    }
  })
})

it('every kind has a name', () => {
  expect(Object.keys(alarmTitles)).toEqual([...alarmKinds])
})
