import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { noticeModes } from '../../contract/reach/notices.ts'
import { wallClock } from '../wall-clock.ts'
import { BETWEEN_NOTICES, decide, isQuiet, momentOfNotice, type Facts } from './moments.ts'
import { everyWeekday } from './rule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const moscow = wallClock('Europe/Moscow')
const at = (iso: string): number => Date.parse(iso)

/** As someone in Moscow has it who is notified of each message, at 15:00 on a Friday. */
const usual: Facts = {
  rule: { mode: 'now', hour: 9, weekdays: everyWeekday, smallest: 1 },
  preferences: { quiet: null, ceiling: 20, pausedUntil: null },
  clock: moscow,
  now: at('2026-11-20T12:00:00Z'),
  waitingSince: at('2026-11-20T12:00:00Z'),
  lastAt: null,
  recent: [],
}
type Differing = Partial<Omit<Facts, 'rule' | 'preferences'>> & {
  rule?: Partial<Facts['rule']>
  preferences?: Partial<Facts['preferences']>
}
const facts = ({ rule, preferences, ...more }: Differing): Facts => ({
  ...usual,
  ...more,
  rule: { ...usual.rule, ...rule },
  preferences: { ...usual.preferences, ...preferences },
})
const moment = (differing: Differing): string | null => {
  const found = momentOfNotice(facts(differing))
  return found === null ? null : new Date(found).toISOString().replace('.000Z', 'Z')
}
const night = { from: '22:00', to: '08:00' }

test.each<[string, Differing, string | null]>([
  ['off: never', { rule: { mode: 'off' } }, null],
  ['at once', {}, '2026-11-20T12:00:00Z'],
  ['at once, a minute after the last', { lastAt: at('2026-11-20T11:59:30Z') }, '2026-11-20T12:00:30Z'],
  ['at once, the last is a minute ago', { lastAt: at('2026-11-20T11:59:00Z') }, '2026-11-20T12:00:00Z'],
  [
    'in quiet hours: at their end',
    { now: at('2026-11-20T20:00:00Z'), preferences: { quiet: night } },
    '2026-11-21T05:00:00Z',
  ],
  ['after midnight too', { now: at('2026-11-20T22:00:00Z'), preferences: { quiet: night } }, '2026-11-21T05:00:00Z'],
  [
    'at their end it is not quiet',
    { now: at('2026-11-20T05:00:00Z'), preferences: { quiet: night } },
    '2026-11-20T05:00:00Z',
  ],
  ['just before, it is', { now: at('2026-11-20T04:59:59Z'), preferences: { quiet: night } }, '2026-11-20T05:00:00Z'],
  ['quiet hours within a day', { preferences: { quiet: { from: '14:30', to: '16:15' } } }, '2026-11-20T13:15:00Z'],
  ['of no length they are none', { preferences: { quiet: { from: '15:00', to: '15:00' } } }, '2026-11-20T12:00:00Z'],
  ['paused', { preferences: { pausedUntil: at('2026-11-20T13:07:00Z') } }, '2026-11-20T13:07:00Z'],
  [
    'a pause that ends when it is quiet',
    { preferences: { quiet: night, pausedUntil: at('2026-11-20T21:00:00Z') } },
    '2026-11-21T05:00:00Z',
  ],
  ['a pause that is over', { preferences: { pausedUntil: at('2026-11-20T11:00:00Z') } }, '2026-11-20T12:00:00Z'],
  [
    'above the ceiling',
    { preferences: { ceiling: 2 }, recent: [at('2026-11-20T11:30:00Z'), at('2026-11-20T11:40:00Z')] },
    '2026-11-20T12:30:00Z',
  ],
  [
    'far above a ceiling that was lowered',
    { preferences: { ceiling: 1 }, recent: [at('2026-11-20T11:30:00Z'), at('2026-11-20T11:40:00Z')] },
    '2026-11-20T12:40:00Z',
  ],
  [
    'what is sent hourly knows no ceiling',
    { rule: { mode: 'hourly' }, preferences: { ceiling: 1 }, recent: [at('2026-11-20T11:59:00Z')] },
    '2026-11-20T12:00:00Z',
  ],
  [
    'hourly',
    { rule: { mode: 'hourly' }, now: at('2026-11-20T12:00:01Z'), waitingSince: at('2026-11-20T12:00:01Z') },
    '2026-11-20T13:00:00Z',
  ],
  [
    'hourly, sent in this hour',
    { rule: { mode: 'hourly' }, lastAt: at('2026-11-20T12:00:00Z') },
    '2026-11-20T13:00:00Z',
  ],
  [
    'hourly, an hour that was missed',
    { rule: { mode: 'hourly' }, waitingSince: at('2026-11-20T10:30:00Z'), now: at('2026-11-20T12:10:00Z') },
    '2026-11-20T12:10:00Z',
  ],
  [
    'hourly, by a wall that is half an hour off',
    {
      rule: { mode: 'hourly' },
      clock: wallClock('Asia/Kolkata'),
      now: at('2026-11-20T12:10:00Z'),
      waitingSince: at('2026-11-20T12:10:00Z'),
    },
    '2026-11-20T12:30:00Z',
  ],
  ['daily', { rule: { mode: 'daily' } }, '2026-11-21T06:00:00Z'],
  ['daily, later today', { rule: { mode: 'daily', hour: 18 } }, '2026-11-20T15:00:00Z'],
  ['daily, in Omsk', { rule: { mode: 'daily' }, clock: wallClock('Asia/Omsk') }, '2026-11-21T03:00:00Z'],
  ['daily on Mondays', { rule: { mode: 'daily', weekdays: [1] } }, '2026-11-23T06:00:00Z'],
  ['daily on Fridays, the hour is over', { rule: { mode: 'daily', weekdays: [5] } }, '2026-11-27T06:00:00Z'],
  [
    'daily, the hour was missed',
    { rule: { mode: 'daily' }, waitingSince: at('2026-11-20T05:00:00Z') },
    '2026-11-20T12:00:00Z',
  ],
  [
    'daily, sent today',
    { rule: { mode: 'daily' }, waitingSince: at('2026-11-20T05:00:00Z'), lastAt: at('2026-11-20T06:00:01Z') },
    '2026-11-21T06:00:00Z',
  ],
  [
    'daily in quiet hours',
    { rule: { mode: 'daily', hour: 23 }, preferences: { quiet: night } },
    '2026-11-21T05:00:00Z',
  ],
])('%s', (_, differing, expected) => {
  expect(moment(differing)).toBe(expected)
})

