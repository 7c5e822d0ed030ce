/**
 * The standing queries themselves: each one record of numbers in one array, its keywords hung on their anchors, and taken
 * down again without a trace.
 */
import type { Language } from '../language/language.ts'
import type { StandingQuery } from '../queries/query.ts'
import { AnchorIndex, FILTER } from './anchor-index.ts'
import type { Anchors } from './anchors.ts'
import { anchorsOfSlots, chooseAnchors } from './anchors.ts'
import { Gates, GATE_SHIFT, RECORD } from './gates.ts'
import { IntArena } from './int-arena.ts'
import type { Tenants } from './int-arena.ts'
import { checkQuery, Compiler, eachTerm, lengthOf, NEAR, NEAR_TERMS, OP_BITS, OP_MASK, TERM, TERMS } from './program.ts'
import { NO_TERM } from './terms.ts'
import type { Terms } from './terms.ts'

/* Fields of a query's record; contexts and exclusions follow, then the keywords' units. */
export const CONTEXTS = 0
export const EXCLUSIONS = 1
const FIRST_UNIT = 2
const SIZE = 3
const NUMBER = 4
export const PROGRAMS = 5

/* Fields of a unit: one keyword of one query. Its anchors follow the program when they cannot be informed from it. */
export const KEYWORD = 0
export const PROGRAM = 1
/**
 * Below the keyword's index KEYWORD says where its anchors are: LISTED, [count, (term, term | NO_TERM) × count] follows the
 * program; IMPLIED, they are those that every program of this kind has; else they are made of one or two slots of a `NEAR`.
 */
export const KEYWORD_SHIFT = 8
const ANCHORS_MASK = 255
const LISTED = 0
const IMPLIED = 1
const OF_SLOTS = 2
/** Slots of a proximity are fewer; another value says that there is no second one. */
const SLOT_BASE = 13

/** What one step of tidying may move. */
const RECORDS_AT_ONCE = 2
const LISTS_AT_ONCE = 16

