import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_VIEWS, type FeedUpdate } from '../../../../../contract/reading/feed-updates.ts'
import { badge } from '../../../../../rules/badge.ts'
import {
  begin,
  isBehind,
  knownUpdates,
  restart,
  take,
  takeAnswer,
  toAsk,
  watch,
  type FeedUpdates,
} from './feed-updates.ts'
import { lawRuns } from '../../../../../tools/law-runs.ts'

const FILTER = 7
const update = (since: number, seqId: number, count: number, snippet: string | null = null): FeedUpdate => ({
  filterId: FILTER,
  since,
  seqId,
  count,
  snippet,
})
const after = (upTo: number, ...updates: FeedUpdate[]) => updates.reduce(take, begin({}, FILTER, upTo))[FILTER]

describe('an update', () => {
  test('that joins on is added', () => {
    expect(after(100, update(100, 110, 2, 'один'), update(110, 115, 1, 'два'))).toMatchObject({
      counted: 115,
      count: 3,
      snippet: 'два',
    })
  })

  test('that says nothing came moves on without a word', () => {
    expect(after(100, update(100, 105, 1, 'один'), update(105, 120, 0))).toMatchObject({
      counted: 120,
      count: 1,
      snippet: 'один',
    })
  })

  test('that was counted before changes nothing', () => {
    const counted = begin({}, FILTER, 100)
    const once = take(counted, update(100, 110, 2))
    expect(take(once, update(100, 110, 2))).toBe(once)
    expect(take(once, update(90, 105, 2))).toBe(once)
  })

  test('after a gap is not counted but asked for', () => {
    const state = after(100, update(105, 110, 2))
    expect(state).toMatchObject({ counted: 100, count: 0, heard: 110 })
    expect(state && isBehind(state)).toBe(true)
    const answered = after(100, update(105, 110, 2), update(100, 112, 3))
    expect(answered).toMatchObject({ counted: 112, count: 3 })
    expect(answered && isBehind(answered)).toBe(false)
  })

  test('that overlaps is not counted but asked for', () => {
    const state = after(100, update(100, 110, 2), update(105, 115, 2))
    expect(state).toMatchObject({ counted: 110, count: 2, heard: 115 })
  })

  test('of a filter nobody looks at is let go', () => {
    const all = begin({}, FILTER, 100)
    expect(take(all, { ...update(100, 110, 1), filterId: 8 })).toBe(all)
  })
})

describe('a page read again', () => {
  test('starts the count over and remembers what was seen before', () => {
    const counted = take(begin({}, FILTER, 100), update(100, 110, 2))
    expect(begin(counted, FILTER, 110)[FILTER]).toMatchObject({ base: 110, counted: 110, count: 0, seenBefore: 100 })
  })

  test('from before the last signal leaves something to ask for', () => {
    const counted = take(begin({}, FILTER, 100), update(100, 120, 2))
    const state = begin(counted, FILTER, 110)
    expect(toAsk(state)).toEqual({ filters: [{ filterId: FILTER, since: 110 }], views: [] })
    expect(state[FILTER] && isBehind(state[FILTER])).toBe(true)
  })

  test('with nothing new changes nothing', () => {
    const all = begin({}, FILTER, 100)
    expect(begin(all, FILTER, 100)).toBe(all)
  })
})

test('a first page remembers what an earlier visit had seen', () => {
  expect(begin({}, FILTER, 100, 80)[FILTER]).toMatchObject({ base: 100, seenBefore: 80 })
})

