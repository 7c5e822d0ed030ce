/**
 * Where the terms of the current message stand: for every term in use a list of its occurrences in the order of the
 * text. Nothing is cleared between messages: what was seen in an earlier one has an earlier number.
 */
import { FIRST, LAST, SEEN, TERM_SHIFT } from './terms.ts'
import type { Terms } from './terms.ts'

export const NONE = -1

export class MessageTerms {
  /** Number of the current message, never 0. */
  message = 0
  count = 0
  /** Token of an occurrence, and the next occurrence of the same term or NONE. */
  tokenOf = new Int32Array(512)
  nextOf = new Int32Array(512)
  readonly #terms: Terms
  /** One bit per term: small enough to stay in the nearest cache while many candidates ask. */
  #present = new Int32Array(1 << 10)
  #marked = new Int32Array(256)
  #markedCount = 0

  constructor(terms: Terms) {
    this.#terms = terms
  }

  begin(): void {
    this.count = 0
    for (let i = 0; i < this.#markedCount; i++) this.#present[this.#marked[i]!] = 0
    this.#markedCount = 0
    if (++this.message === 0x7fffffff) {
      this.#terms.unsee()
      this.message = 1
    }
  }

  /** True when the term was not seen before in this message. */
  add(term: number, token: number): boolean {
    const { state } = this.#terms
    if (this.count === this.tokenOf.length) this.#grow()
    const occurrence = this.count++
    this.tokenOf[occurrence] = token
    this.nextOf[occurrence] = NONE
    const at = term << TERM_SHIFT
    const fresh = state[at + SEEN] !== this.message
    if (fresh) {
      state[at + SEEN] = this.message
      state[at + FIRST] = occurrence
      this.#mark(term)
    } else this.nextOf[state[at + LAST]!] = occurrence
    state[at + LAST] = occurrence
    return fresh
  }

  has(term: number): boolean {
    return (this.#present[term >> 5]! & (1 << (term & 31))) !== 0
  }

  /** First occurrence of the term, or NONE. */
  first(term: number): number {
    return this.has(term) ? this.#terms.state[(term << TERM_SHIFT) + FIRST]! : NONE
  }

  #mark(term: number): void {
    const word = term >> 5
    if (word >= this.#present.length) {
      const grown = new Int32Array(Math.max(word + 1, this.#present.length * 2))
      grown.set(this.#present)
      this.#present = grown
    }
    this.#present[word]! |= 1 << (term & 31)
    if (this.#markedCount === this.#marked.length) {
      const grown = new Int32Array(this.#marked.length * 2)
      grown.set(this.#marked)
      this.#marked = grown
    }
    this.#marked[this.#markedCount++] = word
  }

  #grow(): void {
    const [tokenOf, nextOf] = [new Int32Array(this.count * 2), new Int32Array(this.count * 2)]
    tokenOf.set(this.tokenOf)
    nextOf.set(this.nextOf)
    this.tokenOf = tokenOf
    this.nextOf = nextOf
  }
}
