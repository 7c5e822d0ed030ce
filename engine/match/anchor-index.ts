/**
 * Which keywords become candidates by what a message holds: a posting hangs on one term, or on a pair of terms that must
 * stand near each other.
 */
import { IntArena } from './int-arena.ts'
import { PairTable, QUERY, UNITS } from './pair-table.ts'
import { COMMONER, FLAG_ALONE, FLAG_COMMONER, FLAG_RARER, NO_TERM, POSTINGS, RARER, TERM_SHIFT } from './terms.ts'
import type { Terms } from './terms.ts'

/** Fields of a list. */
export const COUNT = 0
/** In numbers. */
const ROOM = 1
export const LIST_HEAD = 2
/** A posting under a pair: the unit, and the number of its query. */
export const PAIR_POSTING = 2
/**
 * A posting under a term: the same, then up to `FILTER` terms of which one must be in the message, each plus one, 0 behind
 * the last; none at all means that nothing is known. One-word keywords have the longest lists and most of these postings
 * fail by their context, so that is reported here, side by side.
 */
export const FILTER = 6
export const POSTING = PAIR_POSTING + FILTER
/** Slots of the table of pairs that one step of `tidy` moves into a smaller one. */
const SLOTS_AT_ONCE = 512

const LOST = 'The index of standing queries has lost a posting'

export class AnchorIndex {
  /** Lists of units, side by side in memory so that going over one costs few cache misses. */
  readonly lists = new IntArena(1 << 10, 1)
  /** Read again after every `add` and `tidy`. */
  pairs = new PairTable()
  /** A smaller table being filled step by step: pairs before `#moved` are in both tables. */
  #nextPairs: PairTable | null = null
  #moved = 0
  readonly #terms: Terms

  constructor(terms: Terms) {
    this.#terms = terms
  }