describe('a filter that is not on the screen', () => {
  const others = watch(begin({}, FILTER, 100), [FILTER, 8, 9], (id) => (id === 8 ? 60 : 100))

  test('is counted from where it was last read, once the server has answered', () => {
    expect(others[8]).toMatchObject({ base: 60, counted: 60, count: 0, unsure: true })
    const early = take(others, { filterId: 8, since: 60, seqId: 120, count: 1, snippet: null })
    expect(early[8]).toMatchObject({ counted: 60, count: 0, heard: 120 })
    const answered = takeAnswer(early, { filterId: 8, since: 60, seqId: 120, count: 5, snippet: 'пять' })
    expect(answered[8]).toMatchObject({ counted: 120, count: 5, snippet: 'пять', unsure: false })
    expect(answered[8] && isBehind(answered[8])).toBe(false)
  })

  test('that is opened marks as new what came since', () => {
    expect(begin(others, 8, 130)[8]).toMatchObject({ base: 130, count: 0, seenBefore: 60 })
  })

  test('is forgotten when it is deleted, and the rest is left alone', () => {
    expect(Object.keys(watch(others, [FILTER, 9], () => 100))).toEqual([String(FILTER), '9'])
    expect(watch(others, [9, 8, FILTER], () => 1)).toBe(others)
  })
})

describe('a view', () => {
  const VIEW = 'project:7'
  const viewUpdate = (since: number, seqId: number, count: number) => ({
    view: VIEW,
    since,
    seqId,
    count,
    snippet: null,
  })
  const both = begin(begin({}, FILTER, 100), VIEW, 100)

  test('is counted beside the filter of the same number', () => {
    const counted = take(take(both, viewUpdate(100, 110, 2)), update(100, 105, 1))
    expect(counted[VIEW]).toMatchObject({ counted: 110, count: 2 })
    expect(counted[FILTER]).toMatchObject({ counted: 105, count: 1 })
    expect(toAsk(counted)).toEqual({
      filters: [{ filterId: FILTER, since: 105 }],
      views: [{ view: VIEW, since: 110 }],
    })
  })

  test('is watched and let go as a filter is', () => {
    const watched = watch(both, [FILTER, VIEW, 'all', 'group:2/17'], () => 60)
    expect(Object.keys(watched)).toEqual([String(FILTER), VIEW, 'all', 'group:2/17'])
    expect(watch(watched, ['group:2/17', 'all', VIEW, String(FILTER)], () => 1)).toBe(watched)
    const answered = takeAnswer(watched, { ...viewUpdate(60, 120, 4), view: 'group:2/17' })
    expect(knownUpdates(answered, 'group:2/17')).toEqual({ count: 4, snippet: null })
    expect(Object.keys(watch(answered, [FILTER], () => 1))).toEqual([String(FILTER)])
  })

  test('is asked for with no more others than are counted', () => {
    const many = watch(
      {},
      Array.from({ length: 130 }, (_, place) => `category:${place + 1}`),
      () => 0,
    )
    expect(toAsk(many).views).toHaveLength(MAX_VIEWS)
  })
})

describe('a changed filter', () => {
  const counted = take(begin({}, FILTER, 100), update(100, 110, 3, 'старое'))
  const changed = restart(counted, FILTER)

  test('is counted again from what the reader has seen', () => {
    expect(changed[FILTER]).toMatchObject({ base: 100, counted: 100, count: 0, snippet: null })
    expect(changed[FILTER] && isBehind(changed[FILTER])).toBe(true)
    expect(takeAnswer(changed, update(100, 112, 1, 'новое'))[FILTER]).toMatchObject({
      counted: 112,
      count: 1,
      snippet: 'новое',
      unsure: false,
    })
  })

  test('does not take what was counted for the old one, though it would join on', () => {
    expect(take(changed, update(100, 115, 7))[FILTER]).toMatchObject({ counted: 100, count: 0, heard: 115 })
  })

  test('does not take an answer to what was asked before either', () => {
    expect(takeAnswer(changed, update(110, 116, 2))).toBe(changed)
  })
})

