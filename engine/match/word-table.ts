/**
 * Remembers, for every word form met, which terms it carries, so that morphology is asked once per form. Open addressing
 * over one Int32Array, keyed by two 32-bit hashes with random multipliers (the form itself is not kept: two forms would
 * have to agree in 64 unforeseeable bits to be mixed up). Two generations bound its size: when the young one is full,
 * what was not met since the last time falls out, so hapaxes and floods of junk words cannot crowd out living words.
 */
import { IntArena } from './int-arena.ts'
import type { Terms } from './terms.ts'

/** Longer forms are resolved each time: no one should be able to look for colliding giants. */
export const LONGEST_REMEMBERED = 64
/** `find` has nothing: call `put`. */
export const UNKNOWN = 0
/** Known, but a term was made since that it may carry: resolve again and call `put`. */
const STALE = -1
/** Offsets of lists begin above what has a meaning of its own. */
const RESERVED = 2

const SLOT_SHIFT = 2
const H1 = 0
const H2 = 1
const VALUE = 2
/** Hash of the first letters, by which forms are found that a new prefix may fit. */
const HEAD = 3

/** The language has no shorter prefixes; should one come all the same, every form is resolved again. */
const PREFIX_LETTERS = 4

const oddNumber = (): number => (Math.floor(Math.random() * 0x7fffffff) << 1) | 1
export const MULTIPLIER_1 = oddNumber()
export const MULTIPLIER_2 = oddNumber()

/** The end of the first hash: its lowest bits, by which a slot is found, must come from all of it. */
export const spread = (hash: number): number => hash ^ (hash >>> 15)

export const hash1 = (form: string, length = form.length): number => {
  let hash = 0
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ form.charCodeAt(i), MULTIPLIER_1)
  return spread(hash)
}

/** Otherwise words that begin with a character 0 would meet those that do not. */
export const HASH2_START = 0x2c1b3c6d

export const hash2 = (form: string): number => {
  let hash = HASH2_START
  for (let i = 0; i < form.length; i++) hash = (Math.imul(hash, MULTIPLIER_2) + form.charCodeAt(i)) | 0
  return hash
}

const headOf = (form: string): number => (form.length < PREFIX_LETTERS ? 0 : hash1(form, PREFIX_LETTERS))

class Generation {
  slots: Int32Array
  count = 0
  constructor(room: number) {
    this.slots = new Int32Array(room << SLOT_SHIFT)
  }

  get room(): number {
    return this.slots.length >> SLOT_SHIFT
  }

  /** Where the form is, or else where it would be put. */
  locate(h1: number, h2: number): number {
    const { slots } = this
    const mask = slots.length - 1
    let at = (h1 << SLOT_SHIFT) & mask
    while (slots[at + VALUE] !== UNKNOWN && (slots[at + H1] !== h1 || slots[at + H2] !== h2)) {
      at = (at + (1 << SLOT_SHIFT)) & mask
    }
    return at
  }
}

export class WordTable {
  /** Lists of terms: [count, term, …]; a value below STALE points here. Read again after every `put`. */
  readonly lists = new IntArena(1 << 12, RESERVED)
  /** How often a generation was dropped, and with it the lists it owned. */
  turns = 0
  #young = new Generation(1 << 10)
  #old = new Generation(1)
  readonly #terms: Terms
  readonly #most: number

  /** @param most forms in one generation; there are two */
  constructor(terms: Terms, most: number) {
    this.#terms = terms
    this.#most = most
  }

  get bytes(): number {
    return this.lists.data.byteLength + this.#young.slots.byteLength + this.#old.slots.byteLength
  }

