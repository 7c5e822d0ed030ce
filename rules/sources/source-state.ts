/** How well a network is heard, in one word: silent loss is what no one forgives, so what is uncertain counts against it. */

export interface HeardPart {
  /** When it answered last; null: never. */
  okAt: Date | null
  /** Since when it does not answer as it should; null: it does. */
  failureAt: Date | null
  /** What has waited for too long. */
  waiting: number
  /** When it was looked at last. */
  updatedAt: Date
}

/** Milliseconds. A failure that passes within this long is none. */
const PASSING = 10 * 60_000
/** Not looked at for this long: no one listens at all. */
const UNWATCHED = 2 * 60_000

export type SourceState = 'off' | 'ok' | 'late' | 'failing'

/** @param parts none: it is not configured */
export function sourceState(parts: readonly HeardPart[], now: Date): SourceState {
  if (parts.length === 0) return 'off'
  if (parts.some((part) => failsSince(part, now) !== null)) return 'failing'
  return parts.some(({ waiting }) => waiting > 0) ? 'late' : 'ok'
}

/** Since when it has been failing: the part that has longest. Null: it is not. */
export function failingSince(parts: readonly HeardPart[], now: Date): Date | null {
  const all = parts.flatMap((part) => failsSince(part, now) ?? [])
  return all.length === 0 ? null : new Date(Math.min(...all.map((each) => each.getTime())))
}

function failsSince({ failureAt, updatedAt }: HeardPart, now: Date): Date | null {
  if (failureAt !== null && now.getTime() - failureAt.getTime() > PASSING) return failureAt
  return now.getTime() - updatedAt.getTime() > UNWATCHED ? updatedAt : null
}
