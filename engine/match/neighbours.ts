/** Which pairs of the index stand near each other in the current message. */
import type { AnchorIndex } from './anchor-index.ts'
import { COUNT } from './anchor-index.ts'
import type { Candidates } from './candidates.ts'
import { doubled } from './int-arena.ts'
import { mayHold, QUERY, hashShareOf, UNITS } from './pair-table.ts'
import type { Registry } from './registry.ts'
import { SeenPairs } from './seen-pairs.ts'
import { FLAG_COMMONER, FLAG_RARER } from './terms.ts'

/** Occurrences looked at before one token for a partner of its term: far more than stand in the window of any text. */
const MOST_BACK = 512
/** Pairs of a message that are looked up together. */
const PAIRS_AT_ONCE = 1024
/** Numbers in `#near` for a term. */
const NEAR = 4

export class Neighbours {
  readonly #registry: Registry
  readonly #anchors: AnchorIndex
  readonly #candidates: Candidates
  /** The terms so far that may be half of a pair: [place, term, flags, share in the hash] each. */
  #near = new Int32Array(256 * NEAR)
  #nearCount = 0
  /** Pairs that may be anchors: [term, term] × count. */
  readonly #pairs = new Int32Array(2 * PAIRS_AT_ONCE)
  #pairCount = 0
  readonly #seen = new SeenPairs()

  constructor(registry: Registry, candidates: Candidates) {
    this.#registry = registry
    this.#anchors = registry.anchors
    this.#candidates = candidates
  }

  begin(): void {
    this.#nearCount = 0
    this.#pairCount = 0
    this.#seen.clear()
  }

  /** Collects the pairs of a term with those shortly before it; returns how many it looked at. */
  add(term: number, flags: number, place: number): number {
    const sought = ((flags & FLAG_RARER) << 1) | ((flags & FLAG_COMMONER) >> 1)
    if (sought === 0) return 0
    if (this.#nearCount + NEAR > this.#near.length) this.#near = doubled(this.#near)
    if (this.#pairCount + MOST_BACK > PAIRS_AT_ONCE) this.propose()
    const [near, pairs, end] = [this.#near, this.#pairs, this.#nearCount]
    const { bloom } = this.#anchors.pairs
    const share = hashShareOf(term)
    const furthest = place - this.#registry.widestPair
    const last = Math.max(0, end - NEAR * MOST_BACK)
    let pairCount = this.#pairCount
    let i = end - NEAR
    for (; i >= last; i -= NEAR) {
      const other = near[i]!
      if (other < furthest) break
      if ((near[i + 2]! & sought) === 0 || other === place) continue
      pairs[2 * pairCount] = term
      pairs[2 * pairCount + 1] = near[i + 1]!
      // Without a branch: most pairs are none, but which ones no one can predict.
      pairCount += mayHold(bloom, share, near[i + 3]!)
    }
    this.#pairCount = pairCount
    near[end] = place
    near[end + 1] = term
    near[end + 2] = flags
    near[end + 3] = share
    this.#nearCount = end + NEAR
    return (end - i) / NEAR
  }

  /** Makes the keywords of the pairs collected candidates, those of each pair once a message. */
  propose(): void {
    const { pairs, lists } = this.#anchors
    const collected = this.#pairs
    const found = pairs.findPairs(collected, this.#pairCount)
    this.#pairCount = 0
    const { slots } = pairs
    const { data } = lists
    let several = 0
    for (let i = 0; i < found; i++) {
      const slot = collected[i]!
      if (!this.#seen.add(slot)) continue
      const units = slots[slot + UNITS]!
      if (units > 0) this.#candidates.add(units, slots[slot + QUERY]!)
      else collected[several++] = -units
    }
    // All lists are fetched before the first is needed.
    for (let i = 0; i < several; i++) collected[several + i] = data[collected[i]! + COUNT]!
    for (let i = 0; i < several; i++) this.#candidates.addPairList(collected[i]!)
  }
}
