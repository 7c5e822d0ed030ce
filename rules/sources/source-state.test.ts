import { expect, it } from 'vitest'
import { failingSince, sourceState, type HeardPart } from './source-state.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000)
const part = (more: Partial<HeardPart> = {}): HeardPart => ({
  okAt: ago(1),
  failureAt: null,
  waiting: 0,
  updatedAt: ago(0),
  ...more,
})

it.each<[string, HeardPart[], string]>([
  ['not configured', [], 'off'],
  ['everything answers and nothing waits', [part(), part()], 'ok'],
  ['it was never asked yet', [part({ okAt: null })], 'ok'],
  ['something has waited for too long', [part(), part({ waiting: 3 })], 'late'],
  ['a failure that may pass', [part({ failureAt: ago(9) })], 'ok'],
  ['a failure that does not pass', [part(), part({ failureAt: ago(11) })], 'failing'],
  ['it fails, and things wait', [part({ waiting: 3 }), part({ failureAt: ago(11) })], 'failing'],
  ['it fails now, though it answered in between', [part({ okAt: ago(5), failureAt: ago(11) })], 'failing'],
  ['nobody listens', [part({ updatedAt: ago(3) })], 'failing'],
])('%s', (_, parts, state) => {
  expect(sourceState(parts, now)).toBe(state)
})

it.each<[string, HeardPart[], Date | null]>([
  ['nothing fails', [part(), part({ waiting: 3 }), part({ failureAt: ago(9) })], null],
  ['the part that has failed for longest', [part({ failureAt: ago(11) }), part({ failureAt: ago(30) })], ago(30)],
  ['no one looked since', [part({ updatedAt: ago(3) })], ago(3)],
])('since when it fails: %s', (_, parts, since) => {
  expect(failingSince(parts, now)).toEqual(since)
})