export class Registry {
  readonly arena = new IntArena(1 << 12, 1)
  readonly anchors: AnchorIndex
  readonly compiler: Compiler
  readonly gates = new Gates()
  /** Units without anchors, with the numbers of their queries: tried on every message. */
  readonly everywhere = new Map<number, number>()
  /** How far the pairs of the index reach; does not shrink again. */
  widestPair = 0
  readonly #terms: Terms
  /** Number of an id: an id itself may be too large for a field. */
  readonly #numbers = new Map<number, number>()
  readonly #ids: number[] = []
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
    return this.#numbers.size
  }

  get bytes(): number {
    return this.anchors.bytes + this.arena.data.byteLength + this.gates.data.byteLength
  }

  has(id: number): boolean {
    return this.#numbers.has(id)
  }

  idOf(number: number): number {
    return this.#ids[number]!
  }

  add(id: number, standing: StandingQuery): void {
    if (this.#numbers.has(id)) throw new RangeError(`There is a standing query ${id} already`)
    for (const part of ['keywords', 'context', 'excluded'] as const) standing[part].forEach(checkQuery)
    const number = this.#register(standing)
    this.#ids[number] = id
    this.#numbers.set(id, number)
  }

  replace(id: number, standing: StandingQuery): void {
    if (!this.#numbers.has(id)) throw new RangeError(`There is no standing query ${id}`)
    for (const part of ['keywords', 'context', 'excluded'] as const) standing[part].forEach(checkQuery)
    this.remove(id)
    this.add(id, standing)
  }

  /** Visits the programs of a query's contexts and keywords; none when there is no such query. */
  eachProgram(id: number, visit: (program: number) => void): void {
    const number = this.#numbers.get(id)
    if (number === undefined) return
    const { data } = this.arena
    const record = this.gates.recordOf(number)
    let at = record + PROGRAMS
    for (let i = 0; i < data[record + CONTEXTS]!; i++) {
      visit(at)
      at += lengthOf(data, at)
    }
    this.#eachUnit(record, (unit) => visit(unit + PROGRAM))
  }

  remove(id: number): boolean {
    const number = this.#numbers.get(id)
    if (number === undefined) return false
    const record = this.gates.recordOf(number)
    const { data } = this.arena
    const disuse = (term: number): void => this.#terms.disuse(term)
    this.#eachUnit(record, (unit) => {
      this.#eachAnchor(unit, (a, b) => this.#unhang(a, b, unit))
      this.everywhere.delete(unit)
      const program = unit + PROGRAM
      eachTerm(data, program, program + lengthOf(data, program), disuse)
    })
    eachTerm(data, record + PROGRAMS, record + data[record + FIRST_UNIT]!, disuse)
    this.gates.release(number)
    this.arena.release(record, data[record + SIZE]!)
    this.#numbers.delete(id)
    this.tidy()
    return true
  }

  /** One short step towards giving back the memory of removed queries; nothing when there is nothing to give back. */
  tidy(): void {
    this.arena.tidy(this.#recordTenants, RECORDS_AT_ONCE)
    this.anchors.lists.tidy(this.#listTenants, LISTS_AT_ONCE)
    this.anchors.tidy()
    this.gates.tidy(RECORDS_AT_ONCE, this.#renumber)
  }

  /** A record and its units have moved: anyone who names them is informed. */
  #recordMoved(from: number, to: number): void {
    const number = this.arena.data[to + NUMBER]!
    this.gates.data[(number << GATE_SHIFT) + RECORD] = to
    this.#eachUnit(to, (unit) => {
      const was = unit - to + from
      if (this.everywhere.delete(was)) this.everywhere.set(unit, number)
      this.#eachAnchor(unit, (a, b) => this.anchors.rename(a, b, was, unit, number))
    })
  }

  /** A query has another number: anyone who names it is informed. */
  readonly #renumber = (from: number, to: number): void => {
    const id = this.#ids[from]!
    this.#ids[to] = id
    this.#ids.length = from
    this.#numbers.set(id, to)
    const record = this.gates.recordOf(to)
    this.arena.data[record + NUMBER] = to
    this.#eachUnit(record, (unit) => {
      if (this.everywhere.has(unit)) this.everywhere.set(unit, to)
      this.#eachAnchor(unit, (a, b) => this.anchors.rename(a, b, unit, unit, to))
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

  /** Writes the record and the gate of a query, hangs its keywords on their anchors, and returns its number. */
  #register(standing: StandingQuery): number {
    const out = [standing.context.length, standing.excluded.length, 0, 0, 0]
    for (const query of standing.context) this.compiler.compile(query, out)
    const exclusions = out.length
    for (const query of standing.excluded) this.compiler.compile(query, out)
    out[FIRST_UNIT] = out.length
    const units: Array<[unit: number, anchors: Anchors | null]> = []
    standing.keywords.forEach((query, keyword) => {
      for (const program of this.compiler.compileParts(query)) {
        const unit = out.length
        out.push(keyword << KEYWORD_SHIFT)
        for (const number of program) out.push(number)
        const anchors = chooseAnchors(Int32Array.from(program), 0, this.#terms)
        const source = anchors === null ? LISTED : sourceOfAnchors(out, unit + PROGRAM, anchors)
        out[unit + KEYWORD]! |= source
        if (source === LISTED) {
          out.push(anchors?.pairs.length ?? 0)
          for (const pair of anchors?.pairs ?? []) out.push(...pair)
        }
        units.push([unit, anchors])
      }
    })
    out[SIZE] = out.length
    const needed = standing.context.length === 0 ? [] : fewTerms(out, PROGRAMS, exclusions)
    const excluded = standing.excluded.length === 0 ? [] : fewTerms(out, exclusions, out[FIRST_UNIT]!)
    const filter = needed !== null && needed.length <= FILTER ? needed : []
    const record = this.arena.allocate(out.length)
    const number = this.gates.allocate(record, { needed, excluded })
    out[NUMBER] = number
    this.arena.data.set(out, record)
    for (const [unit, anchors] of units) {
      if (anchors === null) this.everywhere.set(record + unit, number)
      else {
        this.widestPair = Math.max(this.widestPair, anchors.reach)
        for (const [a, b] of anchors.pairs) {
          if (b === NO_TERM) this.anchors.addTerm(a, record + unit, number, filter)
          else this.anchors.addPair(a, b, record + unit, number)
        }
      }
    }
    return number
  }

  #eachAnchor(unit: number, visit: (a: number, b: number) => void): void {
    const { data } = this.arena
    const program = unit + PROGRAM
    const source = data[unit + KEYWORD]! & ANCHORS_MASK
    if (source >= OF_SLOTS) {
      const code = source - OF_SLOTS
      const pairs = anchorsOfSlots(data, program, Math.floor(code / SLOT_BASE), (code % SLOT_BASE) - 1, this.#terms)
      for (const [a, b] of pairs) visit(a, b)
      return
    }
    if (source === IMPLIED) {
      if ((data[program]! & OP_MASK) === TERM) visit(data[program]! >> OP_BITS, NO_TERM)
      else visit(data[program + 2]!, data[program + 3]!)
      return
    }
    const list = program + lengthOf(data, program)
    for (let i = 0; i < data[list]!; i++) visit(data[list + 1 + 2 * i]!, data[list + 2 + 2 * i]!)
  }

  #unhang(a: number, b: number, unit: number): void {
    if (b === NO_TERM) this.anchors.removeTerm(a, unit)
    else this.anchors.removePair(a, b, unit)
  }
}

/** The terms of the programs from `at` to `end` when each is nothing but terms of which any will do; null when not, or when there are none. */
const fewTerms = (out: readonly number[], at: number, end: number): number[] | null => {
  const terms = new Set<number>()
  while (at < end) {
    const count = out[at]! >> OP_BITS
    const op = out[at]! & OP_MASK
    if (op === TERM) terms.add(count)
    else if (op === TERMS) for (let one = 1; one <= count; one++) terms.add(out[at + one]!)
    else return null
    at += op === TERM ? 1 : 1 + count
  }
  return terms.size > 0 ? [...terms] : null
}

/** How the anchors can be found again without being listed, if they can. */
const sourceOfAnchors = (out: number[], program: number, anchors: Anchors): number => {
  const op = out[program]! & OP_MASK
  if (op === NEAR && anchors.slots !== undefined) return OF_SLOTS + anchors.slots[0] * SLOT_BASE + anchors.slots[1] + 1
  const [only, ...others] = anchors.pairs
  if (only === undefined || others.length > 0) return LISTED
  const isImplied =
    op === TERM
      ? only[0] === out[program]! >> OP_BITS && only[1] === NO_TERM
      : op === NEAR_TERMS && only[0] === out[program + 2] && only[1] === out[program + 3]
  return isImplied ? IMPLIED : LISTED
}
