/**
 * The index of standing queries: which of up to hundreds of thousands fit a message, and where. Candidates first, then
 * the exact decision: every keyword is found again by its anchors (a term, or two terms near each other), so a message
 * costs what its own words cost, hardly depending on how many queries there are.
 */
import type { Language } from '../language/language.ts'
import type { StandingQuery } from '../queries/query.ts'
import { COUNT } from './anchor-index.ts'
import { Candidates } from './candidates.ts'
import { Decision } from './decision.ts'
import { BEST, DECIDED, GATE_SHIFT, RECORD, UNFOUND } from './gates.ts'
import type { IntArena } from './int-arena.ts'
import { doubled } from './int-arena.ts'
import { MessageTerms } from './message-terms.ts'
import { MessageTokens } from './message-tokens.ts'
import { Neighbours } from './neighbours.ts'
import { lengthOf, NEAR_TERMS, OP_BITS, OP_MASK } from './program.ts'
import { CONTEXTS, EXCLUSIONS, KEYWORD, KEYWORD_SHIFT, PROGRAM, PROGRAMS, Registry } from './registry.ts'
import { FLAG_ALONE, FREQUENCY, POSTINGS, TERM_SHIFT, Terms } from './terms.ts'
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
  /**
   * Of the message that was matched last: where every keyword and every context of this query stands, each time, in order and apart,
   * at most `MOST_SPANS` of them. Nothing when there is no such query. To be asked before anything else is.
   */
  locateAll(id: number): Match['spans']
  /** The same without keyword and offsets, for anyone who only counts or routes. */
  matchIds(text: string): number[]
  /** Only learns how common words are; the more of the stream is shown before queries are added, the better the index. */
  observe(text: string): void
}

/** Characters of a message that are read; it is as if it ended there. */
export const MOST_READ = 100_000
/** A message of which more is marked is not read for its marks. */
export const MOST_SPANS = 200
/** This many numbers are sorted faster by hand. */
const FEW = 128

export const createMatcher = (language: Language, options: MatcherOptions = {}): Matcher =>
  new StandingQueries(language, options)

class StandingQueries implements Matcher {
  readonly #lemmas: (form: string) => readonly string[]
  readonly #terms = new Terms()
  readonly #words: WordTable
  readonly #registry: Registry
  readonly #arena: IntArena
  readonly #tokens = new MessageTokens()
  readonly #message = new MessageTerms()
  readonly #candidates: Candidates
  readonly #neighbours: Neighbours
  readonly #decision: Decision
  readonly #newPrefixes = new Set<string>()
  #longestPrefix = 0

  /** Of the current message: numbers of queries that fit. */
  #fitting = new Int32Array(64)
  #fittingCount = 0
  #sampling = false
  #work = 0
  /** Per token what `WordTable.find` says. */
  #carried = new Int32Array(256)
  /** Lists of postings under the terms of the message. */
  #alone = new Int32Array(64)
  #aloneCount = 0

  constructor(language: Language, options: MatcherOptions) {
    this.#lemmas = (form) => language.lemmasOnce?.(form) ?? language.lemmas(form)
    this.#words = new WordTable(this.#terms, options.rememberedWords ?? 1 << 18)
    this.#registry = new Registry(language, this.#terms)
    this.#arena = this.#registry.arena
    this.#candidates = new Candidates(this.#registry, this.#message)
    this.#neighbours = new Neighbours(this.#registry, this.#candidates)
    this.#decision = new Decision(this.#arena, this.#message, this.#tokens)
  }

  get size(): number {
    return this.#registry.size
  }

  get work(): number {
    return this.#work + this.#decision.steps
  }

  get bytes(): number {
    return this.#terms.bytes + this.#message.bytes + this.#words.bytes + this.#registry.bytes
  }

  has(id: number): boolean {
    return this.#registry.has(id)
  }

  add(id: number, standing: StandingQuery): void {
    this.#registry.add(id, standing)
    this.#forgetForms()
  }

  replace(id: number, standing: StandingQuery): void {
    this.#registry.replace(id, standing)
    this.#forgetForms()
  }

  remove(id: number): boolean {
    return this.#registry.remove(id)
  }

  match(text: string): Match[] {
    this.#decide(text)
    const { data } = this.#arena
    const gates = this.#registry.gates.data
    const matches: Match[] = []
    for (let i = 0; i < this.#fittingCount; i++) {
      const query = this.#fitting[i]!
      const gate = query << GATE_SHIFT
      const best = gates[gate + BEST]!
      matches.push({
        id: this.#registry.idOf(query),
        keyword: data[best + KEYWORD]! >> KEYWORD_SHIFT,
        spans: this.#spans(gates[gate + RECORD]!, best),
      })
    }
    return matches.sort((a, b) => a.id - b.id)
  }

