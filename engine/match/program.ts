/**
 * A query as numbers: what the exact decision walks over. Nodes in prefix order, each beginning with a head that holds
 * the operation in its lowest bits and a count or a term above them:
 *
 *   TERM(term)
 *   TERMS(n)       term × n                     any of these terms (the lemmas of an ambiguous word)
 *   PHRASE(n)      term × n                     exact forms side by side
 *   NEAR_TERMS(n)  gap, term × n                the common case: each slot is one term; rarest two first
 *   NEAR(n)        length, gap, slot × n
 *   CHAIN(n)       length, gap × (n - 1), slot × n
 *   SLOT(n)        length, atom × n             a slot with several atoms; others are the atom itself
 *   ALL(n)         length, part × n
 *   ANY(n)         length, part × n
 *   NOT            part
 *
 * `length` counts the whole node, head included.
 */
import type { Language } from '../language/language.ts'
import type { Query } from '../queries/query.ts'
import { widen } from '../queries/widen.ts'
import type { WideAtom, WideQuery, WideSlot } from '../queries/widen.ts'
import { WIDEST_GAP } from './message-tokens.ts'
import type { Terms } from './terms.ts'

export const OP_BITS = 4
export const OP_MASK = 15
export const TERM = 0
export const TERMS = 1
export const PHRASE = 2
export const NEAR_TERMS = 3
export const NEAR = 4
export const CHAIN = 5
export const SLOT = 6
export const ALL = 7
export const ANY = 8
export const NOT = 9

/** Slots of one proximity side by side. All sets of them are gone through: each more doubles the worst case. */
const MOST_SLOTS = 12

/** Throws a RangeError on what a program cannot say. */
export const checkQuery = (query: Query): void => {
  if (query.kind === 'near' && query.slots.length > MOST_SLOTS) {
    throw new RangeError(`A proximity holds ${MOST_SLOTS} words at most, not ${query.slots.length}`)
  }
  if (query.kind === 'all' || query.kind === 'any') query.parts.forEach(checkQuery)
  if (query.kind === 'not') checkQuery(query.part)
}

const head = (op: number, count: number): number => (count << OP_BITS) | op

/** Numbers in the node at `at`. */
export const lengthOf = (data: Int32Array, at: number): number => {
  const count = data[at]! >> OP_BITS
  switch (data[at]! & OP_MASK) {
    case TERM:
      return 1
    case TERMS:
    case PHRASE:
      return 1 + count
    case NEAR_TERMS:
      return 2 + count
    case NOT:
      return 1 + lengthOf(data, at + 1)
    default:
      return data[at + 1]!
  }
}

/** Every term of the nodes from `at` to `end`, as often as it is written there. */
export const eachTerm = (data: Int32Array, at: number, end: number, visit: (term: number) => void): void => {
  while (at < end) {
    const count = data[at]! >> OP_BITS
    switch (data[at]! & OP_MASK) {
      case TERM:
        visit(count)
        at++
        break
      case TERMS:
      case PHRASE:
      case NEAR_TERMS: {
        const first = at + ((data[at]! & OP_MASK) === NEAR_TERMS ? 2 : 1)
        for (at = first; at < first + count; at++) visit(data[at]!)
        break
      }
      case NEAR:
        at += 3
        break
      case CHAIN:
        at += Math.max(2, 1 + count)
        break
      case NOT:
        at++
        break
      default:
        at += 2
    }
  }
}

/** Writes queries as programs; new terms are made on the way, and every term written is in use from then on. */
export class Compiler {
  readonly #language: Language
  readonly #terms: Terms
  /** What was made for the first time: remembered forms may carry it and must be reported. */
  readonly newForms: string[] = []
  readonly newPrefixes: string[] = []

  constructor(language: Language, terms: Terms) {
    this.#language = language
    this.#terms = terms
  }

  /** A context or an exclusion. */
  compile(query: Query, out: number[]): void {
    this.#compile(widen(this.#language, query, false), out)
  }

  /** A keyword as several programs, any of which decides for the query: each has anchors of its own, and is quicker to turn down. */
  compileParts(query: Query): number[][] {
    return alternativesOf(widen(this.#language, query)).map((part) => {
      const out: number[] = []
      this.#compile(part, out)
      return out
    })
  }

