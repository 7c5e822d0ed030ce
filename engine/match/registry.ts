/**
 * The standing queries themselves: each one record of numbers in one array, its keywords hung on their anchors, and taken
 * down again without a trace.
 */
import type { Language } from '../language/language.ts'
import type { Query, StandingQuery } from '../queries/query.ts'
import { AnchorIndex } from './anchor-index.ts'
import type { Anchors } from './anchors.ts'
import { chooseAnchors, NO_TERM } from './anchors.ts'
import { IntArena } from './int-arena.ts'
import { checkQuery, Compiler, eachTerm, lengthOf, NEAR_TERMS, OP_BITS, OP_MASK, TERM } from './program.ts'
import type { Terms } from './terms.ts'

/*
 * Fields of a query's record; contexts and exclusions follow, then the keywords' units. What a candidate needs first
 * stands first and together: each step elsewhere would be a cache miss.
 */
/** The message in which the query was decided last. */
export const DECIDED = 0
/** There: the unit of the first keyword that fits, or REFUSED or UNFOUND. */
export const BEST = 1
export const CONTEXTS = 2
export const EXCLUSIONS = 3
const FIRST_UNIT = 4
const SIZE = 5
const NUMBER = 6
export const PROGRAMS = 7

/* Fields of a unit: one keyword of one query. Its anchors follow the program when they cannot be told from it. */
export const RECORD = 0
export const KEYWORD = 1
export const PROGRAM = 2
/** Lowest bit of KEYWORD: [count, (term, term | NO_TERM) × count] follows the program. */
const LISTED = 1

/** By context or exclusion. */
export const REFUSED = 0
/** Not refused, but without a keyword so far. */
export const UNFOUND = -1

export class Registry {
  readonly arena = new IntArena(1 << 12, 1)
  readonly anchors: AnchorIndex
  readonly compiler: Compiler
  /** Units without anchors: tried on every message. */
  readonly everywhere = new Set<number>()
  /** How far the pairs of the index reach; does not shrink again. */
  widestPair = 0
  readonly #terms: Terms
  /** Record of an id. */
  readonly #records = new Map<number, number>()
  /** Ids by the number in the record: an id itself may be too large for a field. */
  readonly #ids: number[] = []
  readonly #freeNumbers: number[] = []

  constructor(language: Language, terms: Terms) {
    this.#terms = terms
    this.anchors = new AnchorIndex(terms)
    this.compiler = new Compiler(language, terms)
  }

  get size(): number {
    return this.#records.size
  }

  get bytes(): number {
    return this.anchors.bytes + this.arena.data.byteLength
  }

  has(id: number): boolean {
    return this.#records.has(id)
  }

  /** Id of the query that a record belongs to. */
  idOf(record: number): number {
    return this.#ids[this.arena.data[record + NUMBER]!]!
  }