  /**
   * What the form carries: UNKNOWN; a positive number is one term, less one; a negative number is minus the offset of a
   * list.
   */
  find(h1: number, h2: number): number {
    const young = this.#young
    let at = young.locate(h1, h2)
    const value = young.slots[at + VALUE]!
    if (value !== UNKNOWN) return value === STALE ? UNKNOWN : value
    const old = this.#old
    if (old.count === 0) return UNKNOWN
    const was = old.locate(h1, h2)
    const carried = old.slots[was + VALUE]!
    if (carried === UNKNOWN || carried === STALE) return UNKNOWN
    // Moved over: the old slot stays as a stepping stone but owns nothing any more.
    old.slots[was + VALUE] = STALE
    const head = old.slots[was + HEAD]!
    if (this.#makeRoom()) at = this.#young.locate(h1, h2)
    this.#fill(at, h1, h2, carried, head)
    return carried
  }

  /**
   * `find` for the forms of a message as far as that is quick: UNKNOWN may only mean that `find` must be asked. The first
   * loop does nothing but look where a form should be, so that the processor waits for many cache misses at once.
   */
  findMany(hashes1: Int32Array, hashes2: Int32Array, count: number, values: Int32Array): void {
    const { slots } = this.#young
    const mask = slots.length - 1
    for (let i = 0; i < count; i++) values[i] = slots[((hashes1[i]! << SLOT_SHIFT) & mask) + VALUE]!
    for (let i = 0; i < count; i++) {
      const h1 = hashes1[i]!
      const h2 = hashes2[i]!
      let at = (h1 << SLOT_SHIFT) & mask
      while (slots[at + VALUE] !== UNKNOWN && (slots[at + H1] !== h1 || slots[at + H2] !== h2))
        at = (at + (1 << SLOT_SHIFT)) & mask
      const value = slots[at + VALUE]!
      values[i] = value === STALE ? UNKNOWN : value
    }
  }

  /** Remembers the terms of a form that `find` did not know, and returns what `find` would now return. */
  put(form: string, h1: number, h2: number, carried: readonly number[]): number {
    for (const term of carried) this.#terms.remember(term)
    let value: number
    if (carried.length === 1) value = carried[0]! + 1
    else {
      const list = this.lists.allocate(carried.length + 1)
      this.lists.data[list] = carried.length
      for (let i = 0; i < carried.length; i++) this.lists.data[list + 1 + i] = carried[i]!
      value = -list
    }
    this.#makeRoom()
    this.#fill(this.#young.locate(h1, h2), h1, h2, value, headOf(form))
    return value
  }

  /** A term for this exact form was made: a remembered form must be resolved again. */
  forget(form: string): void {
    const [h1, h2] = [hash1(form), hash2(form)]
    for (const generation of [this.#young, this.#old]) {
      const at = generation.locate(h1, h2)
      if (generation.slots[at + VALUE] !== UNKNOWN) this.#makeStale(generation, at)
    }
  }

  /** Prefixes were made: remembered forms that begin with one's first letters must be resolved again. One sweep. */
  forgetBeginnings(prefixes: Iterable<string>): void {
    const heads = new Set<number>()
    let every = false
    for (const prefix of prefixes) {
      heads.add(headOf(prefix))
      if (prefix.length < PREFIX_LETTERS) every = true
    }
    for (const generation of [this.#young, this.#old]) {
      const { slots } = generation
      for (let at = 0; at < slots.length; at += 1 << SLOT_SHIFT) {
        if (slots[at + VALUE] !== UNKNOWN && (every || heads.has(slots[at + HEAD]!))) this.#makeStale(generation, at)
      }
    }
  }

  #fill(at: number, h1: number, h2: number, value: number, head: number): void {
    const { slots } = this.#young
    if (slots[at + VALUE] === UNKNOWN) this.#young.count++
    slots[at + H1] = h1
    slots[at + H2] = h2
    slots[at + VALUE] = value
    slots[at + HEAD] = head
  }

  #makeStale(generation: Generation, at: number): void {
    const value = generation.slots[at + VALUE]!
    if (value === STALE) return
    if (value > 0) this.#terms.forget(value - 1)
    else {
      const size = this.lists.data[-value]! + 1
      for (let i = 1; i < size; i++) this.#terms.forget(this.lists.data[i - value]!)
      this.lists.release(-value, size)
    }
    generation.slots[at + VALUE] = STALE
  }

  /** True when the young generation was replaced, so that places in it must be looked for again. */
  #makeRoom(): boolean {
    const young = this.#young
    if (young.count < young.room >> 1 && young.count < this.#most) return false
    if (young.count >= this.#most) {
      this.turns++
      const dropped = this.#old
      for (let at = 0; at < dropped.slots.length; at += 1 << SLOT_SHIFT) {
        if (dropped.slots[at + VALUE] !== UNKNOWN) this.#makeStale(dropped, at)
      }
      dropped.slots.fill(0)
      dropped.count = 0
      this.#old = young
      this.#young = dropped.room === young.room ? dropped : new Generation(young.room)
      return true
    }
    const grown = new Generation(young.room * 2)
    const { slots } = young
    for (let at = 0; at < slots.length; at += 1 << SLOT_SHIFT) {
      if (slots[at + VALUE] === UNKNOWN) continue
      const to = grown.locate(slots[at + H1]!, slots[at + H2]!)
      for (let field = 0; field < 1 << SLOT_SHIFT; field++) grown.slots[to + field] = slots[at + field]!
    }
    grown.count = young.count
    this.#young = grown
    return true
  }
}
