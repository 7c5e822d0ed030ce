/** Standing queries come, change and go while messages are matched: what each takes, and whether memory comes back. */
import type { Matcher } from '../engine/match/matcher.ts'
import type { StandingQuery } from '../engine/queries/query.ts'

export interface Updates {
  /** Microseconds, sorted. */
  took: Record<'add' | 'replace' | 'remove', Float64Array>
  /** Messages a second, updates included. */
  perSecond: number
  /** Of the matcher: before, with all that was added, and when as many were removed and added again. */
  bytes: [before: number, more: number, again: number]
}

export interface Removal {
  kept: number
  /** Microseconds, sorted: a removal, and a message meanwhile. */
  removing: Float64Array
  matching: Float64Array
  /** Messages matched after the last removal until no more came back. */
  messages: number
  /** Of the matcher. */
  bytes: [before: number, after: number]
}

/** Removals per message. */
const REMOVALS = 10

/** Removes all queries from number `kept` on, while messages are matched, and goes on until memory no longer falls. */
export const measureRemoval = (matcher: Matcher, kept: number, texts: readonly string[]): Removal => {
  const before = matcher.bytes
  const [removing, matching]: [number[], number[]] = [[], []]
  const timed = (times: number[], act: () => void): void => {
    const start = performance.now()
    act()
    times.push((performance.now() - start) * 1000)
  }
  let message = 0
  const matchOne = (): void => timed(matching, () => matcher.matchIds(texts[message++ % texts.length]!))
  const size = matcher.size
  for (let id = kept; id < size; id++) {
    timed(removing, () => matcher.remove(id))
    if (id % REMOVALS === 0) matchOne()
  }
  let messages = 0
  for (let steady = 0, last = matcher.bytes; steady < 2000; steady++, messages++) {
    matchOne()
    if (matcher.bytes !== last) [steady, last] = [0, matcher.bytes]
  }
  return {
    kept,
    removing: Float64Array.from(removing).sort(),
    matching: Float64Array.from(matching).sort(),
    messages: messages - 2000,
    bytes: [before, matcher.bytes],
  }
}

/** One of each kind per so many messages. */
const MESSAGES_PER_ROUND = 30

/** @param fresh queries the matcher does not hold; as many rounds are made, and the matcher holds as many as before at the end */
export const measureUpdates = (
  matcher: Matcher,
  fresh: readonly StandingQuery[],
  texts: readonly string[],
): Updates => {
  const took: Record<'add' | 'replace' | 'remove', number[]> = { add: [], replace: [], remove: [] }
  const timed = (kind: keyof typeof took, update: () => void): void => {
    const start = performance.now()
    update()
    took[kind].push((performance.now() - start) * 1000)
  }
  const first = 10_000_000
  let message = 0
  const matchSome = (): void => {
    for (let i = 0; i < MESSAGES_PER_ROUND / 3; i++) matcher.matchIds(texts[message++ % texts.length]!)
  }
  const before = matcher.bytes
  const start = performance.now()
  fresh.forEach((query, i) => {
    timed('add', () => matcher.add(first + i, query))
    matchSome()
    timed('replace', () => matcher.replace(first + i, fresh[fresh.length - 1 - i]!))
    matchSome()
    if (i < fresh.length / 2) return
    timed('remove', () => matcher.remove(first + i))
    matchSome()
  })
  const perSecond = (message / (performance.now() - start)) * 1000
  fresh.forEach((query, i) => {
    if (!matcher.has(first + i)) matcher.add(first + i, query)
  })
  const more = matcher.bytes
  for (let i = 0; i < fresh.length; i++) matcher.remove(first + i)
  fresh.forEach((query, i) => matcher.add(first + i, query))
  const again = matcher.bytes
  for (let i = 0; i < fresh.length; i++) matcher.remove(first + i)
  const sorted = (values: number[]): Float64Array => Float64Array.from(values).sort()
  return {
    took: { add: sorted(took.add), replace: sorted(took.replace), remove: sorted(took.remove) },
    perSecond,
    bytes: [before, more, again],
  }
}
