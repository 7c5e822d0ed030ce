import { lexQuery } from './lex.ts'
import type { Lexeme } from './lex.ts'
import { DEEPEST, LONGEST_QUERY, MOST_ATOMS, MOST_SLOTS, MISTAKE_TEXTS } from './mistakes.ts'
import type { Mistake } from './mistakes.ts'
import { DEFAULT_GAP } from './query.ts'
import type { Query, Slot } from './query.ts'

export type { Mistake } from './mistakes.ts'

export type Parsed = { ok: true; query: Query } | { ok: false; mistakes: Mistake[] }

/** One operand of a row, and how it is joined to the one before it: by a space, or by `/n`. */
interface Operand {
  node: Query | undefined
  /** A word or phrase outside brackets: stands in a proximity with its neighbours. */
  plain: boolean
  picture: boolean
  negated: boolean
  gapBefore: number | undefined
  start: number
  end: number
}

interface Reader {
  text: string
  lexemes: Lexeme[]
  at: number
  depth: number
  mistakes: Mistake[]
}

/**
 * Reads a query of the language in `engine/README.md`. Never throws: either the query, or every mistake found, in the
 * order of the text.
 */
export function parseQuery(text: string): Parsed {
  if (text.length > LONGEST_QUERY)
    return refuse([{ message: MISTAKE_TEXTS.long, start: LONGEST_QUERY, end: text.length }])
  const { lexemes, mistakes } = lexQuery(text)
  if (lexemes.length === 0 && mistakes.length === 0)
    return refuse([{ message: MISTAKE_TEXTS.empty, start: 0, end: text.length }])
  const atoms = lexemes.filter((lexeme) => lexeme.kind === 'atom')
  const tooMany = atoms[MOST_ATOMS]
  if (tooMany) return refuse([{ message: MISTAKE_TEXTS.manyAtoms, start: tooMany.start, end: text.length }])
  // A bracket or a bar next to a misspelt piece would only add mistakes that are none.
  if (mistakes.length > 0) return refuse(mistakes)

  const reader: Reader = { text, lexemes, at: 0, depth: 0, mistakes }
  const query = readAlternatives(reader, 0, text.length)
  const rest = lexemes[reader.at]
  if (rest) mistakes.push({ message: MISTAKE_TEXTS.bracketClosed, start: rest.start, end: rest.end })
  if (mistakes.length > 0 || !query) return refuse(mistakes)
  return { ok: true, query }
}

function refuse(mistakes: Mistake[]): Parsed {
  return { ok: false, mistakes: mistakes.sort((a, b) => a.start - b.start) }
}

/** `row | row | …` up to a closing bracket or the end. Undefined when something in it is wrong. */
function readAlternatives(reader: Reader, start: number, end: number): Query | undefined {
  const parts: (Query | undefined)[] = []
  for (;;) {
    parts.push(readRow(reader, start, end))
    const next = reader.lexemes[reader.at]
    if (next?.kind !== 'or') break
    reader.at++
  }
  const found = parts.filter((part) => part !== undefined)
  if (found.length < parts.length) return undefined
  return found.length === 1 ? found[0] : { kind: 'any', parts: found }
}

/** What stands between bars: operands joined by spaces and `/n`. */
function readRow(reader: Reader, start: number, end: number): Query | undefined {
  const operands = readOperands(reader)
  if (operands === undefined) return undefined
  const first = operands[0]
  const last = operands.at(-1)
  if (!first || !last) {
    reader.mistakes.push(emptyRow(reader, start, end))
    return undefined
  }
  return composeRow(reader, operands, first.start, last.end)
}

function emptyRow(reader: Reader, start: number, end: number): Mistake {
  const before = reader.lexemes[reader.at - 1]
  const next = reader.lexemes[reader.at]
  const bar = before?.kind === 'or' ? before : next?.kind === 'or' ? next : undefined
  if (bar) return { message: MISTAKE_TEXTS.orEmpty, start: bar.start, end: bar.end }
  if (before?.kind === 'open')
    return { message: MISTAKE_TEXTS.bracketEmpty, start: before.start, end: next?.end ?? before.end }
  return { message: MISTAKE_TEXTS.empty, start, end }
}

function readOperands(reader: Reader): Operand[] | undefined {
  const operands: Operand[] = []
  let gap: number | undefined
  let minus: Lexeme | undefined
  let good = true
  let lastStep: Lexeme | undefined

  function complain(message: string, at: { start: number; end: number }): void {
    reader.mistakes.push({ message, start: at.start, end: at.end })
    good = false
  }

  for (;;) {
    const lexeme = reader.lexemes[reader.at]
    if (!lexeme || lexeme.kind === 'or' || lexeme.kind === 'close') break
    reader.at++
    if (lexeme.kind === 'step') {
      if (operands.length === 0 || gap !== undefined || minus) complain(MISTAKE_TEXTS.stepSides, lexeme)
      gap = lexeme.gap
      lastStep = lexeme
      continue
    }
    if (lexeme.kind === 'minus') {
      if (minus) complain(MISTAKE_TEXTS.minusTwice, lexeme)
      minus = lexeme
      continue
    }
    const operand = lexeme.kind === 'open' ? readBracket(reader, lexeme) : plainOperand(lexeme)
    operand.negated = minus !== undefined
    operand.start = minus?.start ?? operand.start
    operand.gapBefore = gap
    if (operand.node === undefined) good = false
    operands.push(operand)
    minus = undefined
    gap = undefined
  }
  if (minus) complain(MISTAKE_TEXTS.minusEmpty, minus)
  if (gap !== undefined && lastStep && operands.length > 0) complain(MISTAKE_TEXTS.stepSides, lastStep)
  return good ? operands : undefined
}

