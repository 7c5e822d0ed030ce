/**
 * What is asked of every candidate, under the number of its query, in an array of its own that is small enough for the
 * caches: most candidates fail here, and the records of their queries are never looked at.
 */
import { doubled } from './int-arena.ts'
import type { MessageTerms } from './message-terms.ts'

/** Fields of a gate, sixteen numbers (a cache line) per query. */
export const GATE_SHIFT = 4
/** The message in which the query was decided last; minus that, when its context or what it excludes refused it. */
export const DECIDED = 0
/** In that message: the unit of the first keyword that fits, or UNFOUND. */
export const BEST = 1
/** Never 0 while the number is taken. */
export const RECORD = 2
/** How many terms of the gate are needed (8 bits), how many excluded (8 bits), and above that whether this is all there is. */
const CONDITIONS = 3
const TERMS = 4
/** Terms that there is room for. */
const ROOM = (1 << GATE_SHIFT) - TERMS

/** No keyword fits so far. */
export const UNFOUND = -1

/** Terms of which a message needs one, if there are any, and terms of which it must have none; null for what is not just terms. */
export interface Conditions {
  needed: readonly number[] | null
  excluded: readonly number[] | null
}

/** Numbers there are always room for. */
const LEAST = 64
/** Free numbers that one step of tidying may pass over. */
const MOST_PASSED = 64

export class Gates {
  /** Read again after every `allocate` and `tidy`: growing and shrinking replace the array. */
  data = new Int32Array(LEAST << GATE_SHIFT)
  /** Numbers that are taken. */
  #held = 0
  /** No number from here on is taken. */
  #top = 0
  /** Free ones below the top; those that the top has come below since are passed over. */
  readonly #free: number[] = []
  #isTidying = false

  allocate(record: number, conditions: Conditions): number {
    const number = this.#popFree() ?? this.#top++
    if (number << GATE_SHIFT === this.data.length) this.data = doubled(this.data)
    const gate = number << GATE_SHIFT
    this.data[gate + DECIDED] = 0
    this.data[gate + RECORD] = record
    this.data[gate + BEST] = UNFOUND
    this.#writeConditions(gate, conditions)
    this.#held++
    return number
  }

  release(number: number): void {
    this.data[(number << GATE_SHIFT) + RECORD] = 0
    this.#free.push(number)
    this.#held--
  }

  recordOf(number: number): number {
    return this.data[(number << GATE_SHIFT) + RECORD]!
  }

  /** Whether the current message is refused by what the gate holds; if not, but the gate holds all, the query is decided as well. */
  refuses(gate: number, terms: MessageTerms): boolean {
    const { data } = this
    const { message } = terms
    const decided = data[gate + DECIDED]!
    if (decided === message) return false
    if (decided === -message) return true
    const conditions = data[gate + CONDITIONS]!
    const needed = gate + TERMS
    const excluded = needed + (conditions & 255)
    const end = excluded + ((conditions >> 8) & 255)
    if ((excluded > needed && !hasAny(data, needed, excluded, terms)) || hasAny(data, excluded, end, terms)) {
      data[gate + DECIDED] = -message
      return true
    }
    if (conditions >> 16 !== 0) {
      data[gate + DECIDED] = message
      data[gate + BEST] = UNFOUND
    }
    return false
  }

  /** For when the numbers of messages begin again. */
  undecide(): void {
    for (let gate = 0; gate < this.data.length; gate += 1 << GATE_SHIFT) this.data[gate + DECIDED] = 0
  }

  /**
   * When more than half of the numbers are free: one step of giving queries at the top the lowest numbers that come to hand,
   * at most this many of them; everybody who knows their names must be informed. When no free ones are left, the array shrinks.
   */
  tidy(most: number, moved: (from: number, to: number) => void): void {
    if (!this.#isTidying) {
      if (this.#top <= LEAST || this.#held * 2 > this.#top) return
      this.#isTidying = true
    }
    let left = most
    for (let passed = 0; this.#top > this.#held && left > 0 && passed < MOST_PASSED; passed++) {
      const from = --this.#top
      const gate = from << GATE_SHIFT
      if (this.data[gate + RECORD] === 0) continue
      const to = this.#popFree()
      if (to === undefined) throw new Error('The index of standing queries has lost a number')
      this.data.copyWithin(to << GATE_SHIFT, gate, gate + (1 << GATE_SHIFT))
      this.data[gate + RECORD] = 0
      moved(from, to)
      left--
    }
    if (this.#top > this.#held) return
    this.#isTidying = false
    this.#free.length = 0
    const room = Math.max(LEAST, 2 ** Math.ceil(Math.log2(2 * this.#top)))
    if (room << GATE_SHIFT < this.data.length) this.data = this.data.slice(0, room << GATE_SHIFT)
  }

  /** What does not fit in is left to the record. */
  #writeConditions(gate: number, { needed, excluded }: Conditions): void {
    const first = needed !== null && needed.length <= ROOM ? needed : []
    const second = excluded !== null && first.length + excluded.length <= ROOM ? excluded : []
    const isComplete = first === needed && second === excluded
    this.data[gate + CONDITIONS] = first.length | (second.length << 8) | (isComplete ? 1 << 16 : 0)
    this.data.set(first, gate + TERMS)
    this.data.set(second, gate + TERMS + first.length)
  }

  #popFree(): number | undefined {
    for (;;) {
      const number = this.#free.pop()
      if (number === undefined || number < this.#top) return number
    }
  }
}

const hasAny = (data: Int32Array, at: number, end: number, terms: MessageTerms): boolean => {
  for (; at < end; at++) if (terms.has(data[at]!)) return true
  return false
}
