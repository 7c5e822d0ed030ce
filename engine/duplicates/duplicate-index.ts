import type { Fingerprint } from './fingerprint.ts'
import { SLOTS } from './fingerprint.ts'
import { checkFingerprint, IndexSegment } from './index-segment.ts'

export interface DuplicateOptions {
  /** Messages further apart in time are no copies of each other. */
  days?: number
  /** The least share of agreeing slots, 0 to 1. */
  threshold?: number
}

export interface FoundDuplicate {
  id: number
  /** When the found message was written, in ms. */
  at: number
  /** Share of agreeing slots, 0 to 1: an estimate of what share of their letters' runs both texts have, beginnings counting more. */
  similarity: number
}

export interface DuplicateIndex {
  /** The stored message most like this one, at most `days` from `at`; the one added later of two as like. RangeError on a wrong length. */
  find(fingerprint: Fingerprint, at: number): FoundDuplicate | null
  /** Any number may be an id, more than once: copies added under the id of the first are found as the first. */
  add(id: number, fingerprint: Fingerprint, at: number): void
  /** Gives back the memory of stretches that are wholly before the time, and returns how many messages those held. */
  forget(before: number): number
  /** Messages held. */
  readonly size: number
  readonly bytes: number
}

const DAY = 86_400_000
const SMALLEST = 4096
const LARGEST = 1 << 20
/** A stretch holds about this part of all messages, so forgetting lags behind by no more than that. */
const STRETCHES = 4

/**
 * Messages by time in stretches that never grow and are never moved: nothing stops while an index of millions is rebuilt.
 * A find asks every stretch; sizes grow with what is held, so there are some dozens of them at most.
 */
export function createDuplicateIndex({ days = 14, threshold = 0.6 }: DuplicateOptions = {}): DuplicateIndex {
  const reach = days * DAY
  const fewest = Math.max(1, Math.ceil(threshold * SLOTS))
  let segments: IndexSegment[] = []
  let size = 0

  function roomFor(at: number): IndexSegment {
    const last = segments.at(-1)
    if (last && last.count < last.capacity && at - last.oldest <= reach / STRETCHES) return last
    const room = Math.min(LARGEST, Math.max(SMALLEST, Math.ceil(size / STRETCHES)))
    const segment = new IndexSegment(room)
    segments.push(segment)
    return segment
  }

  return {
    find(fingerprint, at) {
      checkFingerprint(fingerprint)
      let found: FoundDuplicate | null = null
      let most = fewest - 1
      for (let i = segments.length - 1; i >= 0 && most < SLOTS; i--) {
        const segment = segments[i]!
        if (segment.newest < at - reach || segment.oldest > at + reach) continue
        const entry = segment.find(fingerprint, at - reach, at + reach, most + 1)
        if (entry < 0) continue
        most = segment.agreed
        found = { id: segment.ids[entry]!, at: segment.times[entry]!, similarity: most / SLOTS }
      }
      return found
    },
    add(id, fingerprint, at) {
      checkFingerprint(fingerprint)
      roomFor(at).add(id, fingerprint, at)
      size++
    },
    forget(before) {
      const held = size
      segments = segments.filter((segment) => segment.newest >= before)
      size = segments.reduce((sum, segment) => sum + segment.count, 0)
      return held - size
    },
    get size() {
      return size
    },
    get bytes() {
      return segments.reduce((sum, segment) => sum + segment.bytes, 0)
    },
  }
}
