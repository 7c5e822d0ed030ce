/**
 * The exact decision: does a program fit the current message, and which tokens make it fit. Recursive over the program,
 * without allocations for what is common: presence of a term, two terms near each other, a phrase.
 */
import type { IntArena } from './int-arena.ts'
import type { MessageTerms } from './message-terms.ts'
import { NONE } from './message-terms.ts'
import type { MessageTokens } from './message-tokens.ts'
import { Occurrences } from './occurrences.ts'
import { ALL, ANY, CHAIN, lengthOf, NEAR, NEAR_TERMS, NOT, OP_BITS, OP_MASK, PHRASE, TERM, TERMS } from './program.ts'

/** Beyond all places of a message. */
const FAR_BEFORE = -0x3fffffff
const FAR_BEHIND = 0x3fffffff
const UNREACHED = -2

/**
 * Steps that one decision may take, and all decisions on one message: an occurrence looked at, or a part of a row of sets
 * gone over. Real messages need some thousands; a text of one word over and over and a query made for it would need
 * billions.
 *
 * One decision never needs so many while the words of each of its proximities stand in the message at most
 * `SURE_OCCURRENCES` times (counted once for each place of the proximity they may fill): with rows of at most 128 numbers,
 * 8 steps to go over one, it takes at most 13 steps for each occurrence and 9 for each two of them.
 */
export const MOST_STEPS = 200_000
export const SURE_OCCURRENCES = 200
const MOST_MESSAGE_STEPS = 5_000_000
/** Numbers of a row that are gone over in one step, and steps for bringing an occurrence among many into order. */
const ROW_STEP = 16
const SORT_STEPS = 4

export class Decision {
  /** Taken for the current message; anyone who begins a message sets it to 0. */
  steps = 0
  readonly #arena: IntArena
  readonly #terms: MessageTerms
  readonly #tokens: MessageTokens
  readonly #found: Occurrences
  /** Tokens of the occurrence found last, for a caller that wants to know them. */
  readonly #witness: number[] = []
  /** Occurrences in the order of the text. */
  #order = new Int32Array(64)
  /** Per occurrence in that order: sets of slots, or where a chain came from. */
  #rows = new Int32Array(64)
  readonly #bounds: number[] = []

  constructor(arena: IntArena, terms: MessageTerms, tokens: MessageTokens) {
    this.#arena = arena
    this.#terms = terms
    this.#tokens = tokens
    this.#found = new Occurrences(arena, terms, tokens)
  }

  /** Does a whole program fit? In a bounded number of steps: what was not found until then is not there. */
  decide(at: number): boolean {
    this.#found.steps = 0
    this.#found.most = Math.min(MOST_STEPS, MOST_MESSAGE_STEPS - this.steps)
    const fits = this.#fits(at)
    this.steps += this.#found.steps
    return fits
  }