  locateAll(id: number): Match['spans'] {
    const found: Match['spans'] = []
    this.#registry.eachProgram(id, (program) => {
      if (this.#decision.decide(program)) this.#decision.locate(program, found, true)
    })
    return apart(found).slice(0, MOST_SPANS)
  }

  matchIds(text: string): number[] {
    this.#decide(text)
    const ids: number[] = []
    for (let i = 0; i < this.#fittingCount; i++) ids.push(this.#registry.idOf(this.#fitting[i]!))
    return sorted(ids)
  }

  observe(text: string): void {
    this.#read(text)
  }

  /** Remembered forms that may carry what is new will be resolved again; for prefixes that is one sweep, so it waits. */
  #forgetForms(): void {
    const { newForms, newPrefixes } = this.#registry.compiler
    for (const form of newForms) this.#words.forget(form)
    newForms.length = 0
    for (const prefix of newPrefixes) {
      this.#newPrefixes.add(prefix)
      this.#longestPrefix = Math.max(this.#longestPrefix, prefix.length)
    }
    newPrefixes.length = 0
  }

  /** Leaves the queries that fit in `#fitting`, each with its first fitting keyword in its gate. */
  #decide(text: string): void {
    this.#read(text)
    this.#fittingCount = 0
    const { data } = this.#arena
    const { message } = this.#message
    const candidates = this.#candidates
    this.#neighbours.propose()
    this.#proposeAlone()
    for (const [unit, query] of this.#registry.everywhere) candidates.add(unit, query)
    this.#work += candidates.count
    candidates.passGates()
    const { units, queries, count } = candidates
    const gates = this.#registry.gates.data
    for (let i = 0; i < count; i++) {
      const unit = units[i]!
      const head = data[unit + PROGRAM]!
      // Anchored on its first two words; the third decides more often than anything else, and is quickly reported.
      if ((head & OP_MASK) === NEAR_TERMS && head >> OP_BITS > 2 && !this.#message.has(data[unit + PROGRAM + 4]!))
        continue
      const gate = queries[i]! << GATE_SHIFT
      if (gates[gate + DECIDED] !== message) {
        if (gates[gate + DECIDED] === -message) continue
        const allowed = this.#allowed(gates[gate + RECORD]!)
        gates[gate + DECIDED] = allowed ? message : -message
        if (!allowed) continue
        gates[gate + BEST] = UNFOUND
      }
      const best = gates[gate + BEST]!
      if (best !== UNFOUND && data[best + KEYWORD]! <= data[unit + KEYWORD]!) continue
      if (!this.#decision.decide(unit + PROGRAM)) continue
      gates[gate + BEST] = unit
      if (best !== UNFOUND) continue
      if (this.#fittingCount === this.#fitting.length) this.#fitting = doubled(this.#fitting)
      this.#fitting[this.#fittingCount++] = queries[i]!
    }
  }

  /** The keywords under single terms: called when the whole message is read. */
  #proposeAlone(): void {
    const { data } = this.#registry.anchors.lists
    for (let i = 0; i < this.#aloneCount; i++) this.#work += data[this.#alone[i]! + COUNT]!
    for (let i = 0; i < this.#aloneCount; i++) this.#candidates.addTermList(this.#alone[i]!)
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

  #spans(record: number, unit: number): Array<[number, number]> {
    const { data } = this.#arena
    const found: Array<[number, number]> = []
    this.#decision.locate(unit + PROGRAM, found)
    let at = record + PROGRAMS
    for (let i = 0; i < data[record + CONTEXTS]!; i++) {
      if (this.#decision.decide(at)) {
        this.#decision.locate(at, found)
        break
      }
      at += lengthOf(data, at)
    }
    return apart(found)
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
    if (this.#message.begin()) this.#registry.gates.undecide()
    this.#neighbours.begin()
    this.#sampling = this.#terms.sample()
    this.#candidates.count = 0
    this.#aloneCount = 0
    const words = this.#words
    const { count, hashes1, hashes2 } = tokens
    this.#work = count
    this.#decision.steps = 0
    if (count > this.#carried.length) this.#carried = new Int32Array(count * 2)
    const carried = this.#carried
    const { turns } = words
    words.findMany(hashes1, hashes2, count, carried)
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
    const flags = this.#terms.flags[term]!
    if (flags === 0 && !this.#sampling) return
    if (this.#message.add(term, token)) {
      const { state } = this.#terms
      const at = term << TERM_SHIFT
      if (this.#sampling) state[at + FREQUENCY]!++
      if (flags & FLAG_ALONE) {
        if (this.#aloneCount === this.#alone.length) this.#alone = doubled(this.#alone)
        this.#alone[this.#aloneCount++] = state[at + POSTINGS]!
      }
    }
    this.#work += this.#neighbours.add(term, flags, this.#tokens.places[token]!)
  }
}

/** In the order of the text. A compound and its part, `онлайн-школа` and `школа`, are one span. */
const apart = (found: Match['spans']): Match['spans'] => {
  found.sort((a, b) => a[0] - b[0])
  const spans: Match['spans'] = []
  for (const [start, end] of found) {
    const before = spans.at(-1)
    if (before !== undefined && start < before[1]) before[1] = Math.max(before[1], end)
    else spans.push([start, end])
  }
  return spans
}

/** A message fits few queries, as a rule: then this takes a third of the time of `sort`. */
const sorted = (numbers: number[]): number[] => {
  if (numbers.length > FEW) return numbers.sort((a, b) => a - b)
  for (let i = 1; i < numbers.length; i++) {
    const number = numbers[i]!
    let into = i
    for (; into > 0 && numbers[into - 1]! > number; into--) numbers[into] = numbers[into - 1]!
    numbers[into] = number
  }
  return numbers
}
