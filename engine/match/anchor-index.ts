/**
 * Which keywords become candidates by what a message holds: a posting hangs on one term, or on a pair of terms that must
 * stand near each other. Pairs are kept in a hash table with the first posting in the slot (most pairs have one), and
 * behind a Bloom filter, since nearly all pairs of neighbouring tokens are no pair of the index.
 */
import { IntArena } from './int-arena.ts'
import { COMMONER, FLAGS, FLAG_ALONE, FLAG_COMMONER, FLAG_RARER, POSTINGS, RARER, TERM_SHIFT } from './terms.ts'
import type { Terms } from './terms.ts'

/** Fields of a pair's slot: the two terms (smaller number first), the first unit, and the list of further ones. */
const SLOT_SHIFT = 2
const LOW = 0
const HIGH = 1
export const UNIT = 2
export const MORE = 3
/** Fields of a list. */
export const COUNT = 0
const ROOM = 1
export const LIST_HEAD = 2
const EMPTY = 0
/** Slots hold terms less one, so that a fresh array is an empty table. */
const GONE = -1
/** Bits of the Bloom filter per slot of the table: 16 to 32 per pair. */
const BLOOM_BITS_SHIFT = 4

const mix = (low: number, high: number): number => {
  let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

export class AnchorIndex {
  /** Lists of units, side by side in memory so that going over one costs few cache misses. */
  readonly lists = new IntArena(1 << 10, 1)
  /** Slots of pairs. Read again after every `add`. */
  slots = new Int32Array(1 << (8 + SLOT_SHIFT))
  /** In how many pairs and terms postings hang. */
  pairs = 0
  #bloom = new Int32Array(1 << (8 + BLOOM_BITS_SHIFT - 5))
  #gone = 0
  readonly #terms: Terms

  constructor(terms: Terms) {
    this.#terms = terms
  }

  get bytes(): number {
    return this.lists.data.byteLength + this.slots.byteLength + this.#bloom.byteLength
  }

  addTerm(term: number, unit: number): void {
    const { state } = this.#terms
    const at = (term << TERM_SHIFT) + POSTINGS
    state[at] = this.#with(state[at]!, unit)
    state[(term << TERM_SHIFT) + FLAGS]! |= FLAG_ALONE
  }

  removeTerm(term: number, unit: number): void {
    const { state } = this.#terms
    const at = (term << TERM_SHIFT) + POSTINGS
    state[at] = this.#without(state[at]!, unit)
    if (state[at] === 0) state[(term << TERM_SHIFT) + FLAGS]! &= ~FLAG_ALONE
  }

  addPair(rarer: number, commoner: number, unit: number): void {
    const { state } = this.#terms
    state[(rarer << TERM_SHIFT) + RARER]!++
    state[(rarer << TERM_SHIFT) + FLAGS]! |= FLAG_RARER
    state[(commoner << TERM_SHIFT) + COMMONER]!++
    state[(commoner << TERM_SHIFT) + FLAGS]! |= FLAG_COMMONER
    if ((this.pairs + this.#gone + 1) * 3 > (this.slots.length >> SLOT_SHIFT) * 2) this.#rehash()
    const at = this.#locate(rarer, commoner)
    const { slots } = this
    if (slots[at + LOW]! <= EMPTY) {
      this.#occupy(at, Math.min(rarer, commoner) + 1, Math.max(rarer, commoner) + 1)
      slots[at + UNIT] = unit
      slots[at + MORE] = 0
      this.pairs++
    } else slots[at + MORE] = this.#with(slots[at + MORE]!, unit)
  }

  removePair(rarer: number, commoner: number, unit: number): void {
    const { state } = this.#terms
    if (--state[(rarer << TERM_SHIFT) + RARER]! === 0) state[(rarer << TERM_SHIFT) + FLAGS]! &= ~FLAG_RARER
    if (--state[(commoner << TERM_SHIFT) + COMMONER]! === 0) state[(commoner << TERM_SHIFT) + FLAGS]! &= ~FLAG_COMMONER
    const at = this.#locate(rarer, commoner)
    const { slots } = this
    if (slots[at + UNIT] !== unit) {
      slots[at + MORE] = this.#without(slots[at + MORE]!, unit)
      return
    }
    const more = slots[at + MORE]!
    if (more === 0) {
      slots[at + LOW] = GONE
      this.pairs--
      this.#gone++
      return
    }
    // The list gives its last unit into the slot.
    const taken = this.lists.data[more + LIST_HEAD + this.lists.data[more + COUNT]! - 1]!
    slots[at + UNIT] = taken
    slots[at + MORE] = this.#without(more, taken)
  }

  /** Slot of the pair, or -1. The hot question of the matcher. */
  findPair(a: number, b: number): number {
    const low = a < b ? a + 1 : b + 1
    const high = a < b ? b + 1 : a + 1
    const hash = mix(low, high)
    const bloom = this.#bloom
    if ((bloom[(hash >>> 5) & (bloom.length - 1)]! & (1 << (hash & 31))) === 0) return -1
    const { slots } = this
    const mask = slots.length - 1
    let at = (hash << SLOT_SHIFT) & mask
    while (slots[at + LOW] !== EMPTY) {
      if (slots[at + LOW] === low && slots[at + HIGH] === high) return at
      at = (at + (1 << SLOT_SHIFT)) & mask
    }
    return -1
  }

  /** Where the pair is, or else the slot it should take. */
  #locate(a: number, b: number): number {
    const found = this.findPair(a, b)
    if (found >= 0) return found
    const { slots } = this
    const mask = slots.length - 1
    let at = (mix(Math.min(a, b) + 1, Math.max(a, b) + 1) << SLOT_SHIFT) & mask
    while (slots[at + LOW]! > EMPTY) at = (at + (1 << SLOT_SHIFT)) & mask
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

  /** Twice the room, or, when mostly gone pairs fill it, the same room without them and a clean Bloom filter. */
  #rehash(): void {
    const old = this.slots
    const room = (old.length >> SLOT_SHIFT) * (this.pairs * 3 > old.length >> SLOT_SHIFT ? 2 : 1)
    this.slots = new Int32Array(room << SLOT_SHIFT)
    this.#bloom = new Int32Array((room << BLOOM_BITS_SHIFT) >> 5)
    this.#gone = 0
    const mask = this.slots.length - 1
    for (let from = 0; from < old.length; from += 1 << SLOT_SHIFT) {
      const low = old[from + LOW]!
      if (low <= EMPTY) continue
      const high = old[from + HIGH]!
      let at = (mix(low, high) << SLOT_SHIFT) & mask
      while (this.slots[at + LOW] !== EMPTY) at = (at + (1 << SLOT_SHIFT)) & mask
      this.#occupy(at, low, high)
      this.slots[at + UNIT] = old[from + UNIT]!
      this.slots[at + MORE] = old[from + MORE]!
    }
  }

  /** The list with one more unit; a list is 0 (none) or a block [count, room, unit, …] of `lists`. */
  #with(list: number, unit: number): number {
    const { lists } = this
    if (list === 0) {
      const made = lists.allocate(LIST_HEAD + 2)
      lists.data[made + COUNT] = 1
      lists.data[made + ROOM] = 2
      lists.data[made + LIST_HEAD] = unit
      return made
    }
    const count = lists.data[list + COUNT]!
    const room = lists.data[list + ROOM]!
    let into = list
    if (count === room) {
      into = lists.allocate(LIST_HEAD + room * 2)
      lists.data.copyWithin(into, list, list + LIST_HEAD + room)
      lists.release(list, LIST_HEAD + room)
      lists.data[into + ROOM] = room * 2
    }
    lists.data[into + LIST_HEAD + count] = unit
    lists.data[into + COUNT] = count + 1
    return into
  }

  #without(list: number, unit: number): number {
    const { data } = this.lists
    const last = list + LIST_HEAD + data[list + COUNT]! - 1
    const at = list === 0 ? -1 : data.subarray(list + LIST_HEAD, last + 1).indexOf(unit)
    if (at < 0) throw new Error('The index of standing queries has lost a posting')
    data[list + LIST_HEAD + at] = data[last]!
    if (--data[list + COUNT]! > 0) return list
    this.lists.release(list, LIST_HEAD + data[list + ROOM]!)
    return 0
  }
}