function plainOperand(lexeme: Extract<Lexeme, { kind: 'atom' }>): Operand {
  const { atom, picture, start, end } = lexeme
  return { node: { kind: 'atom', atom }, plain: !picture, picture, negated: false, gapBefore: undefined, start, end }
}

function readBracket(reader: Reader, open: Lexeme): Operand {
  const mistakesBefore = reader.mistakes.length
  reader.depth++
  const node = readAlternatives(reader, open.start, open.end)
  if (reader.depth > DEEPEST && reader.mistakes.length === mistakesBefore) {
    reader.mistakes.push({ message: MISTAKE_TEXTS.deep, start: open.start, end: open.end })
  }
  reader.depth--
  const close = reader.lexemes[reader.at]
  if (close?.kind === 'close') reader.at++
  else reader.mistakes.push({ message: MISTAKE_TEXTS.bracketOpen, start: open.start, end: open.end })
  const good = reader.mistakes.length === mistakesBefore
  const end = close?.end ?? open.end
  return {
    node: good ? node : undefined,
    plain: false,
    picture: false,
    negated: false,
    gapBefore: undefined,
    start: open.start,
    end,
  }
}

/**
 * Rows are read by three rules. Minus operands are taken out first, so they part no neighbours. Plain operands side by
 * side, and any operands joined by `/n`, form one proximity. Whatever else stands side by side must all be there.
 */
function composeRow(reader: Reader, operands: Operand[], start: number, end: number): Query | undefined {
  const mistakesBefore = reader.mistakes.length
  const placed: { order: number; query: Query }[] = []
  let group: Operand[] = []
  let groupOrder = 0

  function closeGroup(): void {
    if (group.length === 0) return
    const query = composeGroup(reader, group)
    if (query) placed.push({ order: groupOrder, query })
    group = []
  }

  operands.forEach((operand, order) => {
    if (operand.negated) {
      const after = operands[order + 1]
      if (operand.gapBefore !== undefined || after?.gapBefore !== undefined) {
        reader.mistakes.push({ message: MISTAKE_TEXTS.minusChain, start: operand.start, end: operand.end })
      }
      placed.push({ order, query: { kind: 'not', part: operand.node! } })
      return
    }
    const last = group.at(-1)
    const joined = last !== undefined && (operand.gapBefore !== undefined || (operand.plain && last.plain))
    if (!joined) {
      closeGroup()
      groupOrder = order
    }
    group.push(operand)
  })
  closeGroup()

  if (reader.mistakes.length > mistakesBefore) return undefined
  const parts = placed.sort((a, b) => a.order - b.order).map((place) => place.query)
  if (parts.every((part) => part.kind === 'not')) {
    reader.mistakes.push({ message: MISTAKE_TEXTS.minusOnly, start, end })
    return undefined
  }
  return parts.length === 1 ? parts[0] : { kind: 'all', parts }
}

/** A single operand, plain words (`near`), or a row with at least one `/n` in it (`chain`). */
function composeGroup(reader: Reader, group: Operand[]): Query | undefined {
  const first = group[0]!
  if (group.length === 1) return first.node
  if (group.length > MOST_SLOTS) {
    reader.mistakes.push({ message: MISTAKE_TEXTS.manySlots, start: group[MOST_SLOTS]!.start, end: group.at(-1)!.end })
    return undefined
  }
  const slots: Slot[] = []
  for (const operand of group) {
    const slot = toSlot(reader, operand)
    if (!slot) return undefined
    slots.push(slot)
  }
  if (group.every((operand) => operand.gapBefore === undefined))
    return { kind: 'near', slots, gap: DEFAULT_GAP, ...(isName(reader, group) && { isName: true }) }
  return { kind: 'chain', slots, gaps: group.slice(1).map((operand) => operand.gapBefore ?? DEFAULT_GAP) }
}

/** «Рыжий Лис», «Студия 17»: words with capitals, and not as someone writes who forgot to switch them off. */
function isName({ text }: Reader, group: Operand[]): boolean {
  const written = group.map(({ node, start, end }) =>
    node?.kind === 'atom' && node.atom.kind === 'word' && NAME_FORM.test(node.atom.form) ? text.slice(start, end) : '',
  )
  return (
    written.every((word) => NAME_PART.test(word)) &&
    CAPITAL.test(written[0]!) &&
    written.some((word) => SMALL.test(word))
  )
}
const NAME_FORM = /^(?:[a-z]+|[а-я]+|\d+)$/
const NAME_PART = /^(?:\p{Lu}[\p{L}\u0301]*|\d+)$/u
const CAPITAL = /^\p{Lu}/u
const SMALL = /\p{Ll}/u

function toSlot(reader: Reader, operand: Operand): Slot | undefined {
  const node = operand.node!
  if (operand.picture) {
    reader.mistakes.push({ message: MISTAKE_TEXTS.stepPicture, start: operand.start, end: operand.end })
    return undefined
  }
  const alternatives = node.kind === 'any' ? node.parts : [node]
  const atoms = alternatives.flatMap((part) => (part.kind === 'atom' ? [part.atom] : []))
  if (atoms.length < alternatives.length || atoms.some(isPicture)) {
    reader.mistakes.push({ message: MISTAKE_TEXTS.stepBracket, start: operand.start, end: operand.end })
    return undefined
  }
  return atoms
}

function isPicture(atom: Slot[number]): boolean {
  return (
    (atom.kind === 'word' || atom.kind === 'exact') &&
    /^\p{Extended_Pictographic}|^\p{Regional_Indicator}/u.test(atom.form)
  )
}
