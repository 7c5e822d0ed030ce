/**
 * Terms: the numbers under which words are known inside the index. A term is a lemma, an exact form, or a prefix; a
 * token of a message carries several. A term lives as long as a registered query or a remembered word form holds it.
 */

/** Fields of a term in `Terms.state`. What every token asks for, the flags, is elsewhere and small enough for the caches. */
export const TERM_SHIFT = 2
/** List of postings of the keywords that this term alone makes a candidate, 0 for none. */
export const POSTINGS = 0
/** In how many of the sampled messages the term was met, fading. */
export const FREQUENCY = 1
/** In how many pairs of the index it is the rarer and the commoner term. */
export const RARER = 2
export const COMMONER = 3

/** In the place of the second term of an anchor that is one term. */
export const NO_TERM = -1

/** Flags of a term. A registered query uses it: its occurrences must be kept. */
const FLAG_USED = 1
export const FLAG_ALONE = 2
export const FLAG_RARER = 4
export const FLAG_COMMONER = 8

/** This many messages are all counted, then every this many-th; when the sample is full, it counts half. */
const CERTAIN = 2000
const SAMPLE_EVERY = 16
const SAMPLE_SIZE = 20_000

export type TermKind = 'lemma' | 'exact' | 'prefix'

export class Terms {
  /** Read both again whenever a term may have been made: growing replaces the arrays. */
  state = new Int32Array(1024 << TERM_SHIFT)
  flags = new Uint8Array(1024)
  readonly #known: Record<TermKind, Map<string, number>> = { lemma: new Map(), exact: new Map(), prefix: new Map() }
  readonly #names: string[] = []
  readonly #kinds: TermKind[] = []
  /** How many queries' atoms, and how many remembered forms, hold the term. */
  #uses = new Int32Array(1024)
  #words = new Int32Array(1024)
  readonly #free: number[] = []
  #sampled = 0
  #skipped = 0

  get bytes(): number {
    return this.state.byteLength + this.flags.byteLength
  }

  find(kind: TermKind, name: string): number | undefined {
    return this.#known[kind].get(name)
  }

  /** The term of this name, made when there is none; hold it with `use` or `remember` before the next `intern`. */
  intern(kind: TermKind, name: string): number {
    const known = this.#known[kind].get(name)
    if (known !== undefined) return known
    const term = this.#free.pop() ?? this.#names.length
    if (term === this.#uses.length) this.#grow()
    this.#known[kind].set(name, term)
    this.#names[term] = name
    this.#kinds[term] = kind
    this.state.fill(0, term << TERM_SHIFT, (term + 1) << TERM_SHIFT)
    this.flags[term] = 0
    return term
  }

  /** One more atom of a registered query needs the term. */
  use(term: number): void {
    if (this.#uses[term]!++ === 0) this.flags[term]! |= FLAG_USED
  }

  disuse(term: number): void {
    if (--this.#uses[term]! > 0) return
    this.flags[term]! &= ~FLAG_USED
    this.#dropIfUnheld(term)
  }

  /** One more remembered form carries the term. */
  remember(term: number): void {
    this.#words[term]!++
  }

  forget(term: number): void {
    if (--this.#words[term]! === 0) this.#dropIfUnheld(term)
  }

  /** In about what share of messages the term is met; something small, and smaller for longer words, when unknown. */
  frequency(term: number): number {
    const met = this.state[(term << TERM_SHIFT) + FREQUENCY]!
    return (met + 2 / (2 + this.#names[term]!.length)) / (this.#sampled + 1)
  }

  /** A message is counted from here on; true when its terms are to be counted. */
  sample(): boolean {
    if (this.#sampled >= CERTAIN && ++this.#skipped < SAMPLE_EVERY) return false
    this.#skipped = 0
    if (++this.#sampled === SAMPLE_SIZE) this.#fade()
    return true
  }

  /** Halves what was counted, so that the frequencies follow the stream. */
  #fade(): void {
    const { state } = this
    this.#sampled >>= 1
    for (let at = FREQUENCY; at < this.#names.length << TERM_SHIFT; at += 1 << TERM_SHIFT) state[at] = state[at]! >> 1
  }

  #dropIfUnheld(term: number): void {
    if (this.#uses[term] !== 0 || this.#words[term] !== 0) return
    this.#known[this.#kinds[term]!].delete(this.#names[term]!)
    this.#names[term] = ''
    this.#free.push(term)
  }

  #grow(): void {
    const room = this.#uses.length * 2
    const [state, uses, words] = [new Int32Array(room << TERM_SHIFT), new Int32Array(room), new Int32Array(room)]
    const flags = new Uint8Array(room)
    state.set(this.state)
    flags.set(this.flags)
    uses.set(this.#uses)
    words.set(this.#words)
    this.state = state
    this.flags = flags
    this.#uses = uses
    this.#words = words
  }
}
