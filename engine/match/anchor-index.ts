/**
 * Which keywords become candidates by what a message holds: a posting hangs on one term, or on a pair of terms that must
 * stand near each other. Pairs are kept in a hash table with the posting in the slot (most pairs have one), and
 * behind a Bloom filter, since nearly all pairs of neighbouring tokens are no pair of the index.
 */
import { IntArena } from './int-arena.ts'
import { COMMONER, FLAGS, FLAG_ALONE, FLAG_COMMONER, FLAG_RARER, POSTINGS, RARER, TERM_SHIFT } from './terms.ts'
import type { Terms } from './terms.ts'

/** Fields of a pair's slot: the two terms (smaller number first), and its only unit or else minus the list of its units. */
const SLOT = 3
const LOW = 0
const HIGH = 1
export const UNITS = 2
/** Fields of a list. */
export const COUNT = 0
const ROOM = 1
export const LIST_HEAD = 2
/**
 * A posting under a term: the unit, then up to `FILTER` terms of which one must be in the message, each plus one, 0 behind
 * the last; none at all means that nothing is known. One-word keywords are most of a message's candidates and most of
 * these fail by their context, so that is told here, side by side, instead of in a record elsewhere in memory.
 */
export const FILTER = 7
export const POSTING = 1 + FILTER
const EMPTY = 0
/** Slots hold terms less one, so that a fresh array is an empty table. */
const GONE = -1
/** Bits of the Bloom filter per slot of the table, at least. More would tell better and miss the cache instead. */
const BLOOM_BITS = 4
/** How full the table gets before it grows by half: at 1,000,000 queries it is the largest thing in memory. */
const FULL = 0.8
const LEAST_ROOM = 256

const LOST = 'The index of standing queries has lost a posting'

/** A power of two of bits, so that a mask finds one. */
const bloomFor = (room: number): Int32Array<ArrayBuffer> => new Int32Array(2 ** Math.ceil(Math.log2(room * BLOOM_BITS)) / 32)

