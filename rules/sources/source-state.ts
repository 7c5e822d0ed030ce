/** How well a network is heard, in one word: silent loss is what no one forgives, so doubt counts against it. */

export interface HeardPart {
  /** When it answered last; null: never. */
  okAt: Date | null
  /** Since when it does not answer as it should; null: it does. */
  troubleAt: Date | null
  /** What has waited for too long. */
  waiting: number
  /** When it was looked at last. */
  updatedAt: Date
}

/** Milliseconds. A trouble that passes within this long is none. */
const PASSING = 10 * 60_000
/** Not looked at for this long: no one listens at all. */
const UNWATCHED = 2 * 60_000

export type SourceState = 'off' | 'ok' | 'late' | 'failing'

/** @param parts none: it is not configured */
export function sourceState(parts: readonly HeardPart[], now: Date): SourceState {
  if (parts.length === 0) return 'off'
  const isFailing = (part: HeardPart): boolean => {
    const isUnwatched = now.getTime() - part.updatedAt.getTime() > UNWATCHED
    return isUnwatched || (part.troubleAt !== null && now.getTime() - part.troubleAt.getTime() > PASSING)
  }
  if (parts.some(isFailing)) return 'failing'
  return parts.some(({ waiting }) => waiting > 0) ? 'late' : 'ok'
}
