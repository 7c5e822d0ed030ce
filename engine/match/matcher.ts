/**
 * The index of standing queries: which of up to hundreds of thousands fit a message, and where. Candidates first, then
 * the exact decision: every keyword is found again by its anchors (a term, or two terms near each other), so a message
 * costs what its own words cost, hardly depending on how many queries there are.
 */
import type { Language } from '../language/language.ts'
import type { StandingQuery } from '../queries/query.ts'
import type { AnchorIndex } from './anchor-index.ts'
import { COUNT, LIST_HEAD, POSTING } from './anchor-index.ts'
import { Decision } from './decision.ts'
import type { IntArena } from './int-arena.ts'
import { doubled } from './int-arena.ts'
import { MessageTerms } from './message-terms.ts'
import { MessageTokens } from './message-tokens.ts'
import { UNITS } from './pair-table.ts'
import { lengthOf, NEAR_TERMS, OP_BITS, OP_MASK } from './program.ts'
import { BEST, CONTEXTS, DECIDED, EXCLUSIONS, KEYWORD, KEYWORD_SHIFT, PROGRAM, PROGRAMS, RECORD, REFUSED, Registry, UNFOUND } from './registry.ts'
import { SeenPairs } from './seen-pairs.ts'
import { FLAG_ALONE, FLAG_COMMONER, FLAG_RARER, FLAGS, FREQUENCY, POSTINGS, TERM_SHIFT, Terms } from './terms.ts'
import { LONGEST_REMEMBERED, UNKNOWN, WordTable } from './word-table.ts'

export interface Match {
  id: number
  /** Index of the first keyword that fits. */
  keyword: number
  /**
   * UTF-16 offsets, `end` exclusive, in order and apart: the words of one occurrence of the keyword, and of the first
   * context that fits; a phrase in quotes is one span.
   */
  spans: Array<[start: number, end: number]>
}

export interface MatcherOptions {
  /** Word forms in one of the two generations of the memory for words; about 60 bytes each. */
  rememberedWords?: number
}

export interface Matcher {
  readonly size: number
  /** What the index and its memory for words take up, without the strings of the words. */
  readonly bytes: number
  /**
   * What the last message took: tokens, pairs of tokens looked at, postings gone over, candidates, steps of decisions. The
   * time of a message follows it, so it tells which messages are dear.
   */
  readonly work: number
  has(id: number): boolean
  /** Throws a RangeError when the id is taken, or when a query is larger than the index can hold (see engine/README.md). */
  add(id: number, standing: StandingQuery): void
  /** Throws a RangeError when there is no such id; then, and when the new query is too large, the old one stays. */
  replace(id: number, standing: StandingQuery): void
  /** False when there was no such id. */
  remove(id: number): boolean
  /** What fits, ids ascending. */
  match(text: string): Match[]
  /** The same without keyword and offsets, for whoever only counts or routes. */
  matchIds(text: string): number[]
  /** Only learns how common words are; the more of the stream is shown before queries are added, the better the index. */
  observe(text: string): void
}

/** Characters of a message that are read; it is as if it ended there. */
export const MOST_READ = 100_000
/** Occurrences looked at before one token for a partner of its term: far more than stand in the window of any text. */
const MOST_BACK = 512
/** Pairs of a message that are looked up together. */
const PAIRS_AT_ONCE = 1024

export const createMatcher = (language: Language, options: MatcherOptions = {}): Matcher => new StandingQueries(language, options)

class StandingQueries implements Matcher {
  readonly #lemmas: (form: string) => readonly string[]
  readonly #terms = new Terms()
  readonly #words: WordTable
  readonly #registry: Registry
  readonly #anchors: AnchorIndex
  readonly #arena: IntArena
  readonly #tokens = new MessageTokens()
  readonly #message = new MessageTerms(this.#terms)
  readonly #decision: Decision
  readonly #newPrefixes = new Set<string>()
  #longestPrefix = 0