  /** For when the numbers of messages begin again. */
  undecide(): void {
    for (const record of this.#records.values()) this.arena.data[record + DECIDED] = 0
  }

  add(id: number, standing: StandingQuery): void {
    if (this.#records.has(id)) throw new RangeError(`There is a standing query ${id} already`)
    for (const part of ['keywords', 'context', 'excluded'] as const) standing[part].forEach(checkQuery)
    const number = this.#freeNumbers.pop() ?? this.#ids.length
    this.#ids[number] = id
    this.#records.set(id, this.#register(number, standing))
  }

  replace(id: number, standing: StandingQuery): void {
    if (!this.#records.has(id)) throw new RangeError(`There is no standing query ${id}`)
    for (const part of ['keywords', 'context', 'excluded'] as const) standing[part].forEach(checkQuery)
    this.remove(id)
    this.add(id, standing)
  }

  remove(id: number): boolean {
    const record = this.#records.get(id)
    if (record === undefined) return false
    const { data } = this.arena
    const end = record + data[record + SIZE]!
    const disuse = (term: number): void => this.#terms.disuse(term)
    const firstUnit = record + data[record + FIRST_UNIT]!
    let at = firstUnit
    while (at < end) {
      this.#eachAnchor(at, (a, b) => this.#unhang(a, b, at))
      this.everywhere.delete(at)
      const program = at + PROGRAM
      const after = program + lengthOf(data, program)
      eachTerm(data, program, after, disuse)
      at = (data[at + KEYWORD]! & LISTED) === 0 ? after : after + 1 + 2 * data[after]!
    }
    eachTerm(data, record + PROGRAMS, firstUnit, disuse)
    this.arena.release(record, end - record)
    this.#records.delete(id)
    this.#freeNumbers.push(data[record + NUMBER]!)
    return true
  }

  /** Writes the record of a query and hangs its keywords on their anchors. */
  #register(number: number, standing: StandingQuery): number {
    const out = [0, REFUSED, standing.context.length, standing.excluded.length, 0, 0, number]
    for (const query of standing.context) this.compiler.compile(query, out)
    for (const query of standing.excluded) this.compiler.compile(query, out)
    out[FIRST_UNIT] = out.length
    const units: Array<[unit: number, anchors: Anchors | null]> = []
    standing.keywords.forEach((query, keyword) => {
      const unit = out.length
      out.push(0, keyword << 1)
      const anchors = this.#compileKeyword(query, out)
      if (anchors === null || !isTold(out, unit + PROGRAM, anchors)) {
        out[unit + KEYWORD]! |= LISTED
        out.push(anchors?.pairs.length ?? 0)
        for (const pair of anchors?.pairs ?? []) out.push(...pair)
      }
      units.push([unit, anchors])
    })
    out[SIZE] = out.length
    const record = this.arena.allocate(out.length)
    this.arena.data.set(out, record)
    for (const [unit, anchors] of units) {
      this.arena.data[record + unit + RECORD] = record
      if (anchors === null) this.everywhere.add(record + unit)
      else {
        this.widestPair = Math.max(this.widestPair, anchors.reach)
        for (const [a, b] of anchors.pairs) this.#hang(a, b, record + unit)
      }
    }
    return record
  }

  #compileKeyword(query: Query, out: number[]): Anchors | null {
    const program: number[] = []
    this.compiler.compile(query, program)
    for (const number of program) out.push(number)
    return chooseAnchors(Int32Array.from(program), 0, this.#terms)
  }

  #eachAnchor(unit: number, visit: (a: number, b: number) => void): void {
    const { data } = this.arena
    const program = unit + PROGRAM
    if ((data[unit + KEYWORD]! & LISTED) === 0) {
      if ((data[program]! & OP_MASK) === TERM) visit(data[program]! >> OP_BITS, NO_TERM)
      else visit(data[program + 2]!, data[program + 3]!)
      return
    }
    const list = program + lengthOf(data, program)
    for (let i = 0; i < data[list]!; i++) visit(data[list + 1 + 2 * i]!, data[list + 2 + 2 * i]!)
  }

  #hang(a: number, b: number, unit: number): void {
    if (b === NO_TERM) this.anchors.addTerm(a, unit)
    else this.anchors.addPair(a, b, unit)
  }

  #unhang(a: number, b: number, unit: number): void {
    if (b === NO_TERM) this.anchors.removeTerm(a, unit)
    else this.anchors.removePair(a, b, unit)
  }
}

/** The anchors are the ones that every program of this kind is taken to have when none are listed. */
const isTold = (out: number[], program: number, anchors: Anchors): boolean => {
  const [only, ...others] = anchors.pairs
  if (only === undefined || others.length > 0) return false
  const op = out[program]! & OP_MASK
  if (op === TERM) return only[0] === out[program]! >> OP_BITS && only[1] === NO_TERM
  return op === NEAR_TERMS && only[0] === out[program + 2] && only[1] === out[program + 3]
}