const mix = (low: number, high: number): number => {
  let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

export class AnchorIndex {
  /** Lists of units, side by side in memory so that going over one costs few cache misses. */
  readonly lists = new IntArena(1 << 10, 1)
  /** Slots of pairs. Read again after every `add`. */
  slots = new Int32Array(LEAST_ROOM * SLOT)
  /** In how many pairs and terms postings hang. */
  pairs = 0
  #bloom = bloomFor(LEAST_ROOM)
  #room = LEAST_ROOM
  #gone = 0
  readonly #terms: Terms

  constructor(terms: Terms) {
    this.#terms = terms
  }

  get bytes(): number {
    return this.lists.data.byteLength + this.slots.byteLength + this.#bloom.byteLength
  }

  /** @param filter up to `FILTER` terms of which the query of the unit needs one, or none */
  addTerm(term: number, unit: number, filter: readonly number[]): void {
    const { state } = this.#terms
    const at = (term << TERM_SHIFT) + POSTINGS
    const list = this.#with(state[at]!, unit, POSTING)
    state[at] = list
    const { data } = this.lists
    const posting = list + LIST_HEAD + (data[list + COUNT]! - 1) * POSTING
    for (let i = 0; i < FILTER; i++) data[posting + 1 + i] = i < filter.length ? filter[i]! + 1 : 0
    state[(term << TERM_SHIFT) + FLAGS]! |= FLAG_ALONE
  }

  removeTerm(term: number, unit: number): void {
    const { state } = this.#terms
    const at = (term << TERM_SHIFT) + POSTINGS
    state[at] = this.#without(state[at]!, unit, POSTING)
    if (state[at] === 0) state[(term << TERM_SHIFT) + FLAGS]! &= ~FLAG_ALONE
  }

  addPair(rarer: number, commoner: number, unit: number): void {
    const { state } = this.#terms
    state[(rarer << TERM_SHIFT) + RARER]!++
    state[(rarer << TERM_SHIFT) + FLAGS]! |= FLAG_RARER
    state[(commoner << TERM_SHIFT) + COMMONER]!++
    state[(commoner << TERM_SHIFT) + FLAGS]! |= FLAG_COMMONER
    if (this.pairs + this.#gone >= this.#room * FULL) this.#rehash()
    const at = this.#locate(rarer, commoner)
    const { slots } = this
    if (slots[at + LOW]! <= EMPTY) {
      this.#occupy(at, Math.min(rarer, commoner) + 1, Math.max(rarer, commoner) + 1)
      slots[at + UNITS] = unit
      this.pairs++
      return
    }
    const units = slots[at + UNITS]!
    slots[at + UNITS] = -this.#with(units > 0 ? this.#with(0, units, 1) : -units, unit, 1)
  }

  removePair(rarer: number, commoner: number, unit: number): void {
    const { state } = this.#terms
    if (--state[(rarer << TERM_SHIFT) + RARER]! === 0) state[(rarer << TERM_SHIFT) + FLAGS]! &= ~FLAG_RARER
    if (--state[(commoner << TERM_SHIFT) + COMMONER]! === 0) state[(commoner << TERM_SHIFT) + FLAGS]! &= ~FLAG_COMMONER
    const at = this.#locate(rarer, commoner)
    const { slots } = this
    const units = slots[at + UNITS]!
    if (units < 0) slots[at + UNITS] = -this.#without(-units, unit, 1)
    else if (units === unit) slots[at + UNITS] = 0
    else throw new Error(LOST)
    if (slots[at + UNITS] !== 0) return
    slots[at + LOW] = GONE
    this.pairs--
    this.#gone++
  }

  /**
   * Finds many pairs at once: of [term, term] × count leaves their slots at the beginning of `pairs` and returns how many
   * there are. In short loops, so that the processor waits for many cache misses together.
   */
  findPairs(pairs: Int32Array, count: number): number {
    const bloom = this.#bloom
    const mask = bloom.length - 1
    let left = 0
    for (let i = 0; i < count; i++) {
      const [a, b] = [pairs[2 * i]!, pairs[2 * i + 1]!]
      const low = a < b ? a + 1 : b + 1
      const high = a < b ? b + 1 : a + 1
      const hash = mix(low, high)
      pairs[2 * left] = low
      pairs[2 * left + 1] = high
      // Without a branch: most pairs are none, but which ones nobody can foretell.
      left += (bloom[(hash >>> 5) & mask]! >>> (hash & 31)) & 1
    }
    let found = 0
    for (let i = 0; i < left; i++) {
      const slot = this.#find(pairs[2 * i]!, pairs[2 * i + 1]!)
      if (slot >= 0) pairs[found++] = slot
    }
    return found
  }

  /** Slot of a pair as it stands in the table, or -1. */
  #find(low: number, high: number): number {
    const hash = mix(low, high)
    const { slots } = this
    let at = this.#home(hash)
    while (slots[at + LOW] !== EMPTY) {
      if (slots[at + LOW] === low && slots[at + HIGH] === high) return at
      at = at + SLOT === slots.length ? 0 : at + SLOT
    }
    return -1
  }

  /** Where a pair of this hash is looked for first. */
  #home(hash: number): number {
    return Math.floor((hash >>> 0) * 2 ** -32 * this.#room) * SLOT
  }

  /** Where the pair is, or else the slot it should take. */
  #locate(a: number, b: number): number {
    const [low, high] = [Math.min(a, b) + 1, Math.max(a, b) + 1]
    const found = this.#find(low, high)
    if (found >= 0) return found
    const { slots } = this
    let at = this.#home(mix(low, high))
    while (slots[at + LOW]! > EMPTY) at = at + SLOT === slots.length ? 0 : at + SLOT
    if (slots[at + LOW] === GONE) this.#gone--
    return at
  }

  #occupy(at: number, low: number, high: number): void {
    const hash = mix(low, high)
    this.slots[at + LOW] = low
    this.slots[at + HIGH] = high
    const bloom = this.#bloom
    bloom[(hash >>> 5) & (bloom.length - 1)]! |= 1 << (hash & 31)
  }

  /** Half as much room again, or, when gone pairs fill it, the same room without them and a clean Bloom filter. */
  #rehash(): void {
    const old = this.slots
    if (this.pairs > this.#room * FULL * FULL) this.#room = Math.ceil(this.#room * 1.5)
    this.slots = new Int32Array(this.#room * SLOT)
    this.#bloom = bloomFor(this.#room)
    this.#gone = 0
    for (let from = 0; from < old.length; from += SLOT) {
      const low = old[from + LOW]!
      if (low <= EMPTY) continue
      const high = old[from + HIGH]!
      let at = this.#home(mix(low, high))
      while (this.slots[at + LOW] !== EMPTY) at = at + SLOT === this.slots.length ? 0 : at + SLOT
      this.#occupy(at, low, high)
      this.slots[at + UNITS] = old[from + UNITS]!
    }
  }

  /** The list with one more unit at its end; a list is 0 (none) or a block [count, room, (unit, …) × room] of `lists`. */
  #with(list: number, unit: number, stride: number): number {
    const { lists } = this
    if (list === 0) {
      const room = stride === 1 ? 2 : 1
      const made = lists.allocate(LIST_HEAD + room * stride)
      lists.data[made + COUNT] = 1
      lists.data[made + ROOM] = room
      lists.data[made + LIST_HEAD] = unit
      return made
    }
    const count = lists.data[list + COUNT]!
    const room = lists.data[list + ROOM]!
    let into = list
    if (count === room) {
      const wider = room < 4 ? room * 2 : room + (room >> 1)
      into = lists.allocate(LIST_HEAD + wider * stride)
      lists.data.copyWithin(into, list, list + LIST_HEAD + room * stride)
      lists.release(list, LIST_HEAD + room * stride)
      lists.data[into + ROOM] = wider
    }
    lists.data[into + LIST_HEAD + count * stride] = unit
    lists.data[into + COUNT] = count + 1
    return into
  }

  /** The list without the unit, its last one in its place. */
  #without(list: number, unit: number, stride: number): number {
    const { data } = this.lists
    const last = list + LIST_HEAD + (data[list + COUNT]! - 1) * stride
    let at = list + LIST_HEAD
    while (at <= last && data[at] !== unit) at += stride
    if (list === 0 || at > last) throw new Error(LOST)
    data.copyWithin(at, last, last + stride)
    if (--data[list + COUNT]! > 0) return list
    this.lists.release(list, LIST_HEAD + data[list + ROOM]! * stride)
    return 0
  }
}