/** In Berlin clocks are put forward at 01:00Z on 29 March 2026, from 2 to 3, and back at 01:00Z on 25 October, from 3 to 2. */
describe('where clocks jump', () => {
  const clock = wallClock('Europe/Berlin')
  const from = (iso: string) => ({ clock, now: at(iso), waitingSince: at(iso) })

  test.each<[string, Differing, string]>([
    [
      'quiet hours that end in the hour that is left out',
      { ...from('2026-03-29T00:30:00Z'), preferences: { quiet: { from: '22:00', to: '02:30' } } },
      '2026-03-29T01:00:00Z',
    ],
    ['a shorter night', { ...from('2026-03-28T22:00:00Z'), preferences: { quiet: night } }, '2026-03-29T06:00:00Z'],
    ['a longer night', { ...from('2026-10-24T21:00:00Z'), preferences: { quiet: night } }, '2026-10-25T07:00:00Z'],
    [
      'the hour that comes twice is quiet twice',
      { ...from('2026-10-25T01:05:00Z'), preferences: { quiet: { from: '22:00', to: '02:30' } } },
      '2026-10-25T01:30:00Z',
    ],
    [
      'daily at the hour that is left out',
      { ...from('2026-03-28T12:00:00Z'), rule: { mode: 'daily', hour: 2 } },
      '2026-03-29T01:00:00Z',
    ],
    [
      'daily at the hour that comes twice: once',
      { ...from('2026-10-25T00:30:00Z'), rule: { mode: 'daily', hour: 2 } },
      '2026-10-26T01:00:00Z',
    ],
    [
      'daily, the day after',
      { ...from('2026-10-24T12:00:00Z'), rule: { mode: 'daily', hour: 9 } },
      '2026-10-25T08:00:00Z',
    ],
    ['hourly over the jump', { ...from('2026-03-29T00:30:00Z'), rule: { mode: 'hourly' } }, '2026-03-29T01:00:00Z'],
  ])('%s', (_, differing, expected) => {
    expect(moment(differing)).toBe(expected)
  })
})

