/**
 * The exact decision: does a program fit the current message, and which tokens make it fit. Recursive over the program,
 * without allocations for what is common: presence of a term, two terms near each other, a phrase.
 */
import type { IntArena } from './int-arena.ts'
import type { MessageTerms } from './message-terms.ts'
import { NONE } from './message-terms.ts'
import type { MessageTokens } from './message-tokens.ts'
import { Occurrences } from './occurrences.ts'
import { ALL, ANY, CHAIN, lengthOf, MOST_SLOTS, NEAR, NEAR_TERMS, NOT, OP_BITS, OP_MASK, PHRASE, TERM, TERMS } from './program.ts'

const FAR_BEFORE = -0x3fffffff
const FAR_BEHIND = 0x3fffffff
const UNREACHED = -2

export class Decision {
  readonly #arena: IntArena
  readonly #terms: MessageTerms
  readonly #tokens: MessageTokens
  readonly #found: Occurrences
  /** Tokens of the occurrence found last, for a caller that wants to know them. */
  readonly #witness: number[] = []
  readonly #order: number[] = []
  readonly #lastFirst = new Int32Array(MOST_SLOTS)
  /** States of the search: an occurrence as the last one of an arrangement, and the slots filled so far. */
  readonly #stateOf: number[] = []
  readonly #filled: number[] = []
  readonly #cameFrom: number[] = []
  readonly #firstState: number[] = []

  constructor(arena: IntArena, terms: MessageTerms, tokens: MessageTokens) {
    this.#arena = arena
    this.#terms = terms
    this.#tokens = tokens
    this.#found = new Occurrences(arena, terms, tokens)
  }