  #compile(query: WideQuery, out: number[]): void {
    switch (query.kind) {
      case 'atom': {
        const written = this.#nodesOf(query.atom)
        if (written === 1) this.#atom(query.atom, out)
        else this.#measured(ANY, written, out, () => this.#atom(query.atom, out))
        break
      }
      case 'near':
        this.#near(query.slots, Math.min(query.gap, WIDEST_GAP), out)
        break
      case 'chain':
        this.#measured(CHAIN, query.slots.length, out, () => {
          for (let i = 0; i + 1 < query.slots.length; i++) out.push(Math.min(query.gaps[i] ?? 0, WIDEST_GAP))
          for (const slot of query.slots) this.#slot(slot, out)
        })
        break
      case 'all':
      case 'any': {
        const start = out.length
        this.#measured(query.kind === 'all' ? ALL : ANY, query.parts.length, out, () => {
          for (const part of query.parts) this.#compile(part, out)
        })
        if (query.kind === 'any') joinTerms(out, start, start + 2)
        break
      }
      case 'not':
        out.push(head(NOT, 0))
        this.#compile(query.part, out)
    }
  }

  #near(slots: readonly WideSlot[], gap: number, out: number[]): void {
    const start = out.length
    this.#measured(NEAR, slots.length, out, () => {
      out.push(gap)
      for (const slot of slots) this.#slot(slot, out)
    })
    const written = out.slice(start + 3)
    if (written.length !== slots.length || written.some((node) => (node & OP_MASK) !== TERM)) return
    out.length = start
    out.push(head(NEAR_TERMS, slots.length), gap)
    const terms = written.map((node) => node >> OP_BITS)
    out.push(...terms.sort((a, b) => this.#terms.frequency(a) - this.#terms.frequency(b)))
  }

  #slot(slot: WideSlot, out: number[]): void {
    const nodes = slot.reduce((count, atom) => count + this.#nodesOf(atom), 0)
    if (nodes === 1) return slot.forEach((atom) => this.#atom(atom, out))
    const start = out.length
    this.#measured(SLOT, nodes, out, () => slot.forEach((atom) => this.#atom(atom, out)))
    joinTerms(out, start, start + 2)
  }

  /** How many nodes `#atom` writes. */
  #nodesOf(atom: WideAtom): number {
    return atom.kind === 'row' ? this.#phrases(atom.forms).length : 1
  }

  /** A row of words as phrases of lemmas: one for each choice of what its words mean. */
  #phrases(forms: readonly string[]): string[][] {
    return forms.reduce<string[][]>(
      (phrases, form) => phrases.flatMap((phrase) => this.#lemmas(form).map((lemma) => [...phrase, lemma])),
      [[]],
    )
  }

  #lemmas(form: string): string[] {
    return [...new Set(this.#language.lemmas(form))]
  }

  #lemma(lemma: string): number {
    const term = this.#terms.intern('lemma', lemma)
    this.#terms.use(term)
    return term
  }

  #atom(atom: WideAtom, out: number[]): void {
    switch (atom.kind) {
      case 'word': {
        const lemmas = this.#lemmas(atom.form)
        if (lemmas.length !== 1) out.push(head(TERMS, lemmas.length))
        for (const lemma of lemmas) {
          const term = this.#lemma(lemma)
          out.push(lemmas.length === 1 ? head(TERM, term) : term)
        }
        break
      }
      case 'row':
        for (const phrase of this.#phrases(atom.forms))
          out.push(head(PHRASE, phrase.length), ...phrase.map((lemma) => this.#lemma(lemma)))
        break
      case 'exact':
        out.push(head(TERM, this.#exact(atom.form)))
        break
      case 'prefix': {
        if (this.#terms.find('prefix', atom.stem) === undefined) this.newPrefixes.push(atom.stem)
        const term = this.#terms.intern('prefix', atom.stem)
        this.#terms.use(term)
        out.push(head(TERM, term))
        break
      }
      case 'phrase':
        if (atom.forms.length === 1) out.push(head(TERM, this.#exact(atom.forms[0]!)))
        else out.push(head(PHRASE, atom.forms.length), ...atom.forms.map((form) => this.#exact(form)))
    }
  }

  #exact(form: string): number {
    if (this.#terms.find('exact', form) === undefined) this.newForms.push(form)
    const term = this.#terms.intern('exact', form)
    this.#terms.use(term)
    return term
  }

  #measured(op: number, count: number, out: number[], write: () => void): void {
    const start = out.length
    out.push(head(op, count), 0)
    write()
    out[start + 1] = out.length - start
  }
}

/** What may be looked for by itself: each proximity and each row, and all that is one word together. */
function alternativesOf(query: WideQuery): WideQuery[] {
  if (query.kind !== 'any') return [query]
  const parts = query.parts.flatMap(alternativesOf)
  const isWord = (part: WideQuery): boolean =>
    part.kind === 'atom' && part.atom.kind !== 'row' && part.atom.kind !== 'phrase'
  const words = parts.filter(isWord)
  const others = parts.filter((part) => !isWord(part))
  if (words.length > 1) others.push({ kind: 'any', parts: words })
  return words.length === 1 ? [...words, ...others] : others
}

/** Writes alternatives that are nothing but terms as one list of terms, which is decided quicker. */
const joinTerms = (out: number[], start: number, firstPart: number): void => {
  const terms: number[] = []
  for (let at = firstPart; at < out.length;) {
    const count = out[at]! >> OP_BITS
    const op = out[at]! & OP_MASK
    if (op === TERM) terms.push(count)
    else if (op === TERMS) terms.push(...out.slice(at + 1, at + 1 + count))
    else return
    at += op === TERM ? 1 : 1 + count
  }
  out.length = start
  out.push(head(TERMS, terms.length), ...terms)
}