describe('a decision', () => {
  it('waits for the smallest number, and looks again', () => {
    const five = { rule: { smallest: 5 } }
    expect(decide(facts(five), 5)).toEqual({ due: true })
    expect(decide(facts(five), 4)).toEqual({ due: false, next: usual.now + HOUR })
    expect(decide(facts({ rule: { mode: 'hourly', smallest: 5 } }), 4)).toEqual({
      due: false,
      next: at('2026-11-20T13:00:00Z'),
    })
    expect(decide(facts({ rule: { mode: 'daily', hour: 15, smallest: 5 } }), 4)).toEqual({
      due: false,
      next: at('2026-11-21T12:00:00Z'),
    })
  })

  it('sends nothing where there is nothing', () => {
    expect(decide(facts({}), 0)).toEqual({ due: false, next: usual.now + HOUR })
    expect(decide(facts({ rule: { mode: 'off' } }), 5)).toBeNull()
  })

  it('waits for the moment, however many there are', () => {
    expect(decide(facts({ rule: { mode: 'hourly' }, now: usual.now + 1, waitingSince: usual.now + 1 }), 500)).toEqual({
      due: false,
      next: at('2026-11-20T13:00:00Z'),
    })
  })
})

const zones = [
  'Europe/Moscow',
  'Asia/Omsk',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Casablanca',
]
const clocks = new Map(zones.map((zone) => [zone, wallClock(zone)]))
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const days = (count: number): number => count * 24 * HOUR
/** Most of them about the days on which clocks jump. */
const moments = fc.oneof(
  fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') }),
  ...[
    '2026-03-08T07:00:00Z',
    '2026-03-29T01:00:00Z',
    '2026-10-25T01:00:00Z',
    '2026-11-01T06:00:00Z',
    '2026-04-04T15:00:00Z',
  ].map((jump) => fc.integer({ min: -1_500, max: 1_500 }).map((minutes) => at(jump) + minutes * MINUTE)),
)
const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    zone: fc.constantFrom(...zones),
    now: moments,
    mode: fc.constantFrom(...noticeModes),
    hour: fc.integer({ min: 0, max: 23 }),
    weekdays: fc.subarray([...everyWeekday], { minLength: 1 }),
    smallest: fc.integer({ min: 1, max: 100 }),
    quiet: fc.option(fc.record({ from: time, to: time }), { nil: null }),
    ceiling: fc.integer({ min: 1, max: 60 }),
    pause: fc.option(fc.integer({ min: -days(2), max: days(9) }), { nil: null }),
    waited: fc.integer({ min: 0, max: days(3) }),
    last: fc.option(fc.integer({ min: 0, max: days(2) }), { nil: null }),
    recent: fc.array(fc.integer({ min: 0, max: 2 * HOUR }), { maxLength: 80 }),
  })
  .map(({ zone, now, mode, hour, weekdays, smallest, quiet, ceiling, pause, waited, last, recent }) => ({
    rule: { mode, hour, weekdays, smallest },
    preferences: { quiet, ceiling, pausedUntil: pause === null ? null : now + pause },
    clock: clocks.get(zone) ?? moscow,
    now,
    waitingSince: now - waited,
    lastAt: last === null ? null : now - last,
    recent: recent.map((ago) => now - ago),
  }))