test.each([
  [0, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('the badge of %d is %s', (count, shown) => {
  expect(badge(count)).toBe(shown)
})

/**
 * A server as simple as can be: items arrive, a socket is notified of them in spans, and asking counts from a given place.
 * Between it and the reducer stands a bad network: it loses and doubles signals, delays answers, and connects again.
 */
function run(steps: readonly Step[]): { counted: number; count: number; really: number; asked: number } {
  let newest = 100
  const items: number[] = []
  const countIn = (since: number, upTo: number): number =>
    items.filter((seqId) => seqId > since && seqId <= upTo).length
  let sentUpTo = 100
  let all: FeedUpdates = begin({}, FILTER, 100)
  let late: FeedUpdate[] = []
  let asked = 0
  const hear = (received: FeedUpdate): void => {
    all = take(all, received)
  }
  const ask = (): FeedUpdate => {
    asked += 1
    const since = toAsk(all).filters[0]?.since ?? 0
    sentUpTo = Math.max(newest, since)
    return update(since, sentUpTo, countIn(since, sentUpTo))
  }
  const signal = (): FeedUpdate => {
    const sent = update(sentUpTo, newest, countIn(sentUpTo, newest))
    sentUpTo = newest
    return sent
  }
  for (const step of steps) {
    if (step.kind === 'items') {
      for (const fits of step.fit) {
        newest += 1
        if (fits) items.push(newest)
      }
    } else if (step.kind === 'signal') hear(signal())
    else if (step.kind === 'lost') signal()
    else if (step.kind === 'doubled') {
      const received = signal()
      hear(received)
      hear(received)
    } else if (step.kind === 'late') late.push(signal())
    else if (step.kind === 'answered late') late.push(ask())
    else if (step.kind === 'arrive') {
      for (const received of late.reverse()) hear(received)
      late = []
    } else if (step.kind === 'reconnect') hear(ask())
    else all = begin(all, FILTER, newest)
    const state = all[FILTER]
    if (state && countIn(state.base, state.counted) !== state.count)
      throw new Error(`counted ${state.count} in (${state.base}, ${state.counted}]`)
  }
  // However it went, one more signal and at most one more question set it right.
  newest += 1
  items.push(newest)
  hear(signal())
  const state = all[FILTER]
  if (state && isBehind(state)) hear(ask())
  const last = all[FILTER]
  return { counted: last?.counted ?? 0, count: last?.count ?? 0, really: countIn(last?.base ?? 0, newest), asked }
}

type Step =
  | { kind: 'items'; fit: boolean[] }
  | { kind: 'signal' | 'lost' | 'doubled' | 'late' | 'answered late' | 'arrive' | 'reconnect' | 'read again' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('items' as const), fit: fc.array(fc.boolean(), { maxLength: 5 }) }),
  fc.record({
    kind: fc.constantFrom(
      'signal',
      'lost',
      'doubled',
      'late',
      'answered late',
      'arrive',
      'reconnect',
      'read again' as const,
    ),
  }) as fc.Arbitrary<Step>,
)

test('law: the cache after signals is the cache after asking again', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { count, really } = run(steps)
      expect(count).toBe(really)
    }),
    { numRuns: lawRuns(2000) },
  )
})

test('a network that loses nothing needs no question', () => {
  const steps = Array.from({ length: 30 }, (_, index): Step =>
    index % 2 === 0 ? { kind: 'items', fit: [true, false] } : { kind: 'signal' },
  )
  expect(run(steps)).toMatchObject({ count: 16, really: 16, asked: 0 })
})

test('what came is known of a filter only while it is counted for sure', () => {
  expect(knownUpdates({}, 7)).toBeNull()
  expect(
    knownUpdates(
      watch({}, [7], () => 100),
      7,
    ),
  ).toBeNull()
  const read = begin({}, 7, 100)
  expect(knownUpdates(read, 7)).toEqual({ count: 0, snippet: null })
  const came = take(read, { filterId: 7, since: 100, seqId: 104, count: 2, snippet: 'Ищу фотографа' })
  expect(knownUpdates(came, 7)).toEqual({ count: 2, snippet: 'Ищу фотографа' })
  expect(knownUpdates(restart(came, 7), 7)).toBeNull()
})