  fits(at: number): boolean {
    const data = this.#arena.data
    const head = data[at]!
    const count = head >> OP_BITS
    switch (head & OP_MASK) {
      case TERM:
        return this.#terms.has(count)
      case TERMS:
        for (let i = 1; i <= count; i++) if (this.#terms.has(data[at + i]!)) return true
        return false
      case PHRASE:
        this.#found.count = 0
        return this.#found.addPhrase(data, at, 0, true)
      case NEAR_TERMS:
        if (count === 2) return this.#nearTwo(data[at + 2]!, data[at + 3]!, data[at + 1]!)
        for (let i = 0; i < count; i++) if (!this.#terms.has(data[at + 2 + i]!)) return false
        return this.#arrange(data, at)
      case NEAR:
        return this.#arrange(data, at)
      case CHAIN:
        return this.#link(data, at)
      case ALL: {
        let part = at + 2
        for (let i = 0; i < count; i++) {
          if (!this.fits(part)) return false
          part += lengthOf(data, part)
        }
        return true
      }
      case ANY: {
        let part = at + 2
        for (let i = 0; i < count; i++) {
          if (this.fits(part)) return true
          part += lengthOf(data, part)
        }
        return false
      }
      default:
        return !this.fits(at + 1)
    }
  }

  /** Adds to `spans` where one occurrence of a program stands that fits: [start, end) of each word or phrase. */
  locate(at: number, spans: Array<[number, number]>): void {
    const data = this.#arena.data
    const head = data[at]!
    const count = head >> OP_BITS
    const op = head & OP_MASK
    if (op === NOT) return
    if (op === ALL || op === ANY) {
      let part = at + 2
      for (let i = 0; i < count; i++) {
        if (op === ALL || this.fits(part)) {
          this.locate(part, spans)
          if (op === ANY) return
        }
        part += lengthOf(data, part)
      }
      return
    }
    const found = this.#found
    const { starts, ends } = this.#tokens
    if (op === CHAIN) this.#link(data, at)
    else if (op === NEAR || op === NEAR_TERMS) this.#arrange(data, at)
    else {
      found.count = 0
      found.addSlot(at, 0)
      this.#witness.length = 0
      let earliest = 0
      for (let i = 1; i < found.count; i++) if (found.first[i]! < found.first[earliest]!) earliest = i
      if (found.count > 0) this.#witness.push(earliest)
    }
    for (const i of this.#witness) spans.push([starts[found.firstToken[i]!]!, ends[found.lastToken[i]!]!])
  }

  /** Two terms: walks both lists in the order of the text and looks back at the latest place of the other one. */
  #nearTwo(a: number, b: number, gap: number): boolean {
    let [atA, atB] = [this.#terms.first(a), this.#terms.first(b)]
    if (atA === NONE || atB === NONE) return false
    const { tokenOf, nextOf } = this.#terms
    const { places } = this.#tokens
    let [placeA, placeB] = [places[tokenOf[atA]!]!, places[tokenOf[atB]!]!]
    let [lastA, lastB] = [FAR_BEFORE, FAR_BEFORE]
    while (atA !== NONE || atB !== NONE) {
      const place = placeA < placeB ? placeA : placeB
      const [isA, isB] = [placeA === place, placeB === place]
      // A compound and its first part stand at one place, so a list may hold a place twice.
      if (isA && lastB !== place && place - lastB <= gap + 1) return true
      if (isB && lastA !== place && place - lastA <= gap + 1) return true
      if (isA) {
        lastA = place
        atA = nextOf[atA]!
        placeA = atA === NONE ? FAR_BEHIND : places[tokenOf[atA]!]!
      }
      if (isB) {
        lastB = place
        atB = nextOf[atB]!
        placeB = atB === NONE ? FAR_BEHIND : places[tokenOf[atB]!]!
      }
    }
    return false
  }

  /**
   * Every slot filled, in any order, one behind the other, neighbours at most `gap` places apart. Goes over the
   * occurrences in the order of the text; for each it knows which sets of slots can be filled by an arrangement that
   * ends with it. A set is given up when a slot it lacks does not come any more.
   */
  #arrange(data: Int32Array, at: number): boolean {
    const found = this.#found
    const slots = data[at]! >> OP_BITS
    const simple = (data[at]! & OP_MASK) === NEAR_TERMS
    const gap = data[at + (simple ? 1 : 2)]!
    found.count = 0
    this.#witness.length = 0
    if (slots === 0) return true
    let slotAt = at + 3
    for (let slot = 0; slot < slots; slot++) {
      if (!(simple ? found.addTerm(data[at + 2 + slot]!, slot) : found.addSlot(slotAt, slot))) return false
      if (!simple) slotAt += lengthOf(data, slotAt)
    }
    const widest = this.#sort()
    const { first, last, slot } = found
    const order = this.#order
    const [stateOf, filled, cameFrom, firstState] = [this.#stateOf, this.#filled, this.#cameFrom, this.#firstState]
    const all = 2 ** slots - 1
    const lastFirst = this.#lastFirst
    lastFirst.fill(FAR_BEFORE, 0, slots)
    for (let i = 0; i < order.length; i++) lastFirst[slot[order[i]!]!] = first[order[i]!]!
    let states = 0
    for (let i = 0; i < order.length; i++) {
      const here = order[i]!
      const bit = 1 << slot[here]!
      let later = 0
      for (let s = 0; s < slots; s++) if (lastFirst[s]! > last[here]!) later |= 1 << s
      const own = states
      firstState[i] = own
      const put = (set: number, from: number): boolean => {
        if ((set | later) !== all && set !== all) return false
        for (let s = own; s < states; s++) if (filled[s] === set) return false
        stateOf[states] = here
        filled[states] = set
        cameFrom[states++] = from
        return set === all
      }
      if (put(bit, NONE)) return this.#remember(states - 1)
      for (let j = i - 1; j >= 0; j--) {
        const before = order[j]!
        if (first[here]! - first[before]! > gap + widest) break
        if (last[before]! >= first[here]! || first[here]! - last[before]! > gap + 1) continue
        const end = firstState[j + 1]!
        for (let s = firstState[j]!; s < end; s++) {
          if ((filled[s]! & bit) === 0 && put(filled[s]! | bit, s)) return this.#remember(states - 1)
        }
      }
    }
    return false
  }

  /** Slot by slot: each occurrence near enough to one of the slot before it, on either side. */
  #link(data: Int32Array, at: number): boolean {
    const found = this.#found
    const slots = data[at]! >> OP_BITS
    found.count = 0
    this.#witness.length = 0
    if (slots === 0) return true
    let slotAt = at + 1 + slots
    const firstOfSlot = this.#firstState
    for (let slot = 0; slot < slots; slot++) {
      firstOfSlot[slot] = found.count
      if (!found.addSlot(slotAt, slot)) return false
      slotAt += lengthOf(data, slotAt)
    }
    firstOfSlot[slots] = found.count
    const { first, last } = found
    const cameFrom = this.#cameFrom
    for (let here = 0; here < firstOfSlot[1]!; here++) cameFrom[here] = NONE
    for (let slot = 1; slot < slots; slot++) {
      const gap = data[at + 1 + slot]!
      let reached = false
      for (let here = firstOfSlot[slot]!; here < firstOfSlot[slot + 1]!; here++) {
        cameFrom[here] = UNREACHED
        for (let before = firstOfSlot[slot - 1]!; before < firstOfSlot[slot]!; before++) {
          if (cameFrom[before] === UNREACHED) continue
          const between = first[here]! > last[before]! ? first[here]! - last[before]! - 1 : first[before]! - last[here]! - 1
          if (between < 0 || between > gap) continue
          cameFrom[here] = before
          reached = true
          break
        }
      }
      if (!reached) return false
    }
    for (let here = firstOfSlot[slots - 1]!; here < found.count; here++) {
      if (cameFrom[here] === UNREACHED) continue
      for (let step = here; step !== NONE; step = cameFrom[step]!) this.#witness.push(step)
      return true
    }
    return false
  }

  #remember(state: number): true {
    for (let s = state; s !== NONE; s = this.#cameFrom[s]!) this.#witness.push(this.#stateOf[s]!)
    return true
  }

  /** Brings the occurrences into the order of the text, and returns the width of the widest. */
  #sort(): number {
    const { count, first, last } = this.#found
    const order = this.#order
    order.length = count
    let widest = 1
    for (let i = 0; i < count; i++) {
      const place = first[i]!
      widest = Math.max(widest, last[i]! - place + 1)
      let to = i
      // Few, as a rule, and each slot's are in order already.
      if (count <= 64) while (to > 0 && first[order[to - 1]!]! > place) order[to] = order[--to]!
      order[to] = i
    }
    if (count > 64) order.sort((a, b) => first[a]! - first[b]!)
    return widest
  }
}
