/** Where a text holds what the filter and the search ask for, by the same terms and phrases the predicate goes by. */
import type { Language } from '../../../../../engine/language/language.ts'
import { joinSpans, termSpans } from '../../../../../engine/language/terms.ts'
import { termsOf, type FilterQuestion } from '../../../../../rules/filters/fits.ts'
import { phraseSpans } from '../../../../../rules/filters/phrase.ts'

/** @returns from a text to [start, end) in UTF-16 units, ascending, not overlapping; every hit, also of words the message could do without */
export function filterSpansIn(
  language: Language,
  { included, searched }: FilterQuestion,
): (text: string) => [number, number][] {
  const words = [...included, ...searched]
  if (words.length === 0) return () => []
  const terms = new Set(termsOf(words.filter(({ phrase }) => phrase === null)))
  const phrases = words.flatMap(({ phrase }) => phrase ?? [])
  return (text) =>
    joinSpans([...termSpans(language, text, terms), ...phrases.flatMap((each) => phraseSpans(text, each))])
}
