/** The questions of /faq: which one the address opens, and which ones words find. */
import type { Span } from '../../../kit/ui/text/highlight-spans.ts'

/** `#12` is the question with the id 12; null: it names none. */
export function idOfHash(hash: string): number | null {
  const [, digits] = /^#(\d{1,6})$/.exec(hash) ?? []
  return digits === undefined ? null : Number(digits)
}

/** What is typed, word by word. */
export const wordsOf = (typed: string): string[] => fold(typed).match(/[\p{L}\p{N}]+/gu) ?? []

/** Those that hold all the words, each as a beginning of a word; in their order. */
export function findQuestions<Question extends { question: string; answer: readonly string[] }>(
  questions: readonly Question[],
  words: readonly string[],
): Question[] {
  return questions.filter(({ question, answer }) => {
    const text = [question, ...answer].join('\n')
    return words.every((word) => spansOf(text, [word]).length > 0)
  })
}

/** Where the words stand, in the order of the text; none lies over another. */
export function spansOf(text: string, words: readonly string[]): Span[] {
  const folded = fold(text)
  const found = words.flatMap((word) =>
    [...folded.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'gu'))].map(({ index }): Span => [
      index,
      index + word.length,
    ]),
  )
  const spans: Span[] = []
  for (const span of found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]))
    if (span[0] >= (spans.at(-1)?.[1] ?? 0)) spans.push(span)
  return spans
}

/** As long as it was: places in it are places in the text. */
const fold = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