  #fits(at: number): boolean {
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
          if (!this.#fits(part)) return false
          part += lengthOf(data, part)
        }
        return true
      }
      case ANY: {
        let part = at + 2
        for (let i = 0; i < count; i++) {
          if (this.#fits(part)) return true
          part += lengthOf(data, part)
        }
        return false
      }
      default:
        return !this.#fits(at + 1)
    }
  }

  /**
   * Adds to `spans` where one occurrence of a program stands that fits: [start, end) of each word or phrase. With `every`, each
   * word that takes part in any, as far as there are steps to find them: some more than once, and in no order.
   */
  locate(at: number, spans: Array<[number, number]>, every = false): void {
    const data = this.#arena.data
    const head = data[at]!
    const count = head >> OP_BITS
    const op = head & OP_MASK
    if (op === NOT) return
    // Each part again: it was decided within these steps before, and must be found again.
    this.#found.steps = 0
    this.#found.most = MOST_STEPS
    if (op === ALL || op === ANY) {
      let part = at + 2
      for (let i = 0; i < count; i++) {
        if (op === ALL || this.#fits(part)) {
          this.locate(part, spans, every)
          if (op === ANY && !every) return
        }
        part += lengthOf(data, part)
      }
      return
    }
    const found = this.#found
    const { starts, ends } = this.#tokens
    if (op === CHAIN) this.#link(data, at, every)
    else if (op === NEAR || op === NEAR_TERMS) this.#arrange(data, at, every)
    else {
      found.count = 0
      found.addSlot(at, 0)
      this.#witness.length = 0
      let earliest = 0
      for (let i = 0; i < found.count; i++) {
        if (every) this.#witness.push(i)
        else if (found.first[i]! < found.first[earliest]!) earliest = i
      }
      if (!every && found.count > 0) this.#witness.push(earliest)
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
    const found = this.#found
    while (atA !== NONE || atB !== NONE) {
      if (++found.steps > found.most) return false
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
   * occurrences in the order of the text and notes for each, as bits, which sets of slots can be filled by an arrangement
   * that ends with it: bit `m` of its row stands for the set of slots whose bits are set in `m`. So the cost is bounded
   * whatever the query and the text, and for up to five slots a row is one number.
   */
  #arrange(data: Int32Array, at: number, every = false): boolean {
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
    const { count, first, last, slot } = found
    const widest = this.#sort(0, count)
    if (found.steps > found.most) return false
    const words = slots > 5 ? 1 << (slots - 5) : 1
    if (this.#rows.length < count * words) this.#rows = new Int32Array(count * words * 2)
    const [order, rows] = [this.#order, this.#rows]
    const all = (1 << slots) - 1
    const rowSteps = Math.ceil(words / ROW_STEP)
    for (let i = 0; i < count; i++) {
      const here = order[i]!
      const bit = 1 << slot[here]!
      const row = i * words
      rows.fill(0, row, row + words)
      found.steps += rowSteps
      if (found.steps > found.most) return this.#witness.length > 0
      rows[row + (bit >> 5)] = 1 << (bit & 31)
      for (let j = i - 1; j >= 0; j--) {
        const before = order[j]!
        if (first[here]! - first[before]! > gap + widest) break
        if (++found.steps > found.most) return this.#witness.length > 0
        if (last[before]! >= first[here]! || first[here]! - last[before]! > gap + 1) continue
        found.steps += rowSteps
        addToSets(rows, j * words, row, words, slot[here]!)
      }
      if ((rows[row + (all >> 5)]! & (1 << (all & 31))) !== 0) {
        if (every) this.#retraceAll(i, all, gap, words, widest)
        else this.#retrace(i, all, gap, words)
        if (!every) return true
      }
    }
    return this.#witness.length > 0
  }

  /** From the last occurrence of an arrangement that fills all slots back to its first. */
  #retrace(end: number, all: number, gap: number, words: number): void {
    const { first, last, slot } = this.#found
    const [order, rows] = [this.#order, this.#rows]
    let here = order[end]!
    let set = all
    this.#witness.push(here)
    for (let j = end - 1; j >= 0; j--) {
      const rest = set & ~(1 << slot[here]!)
      const before = order[j]!
      if (last[before]! >= first[here]! || first[here]! - last[before]! > gap + 1) continue
      if ((rows[j * words + (rest >> 5)]! & (1 << (rest & 31))) === 0) continue
      this.#witness.push(before)
      here = before
      set = rest
    }
  }

  /** The same for all arrangements that end there: what takes part in any of them, once for each set it stands behind. */
  #retraceAll(end: number, all: number, gap: number, words: number, widest: number): void {
    const found = this.#found
    const { first, last, slot } = found
    const [order, rows] = [this.#order, this.#rows]
    const left = [[end, all] as const]
    const seen = new Set<number>([end * (all + 1) + all])
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [i, set] = next
      const here = order[i]!
      this.#witness.push(here)
      const rest = set & ~(1 << slot[here]!)
      for (let j = i - 1; rest !== 0 && j >= 0; j--) {
        const before = order[j]!
        if (first[here]! - first[before]! > gap + widest) break
        if (++found.steps > found.most) return
        if (last[before]! >= first[here]! || first[here]! - last[before]! > gap + 1) continue
        if ((rows[j * words + (rest >> 5)]! & (1 << (rest & 31))) === 0) continue
        const state = j * (all + 1) + rest
        if (seen.has(state)) continue
        seen.add(state)
        left.push([j, rest])
      }
    }
  }

  /** Slot by slot: each occurrence near enough to one of the slot before it, on either side. */
  #link(data: Int32Array, at: number, every = false): boolean {
    const found = this.#found
    const slots = data[at]! >> OP_BITS
    found.count = 0
    this.#witness.length = 0
    if (slots === 0) return true
    const bounds = this.#bounds
    let slotAt = at + 1 + slots
    for (let slot = 0; slot < slots; slot++) {
      bounds[slot] = found.count
      if (!found.addSlot(slotAt, slot)) return false
      slotAt += lengthOf(data, slotAt)
    }
    bounds[slots] = found.count
    if (this.#rows.length < found.count) this.#rows = new Int32Array(found.count * 2)
    const { first, last } = found
    const [order, cameFrom] = [this.#order, this.#rows]
    let widest = this.#sort(0, bounds[1]!)
    if (found.steps > found.most) return false
    for (let i = 0; i < bounds[1]!; i++) cameFrom[i] = NONE
    for (let slot = 1; slot < slots; slot++) {
      const gap = data[at + 1 + slot]!
      const wide = this.#sort(bounds[slot]!, bounds[slot + 1]!)
      let reached = false
      let nearest = bounds[slot - 1]!
      for (let i = bounds[slot]!; i < bounds[slot + 1]!; i++) {
        const here = order[i]!
        cameFrom[i] = UNREACHED
        if (++found.steps > found.most) return false
        while (nearest < bounds[slot]! && first[order[nearest]!]! < first[here]! - gap - widest) nearest++
        for (let j = nearest; j < bounds[slot]!; j++) {
          const before = order[j]!
          if (++found.steps > found.most) return false
          if (first[before]! > last[here]! + gap + 1) break
          if (cameFrom[j] === UNREACHED) continue
          const between =
            first[here]! > last[before]! ? first[here]! - last[before]! - 1 : first[before]! - last[here]! - 1
          if (between < 0 || between > gap) continue
          cameFrom[i] = j
          reached = true
          break
        }
      }
      if (!reached) return false
      widest = wide
    }
    if (every) return this.#linkBack(data, at, slots)
    for (let i = bounds[slots - 1]!; i < found.count; i++) {
      if (cameFrom[i] === UNREACHED) continue
      for (let step = i; step !== NONE; step = cameFrom[step]!) this.#witness.push(order[step]!)
      return true
    }
    return false
  }

  /** From the last slot back to the first: whatever is reached from there as well takes part in a chain. */
  #linkBack(data: Int32Array, at: number, slots: number): boolean {
    const found = this.#found
    const { first, last } = found
    const bounds = this.#bounds
    const [order, cameFrom] = [this.#order, this.#rows]
    let reached: number[] = []
    for (let i = bounds[slots - 1]!; i < found.count; i++) if (cameFrom[i] !== UNREACHED) reached.push(i)
    for (let slot = slots - 1; ; slot--) {
      for (const i of reached) this.#witness.push(order[i]!)
      if (slot === 0) return this.#witness.length > 0
      const gap = data[at + 1 + slot]!
      const before: number[] = []
      for (let j = bounds[slot - 1]!; j < bounds[slot]!; j++) {
        if (cameFrom[j] === UNREACHED) continue
        const there = order[j]!
        const isNear = reached.some((i) => {
          found.steps++
          const here = order[i]!
          const between =
            first[here]! > last[there]! ? first[here]! - last[there]! - 1 : first[there]! - last[here]! - 1
          return between >= 0 && between <= gap
        })
        if (isNear) before.push(j)
        if (found.steps > found.most) return this.#witness.length > 0
      }
      reached = before
    }
  }

  /**
   * Brings the occurrences from `from` to `to` into the order of the text, and returns the width of the widest. When that
   * would take more steps than there are, it is left undone.
   */
  #sort(from: number, to: number): number {
    if (this.#order.length < to) this.#order = new Int32Array(to * 2)
    const { first, last } = this.#found
    const order = this.#order
    const few = to - from <= 64
    let widest = 1
    if (!few) this.#found.steps += (to - from) * SORT_STEPS
    if (this.#found.steps > this.#found.most) return widest
    for (let i = from; i < to; i++) {
      widest = Math.max(widest, last[i]! - first[i]! + 1)
      let into = i
      // Few, as a rule, and the occurrences of one term are in order already.
      if (few) while (into > from && first[order[into - 1]!]! > first[i]!) order[into] = order[--into]!
      order[into] = i
    }
    if (!few) order.subarray(from, to).sort((a, b) => first[a]! - first[b]!)
    return widest
  }
}

/** Bits of the sets, within one number, that lack a slot below five. */
const LACKING = [0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff]

/** Adds to the row `to` every set of the row `from` that lacks the slot, with the slot. */
const addToSets = (rows: Int32Array, from: number, to: number, words: number, slot: number): void => {
  if (slot < 5) {
    const shift = 1 << slot
    for (let word = 0; word < words; word++) rows[to + word]! |= (rows[from + word]! & LACKING[slot]!) << shift
    return
  }
  const bit = 1 << (slot - 5)
  for (let word = 0; word < words; word++) if ((word & bit) === 0) rows[to + (word | bit)]! |= rows[from + word]!
}
