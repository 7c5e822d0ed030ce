import type { Fingerprint } from './fingerprint.ts'
import { SLOTS } from './fingerprint.ts'
import { checkWordPrint } from './compare-words.ts'
import { checkFingerprint, IndexSegment, WantedText } from './index-segment.ts'
import type { WordPrint } from './word-print.ts'

export interface DuplicateOptions {
  /** Messages further apart in time are no copies of each other. */
  days?: number
  /** The least share of agreeing slots, 0 to 1, where the words do not say that two texts are copies. */
  threshold?: number
}

export interface FoundDuplicate {
  id: number
  /** When the found message was written, in ms. */
  at: number
  /**
   * Above 0, at most 1: the share of agreeing slots, an estimate of what share of their letters' runs both texts have,
   * beginnings counting more; or the share of what their words tell that both have, when that is greater.
   */
  similarity: number
}

export interface DuplicateIndex {
  /**
   * The stored message most like this one, at most `days` from `at`; the one added later of two as like. Without word prints
   * on both sides only the fingerprints are compared. RangeError on a wrong length.
   */
  find(fingerprint: Fingerprint, at: number, words?: WordPrint | null): FoundDuplicate | null
  /** Any number may be an id, more than once: copies added under the id of the first are found as the first. */
  add(id: number, fingerprint: Fingerprint, at: number, words?: WordPrint | null): void
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
  const wanted = new WantedText()

  function roomFor(at: number): IndexSegment {
    const last = segments.at(-1)
    if (last && last.count < last.capacity && at - last.oldest <= reach / STRETCHES) return last
    const room = Math.min(LARGEST, Math.max(SMALLEST, Math.ceil(size / STRETCHES)))
    const segment = new IndexSegment(room)
    segments.push(segment)
    return segment
  }

  return {
    find(fingerprint, at, words = null) {
      check(fingerprint, words)
      wanted.read(fingerprint, words)
      let found: FoundDuplicate | null = null
      let most = 0
      for (let i = segments.length - 1; i >= 0 && most < 1; i--) {
        const segment = segments[i]!
        if (segment.newest < at - reach || segment.oldest > at + reach) continue
        const entry = segment.find(wanted, at - reach, at + reach, fewest, most)
        if (entry < 0) continue
        most = segment.similarity
        found = { id: segment.ids[entry]!, at: segment.times[entry]!, similarity: most }
      }
      return found
    },
    add(id, fingerprint, at, words = null) {
      check(fingerprint, words)
      wanted.read(fingerprint, words)
      roomFor(at).add(id, wanted, words, at)
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

function check(fingerprint: Fingerprint, words: WordPrint | null): void {
  checkFingerprint(fingerprint)
  if (words !== null) checkWordPrint(words)
}