  /** Of the current message. */
  #candidates = new Int32Array(256)
  #candidateRecords = new Int32Array(256)
  #candidateCount = 0
  /** Records of queries that fit. */
  #fitting = new Int32Array(64)
  #fittingCount = 0
  #sampling = false
  #work = 0
  /** Per token what `WordTable.find` says. */
  #carried = new Int32Array(256)
  #near = new Int32Array(256 * 3)
  #nearCount = 0
  /** Pairs of neighbouring terms that may be anchors: [term, term] × count. */
  readonly #pairs = new Int32Array(2 * PAIRS_AT_ONCE)
  #pairCount = 0
  readonly #seenPairs = new SeenPairs()
  /** Lists of postings under the terms of the message. */
  #alone = new Int32Array(64)
  #aloneCount = 0

  constructor(language: Language, options: MatcherOptions) {
    this.#lemmas = (form) => language.lemmasOnce?.(form) ?? language.lemmas(form)
    this.#words = new WordTable(this.#terms, options.rememberedWords ?? 1 << 18)
    this.#registry = new Registry(language, this.#terms)
    this.#anchors = this.#registry.anchors
    this.#arena = this.#registry.arena
    this.#decision = new Decision(this.#arena, this.#message, this.#tokens)
  }

  get size(): number {
    return this.#registry.size
  }

  get work(): number {
    return this.#work + this.#decision.steps
  }

  get bytes(): number {
    return this.#terms.state.byteLength + this.#words.bytes + this.#registry.bytes
  }

  has(id: number): boolean {
    return this.#registry.has(id)
  }

  add(id: number, standing: StandingQuery): void {
    this.#registry.add(id, standing)
    this.#tellWords()
  }

  replace(id: number, standing: StandingQuery): void {
    this.#registry.replace(id, standing)
    this.#tellWords()
  }

  remove(id: number): boolean {
    return this.#registry.remove(id)
  }

