/**
 * Where the terms of the current message stand: for every term in use a list of its occurrences in the order of the
 * text. Nothing is cleared between messages but one bit of each term.
 */
import { doubled } from './int-arena.ts'

export const NONE = -1

export class MessageTerms {
  /** Number of the current message, never 0. */
  message = 0
  count = 0
  /** Token of an occurrence, and the next occurrence of the same term or NONE. */
  tokenOf = new Int32Array(512)
  nextOf = new Int32Array(512)
  /** First and last occurrence of each term that is there. */
  #ends = new Int32Array(2 << 10)
  /** One bit per term: small enough to stay in the nearest cache while many candidates ask. */
  #present = new Int32Array(1 << 10)
  #marked = new Int32Array(256)
  #markedCount = 0

  get bytes(): number {
    return this.#ends.byteLength + this.#present.byteLength
  }

  /** True when the numbers of messages begin again. */
  begin(): boolean {
    this.count = 0
    for (let i = 0; i < this.#markedCount; i++) this.#present[this.#marked[i]!] = 0
    this.#markedCount = 0
    if (++this.message < 0x7fffffff) return false
    this.message = 1
    return true
  }

  /** True when the term was not seen before in this message. */
  add(term: number, token: number): boolean {
    if (this.count === this.tokenOf.length) {
      this.tokenOf = doubled(this.tokenOf)
      this.nextOf = doubled(this.nextOf)
    }
    const occurrence = this.count++
    this.tokenOf[occurrence] = token
    this.nextOf[occurrence] = NONE
    const fresh = !this.has(term)
    if (fresh) this.#mark(term)
    const ends = this.#ends
    if (fresh) ends[2 * term] = occurrence
    else this.nextOf[ends[2 * term + 1]!] = occurrence
    ends[2 * term + 1] = occurrence
    return fresh
  }

  has(term: number): boolean {
    return (this.#present[term >> 5]! & (1 << (term & 31))) !== 0
  }

  /** First occurrence of the term, or NONE. */
  first(term: number): number {
    return this.has(term) ? this.#ends[2 * term]! : NONE
  }

  #mark(term: number): void {
    while (2 * term + 1 >= this.#ends.length) this.#ends = doubled(this.#ends)
    const word = term >> 5
    while (word >= this.#present.length) this.#present = doubled(this.#present)
    this.#present[word]! |= 1 << (term & 31)
    if (this.#markedCount === this.#marked.length) this.#marked = doubled(this.#marked)
    this.#marked[this.#markedCount++] = word
  }
}