describe('of any facts the moment', () => {
  const holds = (check: (all: Facts, at: number) => void, numRuns = 500) =>
    fc.assert(
      fc.property(anyFacts, (all) => {
        const found = momentOfNotice(all)
        if (all.rule.mode === 'off') expect(found).toBeNull()
        else check(all, found ?? NaN)
      }),
      { numRuns },
    )

  it('is there, not before now, and within a fortnight after the pause', () =>
    holds(({ now, preferences }, found) => {
      expect(found).toBeGreaterThanOrEqual(now)
      expect(found).toBeLessThan(Math.max(now, preferences.pausedUntil ?? now) + days(14))
    }))

  it('is in no quiet hours and in no pause', () =>
    holds(({ preferences: { quiet, pausedUntil }, clock }, found) => {
      if (quiet) expect(isQuiet(clock, quiet, found)).toBe(false)
      if (pausedUntil !== null) expect(found).toBeGreaterThanOrEqual(pausedUntil)
    }))

  it('is at once not above the ceiling, nor within a minute of the last', () =>
    holds(({ rule, preferences: { ceiling }, recent, lastAt }, found) => {
      if (rule.mode !== 'now') return
      expect(recent.filter((each) => each > found - HOUR).length).toBeLessThan(ceiling)
      if (lastAt !== null) expect(found - lastAt).toBeGreaterThanOrEqual(BETWEEN_NOTICES)
    }))

  it('is the same when it is asked for then, and moves only on with the clock', () =>
    holds((all, found) => {
      expect(momentOfNotice({ ...all, now: found })).toBe(found)
      const between = all.now + Math.floor((found - all.now) / 2)
      expect(momentOfNotice({ ...all, now: between })).toBe(found)
      expect(momentOfNotice({ ...all, now: found + 90 * MINUTE })).toBeGreaterThanOrEqual(found)
    }))

  it('is no later for a higher ceiling, and no earlier for a longer pause', () =>
    holds((all, found) => {
      const { preferences } = all
      const higher = { ...preferences, ceiling: preferences.ceiling + 1 }
      expect(momentOfNotice({ ...all, preferences: higher })).toBeLessThanOrEqual(found)
      const longer = { ...preferences, pausedUntil: Math.max(preferences.pausedUntil ?? 0, all.now + HOUR) }
      expect(momentOfNotice({ ...all, preferences: longer })).toBeGreaterThanOrEqual(found)
    }))

  it('is the first minute that is free, as one finds who looks at each of them', () =>
    holds((all, found) => {
      const { rule, preferences, clock, lastAt, now, waitingSince, recent } = all
      const { quiet, pausedUntil, ceiling } = preferences
      const from = lastAt === null ? waitingSince : Math.max(waitingSince, lastAt + 1)
      const begun = (each: number): boolean => {
        if (rule.mode === 'now') return lastAt === null || each >= lastAt + BETWEEN_NOTICES
        // A slot lies in [from, each]: the wall showed a whole hour, or that hour of one of those days, for the first time.
        for (let slot = Math.ceil(from / MINUTE) * MINUTE; slot <= each; slot += MINUTE) {
          const wall = new Date(clock(slot))
          if (rule.mode === 'hourly' && wall.getUTCMinutes() === 0) return true
          if (rule.mode === 'hourly') continue
          const [day, due] = [clock(slot) - (clock(slot) % days(1)), rule.hour * HOUR]
          const weekday = wall.getUTCDay() || 7
          const isFirst = clock(slot) >= day + due && clock(slot - MINUTE) < day + due
          const cameBefore = [1, 2, 3].some((hours) => clock(slot - hours * HOUR) >= day + due)
          if (rule.weekdays.includes(weekday) && isFirst && !cameBefore) return true
        }
        return false
      }
      const isFree = (each: number): boolean =>
        begun(each) &&
        (pausedUntil === null || each >= pausedUntil) &&
        (!quiet || !isQuiet(clock, quiet, each)) &&
        (rule.mode !== 'now' || recent.filter((one) => one > each - HOUR).length < ceiling)
      expect(isFree(found)).toBe(true)
      for (let each = found - MINUTE; each >= Math.max(now, found - 3 * HOUR); each -= 7 * MINUTE)
        expect(isFree(each)).toBe(false)
      if (found > now) expect(isFree(found - 1)).toBe(false)
    }, 150))

  it('sends, of enough, exactly when it has come', () =>
    fc.assert(
      fc.property(anyFacts, fc.integer({ min: 0, max: 120 }), (all, count) => {
        const decision = decide(all, count)
        const found = momentOfNotice(all)
        if (found === null) expect(decision).toBeNull()
        else if (found <= all.now && count >= all.rule.smallest) expect(decision).toEqual({ due: true })
        else expect(decision).toMatchObject({ due: false })
        if (!decision || decision.due) return
        const { next } = decision
        expect(next).toBeGreaterThan(all.now)
        expect(Number.isFinite(next)).toBe(true)
      }),
    ))
})
