/**
 * Anchors: what a message must hold for a keyword to have a chance. If the keyword fits, at least one of its anchors is
 * there: a term, or a pair of terms at most `PAIR_WINDOW` positions apart. Chosen so that as few messages as possible
 * hold one; a wrong frequency costs time, never a match.
 */
import {
  ALL,
  ANY,
  CHAIN,
  lengthOf,
  NEAR,
  NEAR_TERMS,
  NOT,
  OP_BITS,
  OP_MASK,
  PHRASE,
  SLOT,
  TERM,
  TERMS,
} from './program.ts'
import { NO_TERM } from './terms.ts'
import type { Terms } from './terms.ts'

/** Pairs are looked for among tokens this far apart; wider proximities anchor on their rarest slot alone. */
const PAIR_WINDOW = 16
/** Slots with many alternatives would need the product of them in pairs. */
const MOST_PAIRS = 64

export interface Anchors {
  /** Rarer term first, commoner second; NO_TERM as the second makes the first an anchor by itself. */
  pairs: Array<[number, number]>
  /** How far apart the terms of a pair may stand. */
  reach: number
  /** In about what share of messages one of them is met. */
  cost: number
  /** Which slots of a `NEAR` they were made of, for `anchorsOfSlots`; absent when that cannot be reported. */
  slots?: readonly [rarer: number, commoner: number]
}

const NO_SLOT = -1
/** How likely two terms stand near each other when both are in the message; only the order of magnitude matters. */
const NEARNESS = 0.3

/** Null when nothing can be required: the keyword must be tried on every message. */
export const chooseAnchors = (data: Int32Array, at: number, terms: Terms): Anchors | null => {
  const count = data[at]! >> OP_BITS
  switch (data[at]! & OP_MASK) {
    case TERM:
      return alone([count], terms)
    case TERMS:
      return alone([...data.subarray(at + 1, at + 1 + count)], terms)
    case PHRASE:
      return phraseAnchors(data, at, terms)
    case NEAR_TERMS: {
      const reach = (count - 1) * (data[at + 1]! + 1)
      // Rarest first: no other pair is better.
      if (count > 1 && reach <= PAIR_WINDOW) return paired(data[at + 2]!, data[at + 3]!, reach, terms)
      const slots = [...data.subarray(at + 2, at + 2 + count)].map((term) => ({ terms: [term], width: 1 }))
      return slotAnchors(slots, Array<number>(Math.max(0, count - 1)).fill(data[at + 1]!), false, terms)
    }
    case NEAR: {
      const slots = readSlots(data, at + 3, count, terms)
      const anchors = slotAnchors(slots, Array<number>(Math.max(0, count - 1)).fill(data[at + 2]!), false, terms)
      // What came out by frequencies of today cannot be reported from the program tomorrow.
      if (anchors !== null && slots.some(({ width }) => width > 1)) delete anchors.slots
      return anchors
    }
    case CHAIN:
      return slotAnchors(
        readSlots(data, at + 1 + count, count, terms),
        [...data.subarray(at + 2, at + 1 + count)],
        true,
        terms,
      )
    case SLOT:
    case ANY:
      return either(partsOf(data, at, count).map((part) => chooseAnchors(data, part, terms)))
    case ALL: {
      let best: Anchors | null = null
      for (const part of partsOf(data, at, count)) {
        if ((data[part]! & OP_MASK) === NOT) continue
        const anchors = chooseAnchors(data, part, terms)
        if (anchors !== null && (best === null || anchors.cost < best.cost)) best = anchors
      }
      return best
    }
    default:
      return null
  }
}

const partsOf = (data: Int32Array, at: number, count: number): number[] => {
  const parts: number[] = []
  let part = at + 2
  for (let i = 0; i < count; i++) {
    parts.push(part)
    part += lengthOf(data, part)
  }
  return parts
}

const alone = (found: number[], terms: Terms): Anchors => ({
  pairs: [...new Set(found)].map((term) => [term, NO_TERM]),
  reach: 0,
  cost: found.reduce((sum, term) => sum + terms.frequency(term), 0),
})

const either = (all: Array<Anchors | null>): Anchors | null => {
  if (all.length === 1) return all[0]!
  const pairs = new Map<string, [number, number]>()
  let cost = 0
  let reach = 0
  for (const anchors of all) {
    if (anchors === null) return null
    cost += anchors.cost
    reach = Math.max(reach, anchors.reach)
    for (const pair of anchors.pairs) pairs.set(pair.join(), pair)
  }
  return { pairs: [...pairs.values()], reach, cost }
}

