/** What may fill the places of one proximity in the current message, as parallel arrays that are used again and again. */
import type { IntArena } from './int-arena.ts'
import type { MessageTerms } from './message-terms.ts'
import { NONE } from './message-terms.ts'
import type { MessageTokens } from './message-tokens.ts'
import { lengthOf, OP_BITS, OP_MASK, PHRASE, SLOT, TERM, TERMS } from './program.ts'

export class Occurrences {
  count = 0
  /** Steps the current decision has taken, and may take; beyond, nothing more is found. */
  steps = 0
  most = 0
  /** First and last place, slot, first and last token. */
  first = new Int32Array(64)
  last = new Int32Array(64)
  slot = new Int32Array(64)
  firstToken = new Int32Array(64)
  lastToken = new Int32Array(64)
  readonly #arena: IntArena
  readonly #terms: MessageTerms
  readonly #tokens: MessageTokens
  #cursors = new Int32Array(16)

  constructor(arena: IntArena, terms: MessageTerms, tokens: MessageTokens) {
    this.#arena = arena
    this.#terms = terms
    this.#tokens = tokens
  }

  /** Adds what fills the slot at `at`; false when nothing does. Unordered, and one place may come twice. */
  addSlot(at: number, slot: number): boolean {
    const before = this.count
    const data = this.#arena.data
    const size = data[at]! >> OP_BITS
    if ((data[at]! & OP_MASK) === SLOT) {
      let atom = at + 2
      for (let i = 0; i < size; i++) {
        this.#addAtom(data, atom, slot)
        atom += lengthOf(data, atom)
      }
    } else this.#addAtom(data, at, slot)
    return this.count > before
  }

  addTerm(term: number, slot: number): boolean {
    const { places } = this.#tokens
    const { tokenOf, nextOf } = this.#terms
    const first = this.#terms.first(term)
    for (let at = first; at !== NONE; at = nextOf[at]!) {
      if (++this.steps > this.most) return false
      const token = tokenOf[at]!
      this.#add(places[token]!, places[token]!, slot, token, token)
    }
    return first !== NONE
  }

  #addAtom(data: Int32Array, at: number, slot: number): void {
    const size = data[at]! >> OP_BITS
    const op = data[at]! & OP_MASK
    if (op === TERM) this.addTerm(size, slot)
    else if (op === TERMS) for (let i = 1; i <= size; i++) this.addTerm(data[at + i]!, slot)
    else if (op === PHRASE) this.addPhrase(data, at, slot, false)
  }

  /** Adds every place where the phrase stands, or only looks for the first. */
  addPhrase(data: Int32Array, at: number, slot: number, once: boolean): boolean {
    const size = data[at]! >> OP_BITS
    if (size === 0) return false
    const { places } = this.#tokens
    const { tokenOf, nextOf } = this.#terms
    if (this.#cursors.length < size) this.#cursors = new Int32Array(size * 2)
    const cursors = this.#cursors
    for (let i = 0; i < size; i++) {
      cursors[i] = this.#terms.first(data[at + 1 + i]!)
      if (cursors[i] === NONE) return false
    }
    let found = false
    for (let begin = cursors[0]!; begin !== NONE; begin = nextOf[begin]!) {
      if (++this.steps > this.most) return found
      const token = tokenOf[begin]!
      const place = places[token]!
      let lastToken = token
      let i = 1
      for (; i < size; i++) {
        let cursor = cursors[i]!
        while (cursor !== NONE && places[tokenOf[cursor]!]! < place + i) {
          cursor = nextOf[cursor]!
          this.steps++
        }
        if (cursor === NONE) return found
        cursors[i] = cursor
        lastToken = tokenOf[cursor]!
        if (places[lastToken]! !== place + i) break
      }
      if (i < size) continue
      found = true
      this.#add(place, place + size - 1, slot, token, lastToken)
      if (once) return true
    }
    return found
  }

  #add(first: number, last: number, slot: number, firstToken: number, lastToken: number): void {
    if (this.count === this.first.length) this.#grow()
    const { count } = this
    this.first[count] = first
    this.last[count] = last
    this.slot[count] = slot
    this.firstToken[count] = firstToken
    this.lastToken[count] = lastToken
    this.count = count + 1
  }

  #grow(): void {
    const grown = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const array = new Int32Array(old.length * 2)
      array.set(old)
      return array
    }
    this.first = grown(this.first)
    this.last = grown(this.last)
    this.slot = grown(this.slot)
    this.firstToken = grown(this.firstToken)
    this.lastToken = grown(this.lastToken)
  }
}