  get bytes(): number {
    return this.lists.data.byteLength + this.pairs.bytes + (this.#nextPairs?.bytes ?? 0)
  }

  /** @param filter up to `FILTER` terms of which the query of the unit needs one, or none */
  addTerm(term: number, unit: number, query: number, filter: readonly number[]): void {
    const { state } = this.#terms
    const at = (term << TERM_SHIFT) + POSTINGS
    const list = this.#with(state[at]!, unit, query, POSTING)
    state[at] = list
    const { data } = this.lists
    const posting = list + LIST_HEAD + (data[list + COUNT]! - 1) * POSTING
    for (let i = 0; i < FILTER; i++) data[posting + PAIR_POSTING + i] = i < filter.length ? filter[i]! + 1 : 0
    this.#terms.flags[term]! |= FLAG_ALONE
  }

  removeTerm(term: number, unit: number): void {
    const { state } = this.#terms
    const at = (term << TERM_SHIFT) + POSTINGS
    state[at] = this.#without(state[at]!, unit, POSTING)
    if (state[at] === 0) this.#terms.flags[term]! &= ~FLAG_ALONE
  }

  addPair(rarer: number, commoner: number, unit: number, query: number): void {
    const { state, flags } = this.#terms
    state[(rarer << TERM_SHIFT) + RARER]!++
    flags[rarer]! |= FLAG_RARER
    state[(commoner << TERM_SHIFT) + COMMONER]!++
    flags[commoner]! |= FLAG_COMMONER
    if (this.pairs.isFull) this.#widen()
    const slot = this.pairs.find(rarer, commoner)
    const units = slot < 0 ? 0 : this.pairs.slots[slot + UNITS]!
    if (units === 0) this.#file(rarer, commoner, slot, unit, query)
    else {
      const list = units > 0 ? this.#with(0, units, this.pairs.slots[slot + QUERY]!, PAIR_POSTING) : -units
      this.#file(rarer, commoner, slot, -this.#with(list, unit, query, PAIR_POSTING), 0)
    }
  }

  removePair(rarer: number, commoner: number, unit: number): void {
    const { state, flags } = this.#terms
    if (--state[(rarer << TERM_SHIFT) + RARER]! === 0) flags[rarer]! &= ~FLAG_RARER
    if (--state[(commoner << TERM_SHIFT) + COMMONER]! === 0) flags[commoner]! &= ~FLAG_COMMONER
    const slot = this.pairs.find(rarer, commoner)
    const units = slot < 0 ? 0 : this.pairs.slots[slot + UNITS]!
    if (units >= 0 && units !== unit) throw new Error(LOST)
    this.#file(rarer, commoner, slot, units < 0 ? -this.#without(-units, unit, PAIR_POSTING) : 0, 0)
  }

  /** A unit or its query has another name from now on; `commoner` is NO_TERM when it hangs on one term. */
  rename(rarer: number, commoner: number, unit: number, name: number, query: number): void {
    if (commoner === NO_TERM) {
      this.#renameIn(this.#terms.state[(rarer << TERM_SHIFT) + POSTINGS]!, POSTING, unit, name, query)
      return
    }
    const slot = this.pairs.find(rarer, commoner)
    const units = slot < 0 ? 0 : this.pairs.slots[slot + UNITS]!
    if (units < 0) this.#renameIn(-units, PAIR_POSTING, unit, name, query)
    else if (units === unit) this.#file(rarer, commoner, slot, name, query)
  }

  /** A list has moved; returns who holds it, if it is the list of this term or pair. */
  relocate(rarer: number, commoner: number, from: number, to: number): void {
    if (commoner === NO_TERM) {
      const at = (rarer << TERM_SHIFT) + POSTINGS
      if (this.#terms.state[at] === from) this.#terms.state[at] = to
      return
    }
    const slot = this.pairs.find(rarer, commoner)
    if (slot >= 0 && this.pairs.slots[slot + UNITS] === -from) this.#file(rarer, commoner, slot, -to, 0)
  }

  /** Numbers in a list. */
  sizeOf(list: number): number {
    return LIST_HEAD + this.lists.data[list + ROOM]!
  }

  /** Any unit of a list. */
  unitOf(list: number): number {
    return this.lists.data[list + LIST_HEAD]!
  }

  /** One short step towards a table of pairs no larger than it need be. */
  tidy(): void {
    if (this.#nextPairs === null) {
      if (!this.pairs.isSparse) return
      this.#nextPairs = this.pairs.narrower()
      this.#moved = 0
    }
    this.#moved = this.#nextPairs.copyFrom(this.pairs, this.#moved, SLOTS_AT_ONCE)
    if (this.#moved < this.pairs.slots.length) return
    this.pairs = this.#nextPairs
    this.#nextPairs = null
  }

  /** Leaves a pair with these units, 0 for none; `slot` is where it stands, or -1. */
  #file(a: number, b: number, slot: number, units: number, query: number): void {
    const at = fileIn(this.pairs, a, b, slot, units, query)
    const next = this.#nextPairs
    if (next === null || at >= this.#moved) return
    if (next.isFull) this.#nextPairs = null
    else fileIn(next, a, b, next.find(a, b), units, query)
  }

  #widen(): void {
    const wider = this.pairs.wider()
    wider.copyFrom(this.pairs, 0, Infinity)
    this.pairs = wider
    this.#nextPairs = null
  }

  #renameIn(list: number, stride: number, unit: number, name: number, query: number): void {
    const { data } = this.lists
    const end = list + LIST_HEAD + data[list + COUNT]! * stride
    let at = list + LIST_HEAD
    while (at < end && data[at] !== unit) at += stride
    if (at >= end) return
    data[at] = name
    data[at + 1] = query
  }

  /** The list with one more unit at its end; a list is 0 (none) or a block [count, room, (unit, query, …) × count] of `lists`. */
  #with(list: number, unit: number, query: number, stride: number): number {
    const { lists } = this
    if (list === 0) {
      const room = stride === PAIR_POSTING ? 2 * stride : stride
      const made = lists.allocate(LIST_HEAD + room)
      lists.data[made + COUNT] = 1
      lists.data[made + ROOM] = room
      lists.data[made + LIST_HEAD] = unit
      lists.data[made + LIST_HEAD + 1] = query
      return made
    }
    const count = lists.data[list + COUNT]!
    const room = lists.data[list + ROOM]!
    let into = list
    if (count * stride === room) {
      const wider = stride * (count < 4 ? count * 2 : count + (count >> 1))
      into = lists.allocate(LIST_HEAD + wider)
      lists.data.copyWithin(into, list, list + LIST_HEAD + room)
      lists.release(list, LIST_HEAD + room)
      lists.data[into + ROOM] = wider
    }
    lists.data[into + LIST_HEAD + count * stride] = unit
    lists.data[into + LIST_HEAD + count * stride + 1] = query
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
    this.lists.release(list, this.sizeOf(list))
    return 0
  }
}

const fileIn = (table: PairTable, a: number, b: number, slot: number, units: number, query: number): number => {
  if (slot < 0) return units === 0 ? slot : table.insert(a, b, units, query)
  if (units === 0) table.remove(slot)
  else {
    table.slots[slot + UNITS] = units
    table.slots[slot + QUERY] = query
  }
  return slot
}
