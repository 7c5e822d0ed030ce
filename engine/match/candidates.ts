/** The keywords that have a chance in the current message: collected from postings, then thinned out by the gates of their queries. */
import { COUNT, FILTER, LIST_HEAD, PAIR_POSTING, POSTING } from './anchor-index.ts'
import { DECIDED, GATE_SHIFT } from './gates.ts'
import { doubled } from './int-arena.ts'
import type { MessageTerms } from './message-terms.ts'
import type { Registry } from './registry.ts'
import { PROGRAM } from './registry.ts'

export class Candidates {
  /** Units, and beside them the numbers of their queries. */
  units = new Int32Array(256)
  queries = new Int32Array(256)
  count = 0
  readonly #registry: Registry
  readonly #message: MessageTerms
  /** What stood where something will be needed soon: it is read there in time, and what it was does not matter. */
  #fetched = new Int32Array(256)

  constructor(registry: Registry, message: MessageTerms) {
    this.#registry = registry
    this.#message = message
  }

  add(unit: number, query: number): void {
    if (this.count === this.units.length) {
      this.units = doubled(this.units)
      this.queries = doubled(this.queries)
      this.#fetched = doubled(this.#fetched)
    }
    this.units[this.count] = unit
    this.queries[this.count++] = query
  }

  /** All keywords of the list of a pair. */
  addPairList(list: number): void {
    const { data } = this.#registry.anchors.lists
    const end = list + LIST_HEAD + data[list + COUNT]! * PAIR_POSTING
    for (let at = list + LIST_HEAD; at < end; at += PAIR_POSTING) this.add(data[at]!, data[at + 1]!)
  }

  /** The keywords of the list of a term whose query has a chance, when the whole message is read. */
  addTermList(list: number): void {
    const { data } = this.#registry.anchors.lists
    const end = list + LIST_HEAD + data[list + COUNT]! * POSTING
    for (let at = list + LIST_HEAD; at < end; at += POSTING) {
      if (this.#meets(data, at + PAIR_POSTING)) this.add(data[at]!, data[at + 1]!)
    }
  }

  /**
   * Drops the candidates whose query does not fit by what its gate holds, and fetches what will be needed of the others. In
   * short loops, so that the processor waits for many cache misses at once instead of for one after another.
   */
  passGates(): void {
    const { units, queries, count } = this
    const { gates } = this.#registry
    const gateData = gates.data
    const { data } = this.#registry.arena
    const terms = this.#message
    const fetched = this.#fetched
    for (let i = 0; i < count; i++) fetched[i] = gateData[(queries[i]! << GATE_SHIFT) + DECIDED]!
    let passed = 0
    for (let i = 0; i < count; i++) {
      if (gates.refuses(queries[i]! << GATE_SHIFT, terms)) continue
      units[passed] = units[i]!
      queries[passed++] = queries[i]!
    }
    for (let i = 0; i < passed; i++) fetched[i] = data[units[i]! + PROGRAM]!
    this.count = passed
  }

  /** One of the terms of a posting's filter is in the message, if it has any. */
  #meets(data: Int32Array, filter: number): boolean {
    if (data[filter] === 0) return true
    const end = filter + FILTER
    for (let at = filter; at < end && data[at] !== 0; at++) if (this.#message.has(data[at]! - 1)) return true
    return false
  }
}