const paired = (a: number, b: number, reach: number, terms: Terms): Anchors => {
  const [rarer, commoner] = terms.frequency(a) <= terms.frequency(b) ? [a, b] : [b, a]
  return {
    pairs: [[rarer, commoner]],
    reach,
    cost: terms.frequency(rarer) * Math.min(1, terms.frequency(commoner) * NEARNESS),
  }
}

const phraseAnchors = (data: Int32Array, at: number, terms: Terms): Anchors | null => {
  const count = data[at]! >> OP_BITS
  let best: Anchors | null = null
  for (let i = 0; i < count; i++) {
    const term = data[at + 1 + i]!
    const anchors = alone([term], terms)
    if (best === null || anchors.cost < best.cost) best = anchors
    for (let j = i + 1; j < Math.min(count, i + 1 + PAIR_WINDOW); j++) {
      const pair = paired(term, data[at + 1 + j]!, j - i, terms)
      if (pair.cost < best.cost) best = pair
    }
  }
  return best
}

/** What can fill a place of a proximity: one of these terms, in an occurrence at most `width` positions wide. */
interface SlotTerms {
  terms: number[]
  width: number
}

const readSlots = (data: Int32Array, at: number, count: number, terms: Terms): SlotTerms[] => {
  const slots: SlotTerms[] = []
  for (let i = 0; i < count; i++) {
    const several = (data[at]! & OP_MASK) === SLOT
    const slot: SlotTerms = { terms: [], width: 1 }
    for (const atom of several ? partsOf(data, at, data[at]! >> OP_BITS) : [at]) {
      const size = data[atom]! >> OP_BITS
      const op = data[atom]! & OP_MASK
      if (op === TERM) slot.terms.push(size)
      else if (op === TERMS) slot.terms.push(...data.subarray(atom + 1, atom + 1 + size))
      else {
        // A phrase is there only if its rarest form is.
        const forms = [...data.subarray(atom + 1, atom + 1 + size)]
        slot.terms.push(...forms.sort((a, b) => terms.frequency(a) - terms.frequency(b)).slice(0, 1))
        slot.width = Math.max(slot.width, size)
      }
    }
    slot.terms = [...new Set(slot.terms)]
    slots.push(slot)
    at += lengthOf(data, at)
  }
  return slots
}

/** The anchors made of one or two slots of the `NEAR` at `at`, the same at any time. */
export const anchorsOfSlots = (
  data: Int32Array,
  at: number,
  rarer: number,
  commoner: number,
  terms: Terms,
): Array<[number, number]> => {
  const slots = readSlots(data, at + 3, data[at]! >> OP_BITS, terms)
  return commoner === NO_SLOT
    ? slots[rarer]!.terms.map((term) => [term, NO_TERM])
    : product(slots[rarer]!.terms, slots[commoner]!.terms)
}

const product = (rarer: number[], commoner: number[]): Array<[number, number]> =>
  rarer.flatMap((a) => commoner.map((b): [number, number] => [a, b]))

/**
 * @param linked a chain: only neighbouring slots are held together; others may even be filled by the same token, so they
 *   make no pair of different places
 */
const slotAnchors = (slots: SlotTerms[], gaps: number[], linked: boolean, terms: Terms): Anchors | null => {
  let best: Anchors | null = null
  const shares = slots.map((slot) => slot.terms.reduce((sum, term) => sum + terms.frequency(term), 0))
  for (let i = 0; i < slots.length; i++) {
    const anchors: Anchors = { ...alone(slots[i]!.terms, terms), slots: [i, NO_SLOT] }
    if (best === null || anchors.cost < best.cost) best = anchors
  }
  for (let i = 0; i < slots.length; i++) {
    for (let j = i + 1; j < (linked ? Math.min(i + 2, slots.length) : slots.length); j++) {
      const [from, to] = linked ? [i, j] : [0, slots.length - 1]
      let distance = slots[from]!.width - 1
      for (let k = from; k < to; k++) distance += gaps[k]! + slots[k + 1]!.width
      if (distance > PAIR_WINDOW || slots[i]!.terms.length * slots[j]!.terms.length > MOST_PAIRS) continue
      const [rarer, commoner] = shares[i]! <= shares[j]! ? [i, j] : [j, i]
      const cost = shares[rarer]! * Math.min(1, shares[commoner]! * NEARNESS)
      if (best !== null && cost >= best.cost) continue
      best = {
        pairs: product(slots[rarer]!.terms, slots[commoner]!.terms),
        reach: distance,
        cost,
        slots: [rarer, commoner],
      }
    }
  }
  return best
}