  match(text: string): Match[] {
    this.#decide(text)
    const { data } = this.#arena
    const matches: Match[] = []
    for (let i = 0; i < this.#fittingCount; i++) {
      const record = this.#fitting[i]!
      const keyword = data[data[record + BEST]! + KEYWORD]! >> KEYWORD_SHIFT
      matches.push({ id: this.#registry.idOf(record), keyword, spans: this.#spans(record) })
    }
    return matches.sort((a, b) => a.id - b.id)
  }

  matchIds(text: string): number[] {
    this.#decide(text)
    const ids: number[] = []
    for (let i = 0; i < this.#fittingCount; i++) ids.push(this.#registry.idOf(this.#fitting[i]!))
    return ids.length > 1 ? ids.sort((a, b) => a - b) : ids
  }

  observe(text: string): void {
    this.#read(text)
  }

  /** Remembered forms that may carry what is new will be resolved again; for prefixes that is one sweep, so it waits. */
  #tellWords(): void {
    const { newForms, newPrefixes } = this.#registry.compiler
    for (const form of newForms) this.#words.forget(form)
    newForms.length = 0
    for (const prefix of newPrefixes) {
      this.#newPrefixes.add(prefix)
      this.#longestPrefix = Math.max(this.#longestPrefix, prefix.length)
    }
    newPrefixes.length = 0
  }

  /** Leaves the queries that fit in `#fitting`, each with its first fitting keyword in `#best`. */
  #decide(text: string): void {
    this.#read(text)
    this.#fittingCount = 0
    const { data } = this.#arena
    const { message } = this.#message
    this.#proposePairs()
    for (let i = 0; i < this.#aloneCount; i++) this.#proposeFiltered(this.#alone[i]!)
    for (const unit of this.#registry.everywhere) this.#proposeOne(unit)
    this.#work += this.#candidateCount
    const [candidates, records] = [this.#candidates, this.#candidateRecords]
    // Short loops, so that the processor waits for many cache misses at once instead of for one after another.
    let count = 0
    for (let i = 0; i < this.#candidateCount; i++) records[i] = data[candidates[i]! + RECORD]!
    for (let i = 0; i < this.#candidateCount; i++) {
      const unit = candidates[i]!
      const head = data[unit + PROGRAM]!
      // Anchored on its first two words; the third decides more often than anything in the record, and stands nearer.
      if ((head & OP_MASK) === NEAR_TERMS && head >> OP_BITS > 2 && !this.#message.has(data[unit + PROGRAM + 4]!)) continue
      records[count] = records[i]!
      candidates[count++] = unit
    }
    for (let i = 0; i < count; i++) {
      const record = records[i]!
      if (data[record + DECIDED] === message) continue
      data[record + DECIDED] = message
      data[record + BEST] = this.#allowed(record) ? UNFOUND : REFUSED
    }
    for (let i = 0; i < count; i++) this.#try(candidates[i]!, records[i]!)
  }

  #try(unit: number, record: number): void {
    const { data } = this.#arena
    const best = data[record + BEST]!
    if (best === REFUSED || (best !== UNFOUND && data[best + KEYWORD]! <= data[unit + KEYWORD]!)) return
    if (!this.#decision.decide(unit + PROGRAM)) return
    data[record + BEST] = unit
    if (best !== UNFOUND) return
    if (this.#fittingCount === this.#fitting.length) this.#fitting = doubled(this.#fitting)
    this.#fitting[this.#fittingCount++] = record
  }

  /** Some context fits, if there is any, and nothing excluded does. */
  #allowed(record: number): boolean {
    const { data } = this.#arena
    const contexts = data[record + CONTEXTS]!
    const exclusions = data[record + EXCLUSIONS]!
    let at = record + PROGRAMS
    let inContext = contexts === 0
    for (let i = 0; i < contexts; i++) {
      inContext ||= this.#decision.decide(at)
      at += lengthOf(data, at)
    }
    if (!inContext) return false
    for (let i = 0; i < exclusions; i++) {
      if (this.#decision.decide(at)) return false
      at += lengthOf(data, at)
    }
    return true
  }

  #spans(record: number): Array<[number, number]> {
    const { data } = this.#arena
    const found: Array<[number, number]> = []
    this.#decision.locate(data[record + BEST]! + PROGRAM, found)
    let at = record + PROGRAMS
    for (let i = 0; i < data[record + CONTEXTS]!; i++) {
      if (this.#decision.decide(at)) {
        this.#decision.locate(at, found)
        break
      }
      at += lengthOf(data, at)
    }
    found.sort((a, b) => a[0] - b[0])
    const spans: Array<[number, number]> = []
    for (const [start, end] of found) {
      const before = spans.at(-1)
      // A compound and its part, `онлайн-школа` and `школа`, are one span.
      if (before !== undefined && start < before[1]) before[1] = Math.max(before[1], end)
      else spans.push([start, end])
    }
    return spans
  }

  /** Goes over the tokens once: notes where terms stand and collects the keywords whose anchors are there. */
  #read(text: string): void {
    this.#registry.tidy()
    if (this.#newPrefixes.size > 0) {
      this.#words.forgetBeginnings(this.#newPrefixes)
      this.#newPrefixes.clear()
    }
    const tokens = this.#tokens
    tokens.read(text.length > MOST_READ ? text.slice(0, MOST_READ) : text)
    const before = this.#message.message
    this.#message.begin()
    if (this.#message.message < before) this.#registry.undecide()
    this.#seenPairs.clear()
    this.#sampling = this.#terms.sample()
    this.#candidateCount = 0
    this.#nearCount = 0
    this.#aloneCount = 0
    this.#pairCount = 0
    const words = this.#words
    const { count, hashes1, hashes2 } = tokens
    this.#work = count
    this.#decision.steps = 0
    if (count > this.#carried.length) this.#carried = new Int32Array(count * 2)
    const carried = this.#carried
    const { turns } = words
    for (let token = 0; token < count; token++) carried[token] = words.find(hashes1[token]!, hashes2[token]!)
    for (let token = 0; token < count; token++) {
      let value = carried[token]!
      // The same new word may have come before, and lists found may be gone when the table has turned since.
      if (value === UNKNOWN || turns !== words.turns) value = words.find(hashes1[token]!, hashes2[token]!)
      if (value === UNKNOWN) value = this.#meet(token)
      if (value > 0) this.#take(value - 1, token)
      else if (value !== UNKNOWN) {
        const { data } = words.lists
        const end = data[-value]! - value
        for (let at = 1 - value; at <= end; at++) this.#take(data[at]!, token)
      }
    }
  }

  /** A form that is not remembered: asks the language, once. Returns UNKNOWN when it has taken the terms itself. */
  #meet(token: number): number {
    const form = this.#tokens.form(token)
    const terms = this.#terms
    const carried: number[] = []
    const carry = (term: number | undefined): void => {
      if (term !== undefined && !carried.includes(term)) carried.push(term)
    }
    const lasting = form.length <= LONGEST_REMEMBERED
    for (const lemma of this.#lemmas(form)) carry(lasting ? terms.intern('lemma', lemma) : terms.find('lemma', lemma))
    carry(terms.find('exact', form))
    const longest = Math.min(form.length, this.#longestPrefix)
    for (let length = 1; length <= longest; length++) carry(terms.find('prefix', form.slice(0, length)))
    if (lasting) return this.#words.put(form, this.#tokens.hashes1[token]!, this.#tokens.hashes2[token]!, carried)
    for (const term of carried) this.#take(term, token)
    return UNKNOWN
  }

  #take(term: number, token: number): void {
    const { state } = this.#terms
    const at = term << TERM_SHIFT
    const flags = state[at + FLAGS]!
    if (flags === 0 && !this.#sampling) return
    if (this.#message.add(term, token)) {
      if (this.#sampling) state[at + FREQUENCY]!++
      if (flags & FLAG_ALONE) {
        if (this.#aloneCount === this.#alone.length) this.#alone = doubled(this.#alone)
        this.#alone[this.#aloneCount++] = state[at + POSTINGS]!
      }
    }
    const sought = ((flags & FLAG_RARER) << 1) | ((flags & FLAG_COMMONER) >> 1)
    if (sought !== 0) this.#lookBack(term, flags, sought, this.#tokens.places[token]!)
  }

  /** Pairs of this term with those shortly before it. */
  #lookBack(term: number, flags: number, sought: number, place: number): void {
    if (this.#nearCount + 3 > this.#near.length) this.#near = doubled(this.#near)
    const near = this.#near
    const furthest = place - this.#registry.widestPair
    const last = Math.max(0, this.#nearCount - 3 * MOST_BACK)
    let i = this.#nearCount - 3
    for (; i >= last; i -= 3) {
      const other = near[i]!
      if (other < furthest) break
      if ((near[i + 2]! & sought) === 0 || other === place) continue
      if (this.#pairCount === PAIRS_AT_ONCE) this.#proposePairs()
      this.#pairs[2 * this.#pairCount] = term
      this.#pairs[2 * this.#pairCount++ + 1] = near[i + 1]!
    }
    this.#work += (this.#nearCount - i) / 3
    near[this.#nearCount] = place
    near[this.#nearCount + 1] = term
    near[this.#nearCount + 2] = flags
    this.#nearCount += 3
  }

  /** The keywords under a term whose query has a chance: called when the whole message is read. */
  #proposeFiltered(list: number): void {
    const { data } = this.#anchors.lists
    const message = this.#message
    this.#work += data[list + COUNT]!
    const end = list + LIST_HEAD + data[list + COUNT]! * POSTING
    for (let at = list + LIST_HEAD; at < end; at += POSTING) {
      let met = data[at + 1] === 0
      for (let i = at + 1; !met && i < at + POSTING && data[i] !== 0; i++) met = message.has(data[i]! - 1)
      if (met) this.#proposeOne(data[at]!)
    }
  }

  /** The keywords of the pairs collected, of each pair once a message. */
  #proposePairs(): void {
    const found = this.#anchors.pairs.findPairs(this.#pairs, this.#pairCount)
    this.#pairCount = 0
    const { slots } = this.#anchors.pairs
    for (let i = 0; i < found; i++) {
      const slot = this.#pairs[i]!
      if (!this.#seenPairs.add(slot)) continue
      const units = slots[slot + UNITS]!
      if (units > 0) this.#proposeOne(units)
      else this.#propose(-units)
    }
  }

  #propose(list: number): void {
    const { data } = this.#anchors.lists
    const end = list + LIST_HEAD + data[list + COUNT]!
    for (let at = list + LIST_HEAD; at < end; at++) this.#proposeOne(data[at]!)
  }

  #proposeOne(unit: number): void {
    if (this.#candidateCount === this.#candidates.length) {
      this.#candidates = doubled(this.#candidates)
      this.#candidateRecords = doubled(this.#candidateRecords)
    }
    this.#candidates[this.#candidateCount++] = unit
  }
}
