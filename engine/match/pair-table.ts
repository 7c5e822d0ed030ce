/**
 * Pairs of terms with what hangs on them: a hash table with the posting in the slot (most pairs have one), behind a Bloom
 * filter, since nearly all pairs of neighbouring tokens are no pair of the index.
 */

/**
 * Fields of a pair's slot: the two terms plus one, smaller number first; its only unit and the number of that one's query,
 * or else minus the list of its units.
 */
const SLOT = 4
const LOW = 0
const HIGH = 1
export const UNITS = 2
export const QUERY = 3
/** Slots hold terms plus one, so that a fresh array is an empty table. */
const EMPTY = 0
const GONE = -1
const NOWHERE = -1
/**
 * Bits of the Bloom filter per slot of the table, at least; a pair sets two of one number. More would tell better and miss
 * the cache instead.
 */
const BLOOM_BITS = 2
/** Where in a hash the bits begin that say which number; those below say which two of its bits. */
const BLOOM_BIT = 10
/** How full the table gets before it grows by half: at 1,000,000 queries it is the largest thing in memory. */
const FULL = 0.8
/** A table emptier than this is worth a smaller one, `FRESH` full. */
const SPARSE = 0.2
const FRESH = 0.5
const LEAST_ROOM = 256

/** A power of two of bits, so that a mask finds one. */
const bloomFor = (room: number): Int32Array<ArrayBuffer> =>
  new Int32Array(2 ** Math.ceil(Math.log2(room * BLOOM_BITS)) / 32)

/** A term's share in the hashes of its pairs: made once for a term of a message, where each stands in several pairs. */
export const hashShareOf = (term: number): number => {
  const hash = Math.imul(term + 1, 0x9e3779b1)
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
}

/** The hash of a pair, whichever of its terms comes first: to order them would be a branch that no one can predict. */
const hashOf = (share: number, other: number): number => {
  const hash = Math.imul(share + other, 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

/** 1 when the pair of these two shares may be in the table of the filter, 0 when it is not. */
export const mayHold = (bloom: Int32Array, share: number, other: number): number => {
  const hash = hashOf(share, other)
  const bits = bloom[(hash >>> BLOOM_BIT) & (bloom.length - 1)]!
  return (bits >>> (hash & 31)) & (bits >>> ((hash >>> 5) & 31)) & 1
}

export class PairTable {
  slots: Int32Array
  /** Pairs that are there. */
  count = 0
  #gone = 0
  readonly #room: number
  readonly bloom: Int32Array
  /** Of pairs looked for together: where to look first, and the number that is there. */
  #homes = new Int32Array(128)

  constructor(room = LEAST_ROOM) {
    this.#room = Math.max(room, LEAST_ROOM)
    this.slots = new Int32Array(this.#room * SLOT)
    this.bloom = bloomFor(this.#room)
  }

  get bytes(): number {
    return this.slots.byteLength + this.bloom.byteLength
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
    const home = this.#home(hashOf(hashShareOf(a), hashShareOf(b)))
    return a < b ? this.#find(a + 1, b + 1, home) : this.#find(b + 1, a + 1, home)
  }

  /** Puts a pair there that is not; returns its slot. */
  insert(a: number, b: number, units: number, query: number): number {
    return a < b ? this.#insert(a + 1, b + 1, units, query) : this.#insert(b + 1, a + 1, units, query)
  }

  remove(slot: number): void {
    this.slots[slot + LOW] = GONE
    this.count--
    this.#gone++
  }

  /** Copies the pairs in this many slots of another table, from an offset on; returns the offset where the next part begins. */
  copyFrom(other: PairTable, from: number, slots: number): number {
    const end = Math.min(other.slots.length, from + slots * SLOT)
    const theirs = other.slots
    for (let at = from; at < end; at += SLOT) {
      if (theirs[at + LOW]! > EMPTY)
        this.#insert(theirs[at + LOW]!, theirs[at + HIGH]!, theirs[at + UNITS]!, theirs[at + QUERY]!)
    }
    return end
  }

  /**
   * Finds many pairs at once: of [term, term] × count leaves their slots at the beginning of `pairs` and returns how many
   * there are. In short loops, so that the processor waits for many cache misses together.
   */
  findPairs(pairs: Int32Array, count: number): number {
    if (this.#homes.length < 2 * count) this.#homes = new Int32Array(4 * count)
    const homes = this.#homes
    const { slots } = this
    for (let i = 0; i < count; i++) {
      const home = this.#home(hashOf(hashShareOf(pairs[2 * i]!), hashShareOf(pairs[2 * i + 1]!)))
      homes[2 * i] = home
      homes[2 * i + 1] = slots[home + LOW]!
    }
    let found = 0
    for (let i = 0; i < count; i++) {
      if (homes[2 * i + 1] === EMPTY) continue
      const [a, b] = [pairs[2 * i]!, pairs[2 * i + 1]!]
      const slot = a < b ? this.#find(a + 1, b + 1, homes[2 * i]!) : this.#find(b + 1, a + 1, homes[2 * i]!)
      if (slot >= 0) pairs[found++] = slot
    }
    return found
  }

  #find(low: number, high: number, home: number): number {
    const { slots } = this
    let at = home
    while (slots[at + LOW] !== EMPTY) {
      if (slots[at + LOW] === low && slots[at + HIGH] === high) return at
      at = at + SLOT === slots.length ? 0 : at + SLOT
    }
    return NOWHERE
  }

  #insert(low: number, high: number, units: number, query: number): number {
    const { slots } = this
    const hash = hashOf(hashShareOf(low - 1), hashShareOf(high - 1))
    let at = this.#home(hash)
    while (slots[at + LOW]! > EMPTY) at = at + SLOT === slots.length ? 0 : at + SLOT
    if (slots[at + LOW] === GONE) this.#gone--
    slots[at + LOW] = low
    slots[at + HIGH] = high
    slots[at + UNITS] = units
    slots[at + QUERY] = query
    this.count++
    const bloom = this.bloom
    bloom[(hash >>> BLOOM_BIT) & (bloom.length - 1)]! |= (1 << (hash & 31)) | (1 << ((hash >>> 5) & 31))
    return at
  }

  /** Where a pair of this hash is looked for first. */
  #home(hash: number): number {
    return Math.floor((hash >>> 0) * 2 ** -32 * this.#room) * SLOT
  }
}
