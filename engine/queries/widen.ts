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
 * @param beside these, when they are words
 */
export function widenAtom(language: Language, atom: Atom, isAlone = true, beside: readonly string[] = []): WideAtom[] {
  if (atom.kind === 'phrase') return [atom, ...phraseWritings(language, atom)]
  if (atom.kind !== 'word') return [atom]
  const verbs = atom.anyAspect === true ? (language.aspects?.(atom.form) ?? []) : []
  return [
    atom,
    ...verbs.map((form): Atom => ({ kind: 'word', form })),
    ...partsApart(atom.parts),
    ...(language.writings?.([atom.form], isAlone, beside) ?? []).map(toAtom),
  ]
}

function partsApart(parts: readonly string[] | undefined): WideAtom[] {
  if (parts === undefined) return []
  return [
    { kind: 'row', forms: parts },
    { kind: 'word', form: parts.join('-') },
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
  const isHost = forms.at(-1) === 'ру'
  if (pointed !== true && slashed !== true && !isHost && forms.at(-1) !== 'js') return []
  const found = [...(language.writings?.(forms) ?? [])]
  // «Журналист Ленты.ру».
  if (isHost) found.push({ kind: 'row', forms })
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
  const beside = slots.flatMap((slot) => slot.flatMap((atom) => (atom.kind === 'word' ? [atom.form] : [])))
  const widened = slots.map((slot) => slot.flatMap((atom) => widenAtom(language, atom, false, beside)))
  const plain = composed(query, widened, gaps)
  const parts: WideQuery[] = [plain]
  for (const ofNext of [false, true]) {
    const found = stretches(language, slots, gaps, ofNext)
    if (found === undefined || found.length === slots.length) continue
    const joined = found.map(({ from, atoms }) => (atoms.length > 0 ? atoms : widened[from]!))
    const joinedGaps = found.slice(0, -1).map(({ to }) => gaps[to - 1]!)
    // The words themselves side by side are near each other anyway.
    parts.push(joined.length === 1 ? anyOf(joined[0]!.slice(1)) : composed(query, joined, joinedGaps))
  }
  const [, ...names] = writtenAsName(language, query)
  if (names.length > 0) parts.push(anyOf(names))
  return parts.length === 1 ? plain : { kind: 'any', parts }
}

/** What a name of several words is glued to, the words themselves first; nothing for words that are none. */
function writtenAsName(language: Language, query: Extract<Query, { kind: 'near' | 'chain' }>): WideAtom[] {
  if (query.kind !== 'near' || query.isName !== true) return []
  const forms = query.slots.flatMap(([only]) => (only?.kind === 'word' ? [only.form] : []))
  const found = language.gluedName?.(forms) ?? []
  return found.length > 0 ? [{ kind: 'row', forms }, ...found.map(toAtom)] : []
}

/** What is written for several words of a proximity together, the words themselves first in each. */
export function writtenTogether(language: Language, query: Extract<Query, { kind: 'near' | 'chain' }>): WideAtom[][] {
  const gaps = query.kind === 'chain' ? query.gaps : query.slots.slice(1).map(() => query.gap)
  const found = stretches(language, query.slots, gaps, true) ?? stretches(language, query.slots, gaps, false)!
  const together = found.flatMap(({ atoms }) => (atoms.length > 0 ? [atoms] : []))
  const name = together.length > 0 ? [] : writtenAsName(language, query)
  return name.length > 0 ? [name] : together
}

interface Stretch {
  from: number
  to: number
  /** Nothing when it is one slot that has no other writing. */
  atoms: WideAtom[]
}

/**
 * @param ofNext whether a number belongs to what follows it where it might belong to either: «квартира 45 м²» is no flat number 45.
 * Undefined when no number does.
 */
function stretches(
  language: Language,
  slots: readonly Slot[],
  gaps: readonly number[],
  ofNext: boolean,
): Stretch[] | undefined {
  if (ofNext && !slots.some(isNumber)) return undefined
  const found: Stretch[] = []
  let isOther = !ofNext
  for (let from = 0; from < slots.length;) {
    let { length, atoms } = longestWriting(language, slots, gaps, from)
    const last = from + length - 1
    if (ofNext && length > 1 && isNumber(slots[last]!) && longestWriting(language, slots, gaps, last).length > 1) {
      isOther = true
      length = 1
      atoms = []
    }
    const to = from + Math.max(length, 1)
    found.push({ from, to, atoms })
    from = to
  }
  return isOther ? found : undefined
}

const isNumber = ([only]: Slot): boolean => only?.kind === 'word' && /^\d+$/.test(only.form)

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
