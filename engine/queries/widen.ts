/**
 * A query with everything that people write when they mean its words (`language/writings.ts`): what the matcher, the oracle and
 * the stored messages' index decide by. What is widened fits whatever it fitted before, and more of the same.
 */
import type { Language } from '../language/language.ts'
import { LONGEST_WRITTEN } from '../language/writings.ts'
import type { Writing } from '../language/writings.ts'
import { DEFAULT_GAP } from './query.ts'
import type { Atom, Query, Slot } from './query.ts'

/** Words side by side in this order, each in any form; only a widened query has them. */
export type WideAtom = Atom | { kind: 'row'; forms: readonly string[] }
export type WideSlot = readonly WideAtom[]
export type WideQuery =
  | { kind: 'atom'; atom: WideAtom }
  | { kind: 'near'; slots: readonly WideSlot[]; gap: number }
  | { kind: 'chain'; slots: readonly WideSlot[]; gaps: readonly number[] }
  | { kind: 'all' | 'any'; parts: readonly WideQuery[] }
  | { kind: 'not'; part: WideQuery }

/** @param isAlone false for what only has to be there, or must not be, beside what is looked for */
export function widen(language: Language, query: Query, isAlone = true): WideQuery {
  switch (query.kind) {
    case 'atom':
      return anyOf(widenAtom(language, query.atom, isAlone))
    case 'near':
    case 'chain':
      return widenRow(language, query)
    case 'all':
    case 'any':
      return { kind: query.kind, parts: query.parts.map((part) => widen(language, part, isAlone)) }
    case 'not':
      return { kind: 'not', part: widen(language, query.part, false) }
  }
}

/**
 * The atom first.
 * @param isAlone false where others have to stand near it
 */
export function widenAtom(language: Language, atom: Atom, isAlone = true): WideAtom[] {
  if (atom.kind === 'phrase') return [atom, ...phraseWritings(language, atom)]
  if (atom.kind !== 'word') return [atom]
  const verbs = atom.anyAspect === true ? (language.aspects?.(atom.form) ?? []) : []
  return [
    atom,
    ...verbs.map((form): Atom => ({ kind: 'word', form })),
    ...(language.writings?.([atom.form], isAlone) ?? []).map(toAtom),
  ]
}

/**
 * What stands in quotes asks for itself alone. `кино.поиск` is the compound `кино-поиск` in another writing; both that and
 * what its words are written as beside each other is meant.
 */
function phraseWritings(
  language: Language,
  { forms, pointed, slashed }: Extract<Atom, { kind: 'phrase' }>,
): WideAtom[] {
  if (pointed !== true && slashed !== true && forms.at(-1) !== 'js') return []
  const found = [...(language.writings?.(forms) ?? [])]
  if (pointed === true) {
    const compound = forms.join('-')
    found.unshift({ kind: 'row', forms: [compound] }, ...(language.writings?.([compound]) ?? []))
  }
  // Both ways may lead to the same.
  return [...new Map(found.map((writing) => [JSON.stringify(writing), toAtom(writing)])).values()]
}

const toAtom = (writing: Writing): WideAtom =>
  writing.kind === 'row' && writing.forms.length === 1 ? { kind: 'word', form: writing.forms[0]! } : writing

const anyOf = (atoms: readonly WideAtom[]): WideQuery =>
  atoms.length === 1
    ? { kind: 'atom', atom: atoms[0]! }
    : { kind: 'any', parts: atoms.map((atom) => ({ kind: 'atom', atom })) }

/** Words side by side: each widened, and as another alternative what is written for several of them together. */
function widenRow(language: Language, query: Extract<Query, { kind: 'near' | 'chain' }>): WideQuery {
  const { slots } = query
  const gaps = query.kind === 'chain' ? query.gaps : slots.slice(1).map(() => query.gap)
  const widened = slots.map((slot) => slot.flatMap((atom) => widenAtom(language, atom, false)))
  const plain = composed(query, widened, gaps)
  const joined: WideSlot[] = []
  const joinedGaps: number[] = []
  for (const { from, to, atoms } of stretches(language, slots, gaps)) {
    joined.push(atoms.length > 0 ? atoms : widened[from]!)
    if (to < slots.length) joinedGaps.push(gaps[to - 1]!)
  }
  if (joined.length === slots.length) return plain
  // The words themselves side by side are near each other anyway.
  if (joined.length === 1) return { kind: 'any', parts: [plain, anyOf(joined[0]!.slice(1))] }
  return { kind: 'any', parts: [plain, composed(query, joined, joinedGaps)] }
}

/** What is written for several words of a proximity together, the words themselves first in each. */
export function writtenTogether(language: Language, query: Extract<Query, { kind: 'near' | 'chain' }>): WideAtom[][] {
  const gaps = query.kind === 'chain' ? query.gaps : query.slots.slice(1).map(() => query.gap)
  return stretches(language, query.slots, gaps).flatMap(({ atoms }) => (atoms.length > 0 ? [atoms] : []))
}

interface Stretch {
  from: number
  to: number
  /** Nothing when it is one slot that has no other writing. */
  atoms: WideAtom[]
}

function stretches(language: Language, slots: readonly Slot[], gaps: readonly number[]): Stretch[] {
  const found: Stretch[] = []
  for (let from = 0; from < slots.length;) {
    const { length, atoms } = longestWriting(language, slots, gaps, from)
    const to = from + Math.max(length, 1)
    found.push({ from, to, atoms })
    from = to
  }
  return found
}

const composed = (
  query: Extract<Query, { kind: 'near' | 'chain' }>,
  slots: readonly WideSlot[],
  gaps: readonly number[],
): WideQuery => (query.kind === 'near' ? { kind: 'near', slots, gap: query.gap } : { kind: 'chain', slots, gaps })

/** How many plain words from this slot on have another writing together, and that; 0 when none have. */
function longestWriting(
  language: Language,
  slots: readonly Slot[],
  gaps: readonly number[],
  at: number,
): { length: number; atoms: WideAtom[] } {
  const forms: string[] = []
  if (language.writings === undefined) return { length: 0, atoms: [] }
  while (at + forms.length < slots.length && forms.length < LONGEST_WRITTEN) {
    const slot = slots[at + forms.length]!
    const [only] = slot
    if (slot.length !== 1 || only!.kind !== 'word' || (forms.length > 0 && gaps[at + forms.length - 1] !== DEFAULT_GAP))
      break
    forms.push(only!.form)
  }
  for (let length = forms.length; length > 1; length--) {
    const together = forms.slice(0, length)
    const writings = language.writings(together, length === slots.length)
    if (writings.length > 0) return { length, atoms: [{ kind: 'row', forms: together }, ...writings.map(toAtom)] }
  }
  return { length: 0, atoms: [] }
}
