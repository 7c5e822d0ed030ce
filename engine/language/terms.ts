import type { Language } from './language.ts'
import { tokenise } from './tokenise.ts'

/** A message of the longest kind has about 2,500 words; what comes after this many tokens is not distinguished. */
const MOST_TOKENS = 2_000

/** Longer terms (addresses, as a rule) are cut, because an index of a database refuses them. */
export const LONGEST_TERM = 200

/** Marks an exact form among lemmas. No token begins with it. */
const EXACT = '='

/**
 * What a stored message is filtered by: every lemma once, and every form once behind a `=`, of the first `MOST_TOKENS`
 * tokens. A filter word fits when one of its `wordTerms` is among them, in SQL and in memory alike.
 */
export function textTerms(language: Language, text: string): string[] {
  const terms = new Set<string>()
  const tokens = tokenise(text)
  const count = Math.min(tokens.length, MOST_TOKENS)
  for (let i = 0; i < count; i++) {
    const form = tokens[i]!.form
    for (const term of formTerms(language, form)) terms.add(term)
  }
  return [...terms]
}

/**
 * What a folded form brings into a text's terms, and what a query's word is met by: its lemmas, and the very form, so that a
 * text stored when the form was still read as another word is found by it.
 */
export const formTerms = (language: Language, form: string): string[] => [
  ...language.lemmas(form).map(cut),
  exactTerm(form),
]

/** What a folded form brings as itself. Terms of forms that begin with a stem begin with the stem's. */
export const exactTerm = (form: string): string => cut(EXACT + form)

/**
 * The terms of one filter word: any of them fits. Of several words only the first counts, so split them before; a
 * compound with hyphens is one word. Empty when there is no word at all.
 */
export function wordTerms(language: Language, word: string, exact: boolean): string[] {
  const first = tokenise(word).find((token) => token.kind !== 'emoji') ?? tokenise(word)[0]
  if (!first) return []
  return exact ? [exactTerm(first.form)] : formTerms(language, first.form)
}

/** Where a text holds any of these terms: [start, end) in UTF-16 units, ascending, not overlapping. */
export function termSpans(language: Language, text: string, terms: ReadonlySet<string>): [number, number][] {
  const held = tokenise(text)
    .slice(0, MOST_TOKENS)
    .filter(({ form }) => formTerms(language, form).some((term) => terms.has(term)))
  return joinSpans(held.map(({ start, end }) => [start, end]))
}

/** In their order, those that overlap as one: a compound and its part, a phrase and its word. */
export function joinSpans(spans: [number, number][]): [number, number][] {
  const joined: [number, number][] = []
  for (const [start, end] of spans.toSorted((one, other) => one[0] - other[0] || one[1] - other[1])) {
    const last = joined.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

function cut(term: string): string {
  return term.length > LONGEST_TERM ? term.slice(0, LONGEST_TERM) : term
}
