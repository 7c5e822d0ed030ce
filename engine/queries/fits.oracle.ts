/**
 * What the query language means, by brute force: slow, without an index, and short enough to be believed. The matcher
 * is tested against it.
 *
 * Definitions. A token occupies its one position (a compound that of its first part). A phrase occupies as many
 * consecutive positions as it has forms, in one sentence. Between two occupied ranges stand the positions strictly
 * between them.
 * - `near`: one occurrence for each slot, all in one sentence, no two overlapping, so that in the order of the text
 *   neighbours have at most `gap` positions between them.
 * - `chain`: one occurrence for each slot, so that slot i and slot i+1 stand in one sentence, do not overlap and have at
 *   most `gaps[i]` positions between them, in any order. Slots further apart in the chain do not know each other: they
 *   may even be the same token.
 * - A query is widened first (`widen.ts`): a `row` is a phrase whose words may stand in any form.
 *
 * There is no bound here. The matcher has one: it may give a proximity up whose words stand more than `SURE_OCCURRENCES`
 * times in a message; up to there it decides the same (`match/bounds.test.ts`).
 */
import type { Language } from '../language/language.ts'
import { tokenise } from '../language/tokenise.ts'
import type { Token } from '../language/tokenise.ts'
import type { Query, StandingQuery } from './query.ts'
import { widen } from './widen.ts'
import type { WideAtom, WideQuery, WideSlot } from './widen.ts'

interface Occurrence {
  first: number
  last: number
  sentence: number
  start: number
  end: number
}

export interface OracleSpan {
  start: number
  end: number
}

/** @param isAlone as `widen` takes it: false for contexts and exclusions */
export function queryFits(language: Language, query: Query, text: string, isAlone = true): boolean {
  const tokens = tokenise(text)
  return fits(language, widen(language, query, isAlone), tokens)
}

/** Any keyword, any context unless there is none, nothing excluded. */
export function standingQueryFits(language: Language, standing: StandingQuery, text: string): boolean {
  return (
    standing.keywords.some((query) => queryFits(language, query, text)) &&
    (standing.context.length === 0 || standing.context.some((query) => queryFits(language, query, text, false))) &&
    !standing.excluded.some((query) => queryFits(language, query, text, false))
  )
}

/**
 * The places of the text that make a query fit, each once, in order: every occurrence that takes part in at least one
 * choice that fits. Of alternatives only those that fit; nothing for a minus; nothing when the query does not fit.
 */
export function oracleSpans(language: Language, query: Query, text: string): OracleSpan[] {
  const tokens = tokenise(text)
  const spans = new Map<string, OracleSpan>()
  for (const { start, end } of taking(language, widen(language, query), tokens))
    spans.set(`${start}-${end}`, { start, end })
  return [...spans.values()].sort((a, b) => a.start - b.start || a.end - b.end)
}

function fits(language: Language, query: WideQuery, tokens: Token[]): boolean {
  switch (query.kind) {
    case 'all':
      return query.parts.every((part) => fits(language, part, tokens))
    case 'any':
      return query.parts.some((part) => fits(language, part, tokens))
    case 'not':
      return !fits(language, query.part, tokens)
    default:
      return choices(language, query, tokens).length > 0
  }
}

function taking(language: Language, query: WideQuery, tokens: Token[]): Occurrence[] {
  if (!fits(language, query, tokens)) return []
  switch (query.kind) {
    case 'all':
    case 'any':
      return query.parts.flatMap((part) => taking(language, part, tokens))
    case 'not':
      return []
    default:
      return choices(language, query, tokens).flat()
  }
}

/** Every way to choose one occurrence for each slot that fits. */
function choices(
  language: Language,
  query: Extract<WideQuery, { slots: readonly WideSlot[] } | { atom: WideAtom }>,
  tokens: Token[],
): Occurrence[][] {
  if (query.kind === 'atom') return occurrences(language, query.atom, tokens).map((occurrence) => [occurrence])
  const bySlot = query.slots.map((slot) => slot.flatMap((atom) => occurrences(language, atom, tokens)))
  const all = product(bySlot)
  return query.kind === 'near'
    ? all.filter((choice) => areNear(choice, query.gap))
    : all.filter((choice) => choice.every((here, i) => i === 0 || areNear([choice[i - 1]!, here], query.gaps[i - 1]!)))
}

function product<T>(lists: T[][]): T[][] {
  return lists.reduce<T[][]>((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]])
}

function areNear(choice: Occurrence[], gap: number): boolean {
  const inOrder = [...choice].sort((a, b) => a.first - b.first)
  return inOrder.every((here, i) => {
    const before = inOrder[i - 1]
    if (!before) return true
    const between = here.first - before.last - 1
    return here.sentence === before.sentence && between >= 0 && between <= gap
  })
}

function occurrences(language: Language, atom: WideAtom, tokens: Token[]): Occurrence[] {
  if (atom.kind === 'phrase') return phrases(atom.forms.map((form) => tokens.filter((token) => token.form === form)))
  if (atom.kind === 'row')
    return phrases(
      atom.forms.map((form) => tokens.filter((token) => tokenFits(language, { kind: 'word', form }, token))),
    )
  return tokens.filter((token) => tokenFits(language, atom, token)).map((token) => occurrence([token]))
}

function tokenFits(language: Language, atom: Exclude<WideAtom, { kind: 'phrase' | 'row' }>, token: Token): boolean {
  switch (atom.kind) {
    case 'word': {
      const readings = language.lemmas(token.form)
      return language.lemmas(atom.form).some((lemma) => readings.includes(lemma))
    }
    case 'exact':
      return token.form === atom.form
    case 'prefix':
      return token.form.startsWith(atom.stem)
  }
}

/** @param candidates for each word of the phrase the tokens that fit it */
function phrases(candidates: Token[][]): Occurrence[] {
  return product(candidates)
    .filter((row) =>
      row.every((token, i) => token.position === row[0]!.position + i && token.sentence === row[0]!.sentence),
    )
    .map(occurrence)
}

function occurrence(row: Token[]): Occurrence {
  const first = row[0]!
  const last = row.at(-1)!
  return { first: first.position, last: last.position, sentence: first.sentence, start: first.start, end: last.end }
}
