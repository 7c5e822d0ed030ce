/**
 * Pairs of terms with what hangs on them: a hash table with the posting in the slot (most pairs have one), behind a Bloom
 * filter, since nearly all pairs of neighbouring tokens are no pair of the index.
 */

/** Fields of a pair's slot: the two terms plus one, smaller number first, and its only unit or else minus the list of its units. */
const SLOT = 3
const LOW = 0
const HIGH = 1
export const UNITS = 2
/** Slots hold terms plus one, so that a fresh array is an empty table. */
const EMPTY = 0
const GONE = -1
const NOWHERE = -1
/** Bits of the Bloom filter per slot of the table, at least. More would tell better and miss the cache instead. */
const BLOOM_BITS = 4
/** How full the table gets before it grows by half: at 1,000,000 queries it is the largest thing in memory. */
const FULL = 0.8
/** A table emptier than this is worth a smaller one, `FRESH` full. */
const SPARSE = 0.2
const FRESH = 0.5
const LEAST_ROOM = 256

/** A power of two of bits, so that a mask finds one. */
const bloomFor = (room: number): Int32Array<ArrayBuffer> => new Int32Array(2 ** Math.ceil(Math.log2(room * BLOOM_BITS)) / 32)

const mix = (low: number, high: number): number => {
  let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

export class PairTable {
  slots: Int32Array
  /** Pairs that are there. */
  count = 0
  #gone = 0
  readonly #room: number
  readonly #bloom: Int32Array

  constructor(room = LEAST_ROOM) {
    this.#room = Math.max(room, LEAST_ROOM)
    this.slots = new Int32Array(this.#room * SLOT)
    this.#bloom = bloomFor(this.#room)
  }

  get bytes(): number {
    return this.slots.byteLength + this.#bloom.byteLength
  }

  get isFull(): boolean {
    return this.count + this.#gone >= this.#room * FULL
  }

  get isSparse(): boolean {
    return this.#room > LEAST_ROOM && this.count < this.#room * SPARSE
  }

  /** An empty table for the same pairs: half as large again, or, when gone pairs fill this one, as large. */
  wider(): PairTable {
    return new PairTable(this.count > this.#room * FULL * FULL ? Math.ceil(this.#room * 1.5) : this.#room)
  }

  /** The same, smaller. */
  narrower(): PairTable {
    return new PairTable(Math.ceil(this.count / FRESH))
  }

  /** Slot of a pair of terms, or -1. */
  find(a: number, b: number): number {
    return a < b ? this.#find(a + 1, b + 1) : this.#find(b + 1, a + 1)
  }

  /** Puts a pair there that is not; returns its slot. */
  insert(a: number, b: number, units: number): number {
    return a < b ? this.#insert(a + 1, b + 1, units) : this.#insert(b + 1, a + 1, units)
  }

  remove(slot: number): void {
    this.slots[slot + LOW] = GONE
    this.count--
    this.#gone++
  }

  /** Copies the pairs in so many slots of another table, from an offset on; returns the offset where the next part begins. */
  copyFrom(other: PairTable, from: number, slots: number): number {
    const end = Math.min(other.slots.length, from + slots * SLOT)
    const theirs = other.slots
    for (let at = from; at < end; at += SLOT) {
      if (theirs[at + LOW]! > EMPTY) this.#insert(theirs[at + LOW]!, theirs[at + HIGH]!, theirs[at + UNITS]!)
    }
    return end
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

  #find(low: number, high: number): number {
    const { slots } = this
    let at = this.#home(mix(low, high))
    while (slots[at + LOW] !== EMPTY) {
      if (slots[at + LOW] === low && slots[at + HIGH] === high) return at
      at = at + SLOT === slots.length ? 0 : at + SLOT
    }
    return NOWHERE
  }

  #insert(low: number, high: number, units: number): number {
    const { slots } = this
    const hash = mix(low, high)
    let at = this.#home(hash)
    while (slots[at + LOW]! > EMPTY) at = at + SLOT === slots.length ? 0 : at + SLOT
    if (slots[at + LOW] === GONE) this.#gone--
    slots[at + LOW] = low
    slots[at + HIGH] = high
    slots[at + UNITS] = units
    this.count++
    const bloom = this.#bloom
    bloom[(hash >>> 5) & (bloom.length - 1)]! |= 1 << (hash & 31)
    return at
  }

  /** Where a pair of this hash is looked for first. */
  #home(hash: number): number {
    return Math.floor((hash >>> 0) * 2 ** -32 * this.#room) * SLOT
  }
}
