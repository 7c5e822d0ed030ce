/** What is known of names, and how their writings are handed on (name-writings.ts, glued-names.ts). */
import type { WordLists } from './word-lists.ts'
import type { Lemmas } from './word-rows.ts'

/**
 * `firm`: of a firm or a thing, an abbreviation, or a word that the dictionary lacks, which is mostly one of these. `first`: what a person is
 * called, which by itself is too common to look for. `other`: a surname or a place.
 */
export type NameKind = 'firm' | 'first' | 'other' | null

/** Takes the writings that are found. */
export interface FoundWritings {
  row(...forms: string[]): void
  prefix(stem: string): void
}

/** What the writings of others are worked out from. */
export interface NameSource {
  lists: WordLists
  lemmas: Lemmas
  /** Whether the dictionary knows the form as a noun or an adjective. */
  isNominal(form: string): boolean
  /** What name the form is; null: an ordinary word, or none. */
  nameKindOf(form: string): NameKind
  /** Whether someone may be called so, whatever else it is: «Дима» and «Петров» are more than names. */
  mayName(form: string, as: 'first' | 'other'): boolean
  /** Whether other nouns or verbs of the dictionary begin so. */
  beginsOthers(form: string): boolean
}

export const LATIN_NAME_PART = /^[a-z]+$/
export const FEW_DIGITS = /^\d{1,5}$/

/** The brand as it writes itself, if a form is one of its names. */
export function brandOf({ lists, lemmas }: NameSource, form: string): string | undefined {
  if (lists.brandNames.has(form)) return form
  for (const lemma of lemmas(form)) {
    const brand = lists.brands.get(lemma)
    if (brand !== undefined) return brand
  }
  return undefined
}
