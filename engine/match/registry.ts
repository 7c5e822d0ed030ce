/**
 * The standing queries themselves: each one record of numbers in one array, its keywords hung on their anchors, and taken
 * down again without a trace.
 */
import type { Language } from '../language/language.ts'
import type { Query, StandingQuery } from '../queries/query.ts'
import { AnchorIndex, FILTER } from './anchor-index.ts'
import type { Anchors } from './anchors.ts'
import { anchorsOfSlots, chooseAnchors } from './anchors.ts'
import { IntArena } from './int-arena.ts'
import type { Tenants } from './int-arena.ts'
import { checkQuery, Compiler, eachTerm, lengthOf, NEAR, NEAR_TERMS, OP_BITS, OP_MASK, TERM, TERMS } from './program.ts'
import { NO_TERM } from './terms.ts'
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
/**
 * Below the keyword's index KEYWORD says where its anchors are: LISTED, [count, (term, term | NO_TERM) × count] follows the
 * program; TOLD, they are those that every program of this kind has; else they are made of one or two slots of a `NEAR`.
 */
export const KEYWORD_SHIFT = 8
const ANCHORS_MASK = 255
const LISTED = 0
const TOLD = 1
const OF_SLOTS = 2
/** Slots of a proximity are fewer; another value says that there is no second one. */
const SLOT_BASE = 13

/** What one step of tidying may move. */
const RECORDS_AT_ONCE = 2
const LISTS_AT_ONCE = 16

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
  readonly #recordTenants: Tenants = {
    sizeOf: (record) => this.arena.data[record + SIZE]!,
    moved: (from, to) => this.#recordMoved(from, to),
  }
  readonly #listTenants: Tenants = {
    sizeOf: (list) => this.anchors.sizeOf(list),
    moved: (from, to) => this.#eachAnchor(this.anchors.unitOf(to), (a, b) => this.anchors.relocate(a, b, from, to)),
  }

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
    const disuse = (term: number): void => this.#terms.disuse(term)
    this.#eachUnit(record, (unit) => {
      this.#eachAnchor(unit, (a, b) => this.#unhang(a, b, unit))
      this.everywhere.delete(unit)
      const program = unit + PROGRAM
      eachTerm(data, program, program + lengthOf(data, program), disuse)
    })
    eachTerm(data, record + PROGRAMS, record + data[record + FIRST_UNIT]!, disuse)
    this.#freeNumbers.push(data[record + NUMBER]!)
    this.arena.release(record, data[record + SIZE]!)
    this.#records.delete(id)
    this.tidy()
    return true
  }

  /** One short step towards giving back the memory of removed queries; nothing when there is nothing to give back. */
  tidy(): void {
    this.arena.tidy(this.#recordTenants, RECORDS_AT_ONCE)
    this.anchors.lists.tidy(this.#listTenants, LISTS_AT_ONCE)
    this.anchors.tidy()
  }

  /** A record and its units have moved: whoever names them is told. */
  #recordMoved(from: number, to: number): void {
    const { data } = this.arena
    this.#records.set(this.idOf(to), to)
    this.#eachUnit(to, (unit) => {
      const was = unit - to + from
      data[unit + RECORD] = to
      if (this.everywhere.delete(was)) this.everywhere.add(unit)
      this.#eachAnchor(unit, (a, b) => this.anchors.rename(a, b, was, unit))
    })
  }

  #eachUnit(record: number, visit: (unit: number) => void): void {
    const { data } = this.arena
    const end = record + data[record + SIZE]!
    let at = record + data[record + FIRST_UNIT]!
    while (at < end) {
      const unit = at
      const after = at + PROGRAM + lengthOf(data, at + PROGRAM)
      at = (data[at + KEYWORD]! & ANCHORS_MASK) === LISTED ? after + 1 + 2 * data[after]! : after
      visit(unit)
    }
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
      out.push(0, keyword << KEYWORD_SHIFT)
      const anchors = this.#compileKeyword(query, out)
      const told = anchors === null ? LISTED : howTold(out, unit + PROGRAM, anchors)
      out[unit + KEYWORD]! |= told
      if (told === LISTED) {
        out.push(anchors?.pairs.length ?? 0)
        for (const pair of anchors?.pairs ?? []) out.push(...pair)
      }
      units.push([unit, anchors])
    })
    out[SIZE] = out.length
    const filter = contextFilter(out, standing.context.length)
    const record = this.arena.allocate(out.length)
    this.arena.data.set(out, record)
    for (const [unit, anchors] of units) {
      this.arena.data[record + unit + RECORD] = record
      if (anchors === null) this.everywhere.add(record + unit)
      else {
        this.widestPair = Math.max(this.widestPair, anchors.reach)
        for (const [a, b] of anchors.pairs) this.#hang(a, b, record + unit, filter)
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
    const told = data[unit + KEYWORD]! & ANCHORS_MASK
    if (told >= OF_SLOTS) {
      const code = told - OF_SLOTS
      const pairs = anchorsOfSlots(data, program, Math.floor(code / SLOT_BASE), (code % SLOT_BASE) - 1, this.#terms)
      for (const [a, b] of pairs) visit(a, b)
      return
    }
    if (told === TOLD) {
      if ((data[program]! & OP_MASK) === TERM) visit(data[program]! >> OP_BITS, NO_TERM)
      else visit(data[program + 2]!, data[program + 3]!)
      return
    }
    const list = program + lengthOf(data, program)
    for (let i = 0; i < data[list]!; i++) visit(data[list + 1 + 2 * i]!, data[list + 2 + 2 * i]!)
  }

  #hang(a: number, b: number, unit: number, filter: readonly number[]): void {
    if (b === NO_TERM) this.anchors.addTerm(a, unit, filter)
    else this.anchors.addPair(a, b, unit)
  }

  #unhang(a: number, b: number, unit: number): void {
    if (b === NO_TERM) this.anchors.removeTerm(a, unit)
    else this.anchors.removePair(a, b, unit)
  }
}

/** Terms of which a message needs one if any context of the record is to fit; none when that is not so simple. */
const contextFilter = (out: readonly number[], contexts: number): number[] => {
  const filter = new Set<number>()
  let at = PROGRAMS
  for (let i = 0; i < contexts; i++) {
    const count = out[at]! >> OP_BITS
    const op = out[at]! & OP_MASK
    if (op === TERM) filter.add(count)
    else if (op === TERMS) for (let one = 1; one <= count; one++) filter.add(out[at + one]!)
    else return []
    at += op === TERM ? 1 : 1 + count
  }
  return filter.size <= FILTER ? [...filter] : []
}

/** How the anchors can be found again without being listed, if they can. */
const howTold = (out: number[], program: number, anchors: Anchors): number => {
  const op = out[program]! & OP_MASK
  if (op === NEAR && anchors.slots !== undefined) return OF_SLOTS + anchors.slots[0] * SLOT_BASE + anchors.slots[1] + 1
  const [only, ...others] = anchors.pairs
  if (only === undefined || others.length > 0) return LISTED
  const told = op === TERM ? only[0] === out[program]! >> OP_BITS && only[1] === NO_TERM
    : op === NEAR_TERMS && only[0] === out[program + 2] && only[1] === out[program + 3]
  return told ? TOLD : LISTED
}
