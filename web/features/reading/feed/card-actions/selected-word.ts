/** What a person selected in a text, as one word that a filter can exclude; null when it is none or more than one. */
import { filterWordLimits } from '../../../../../contract/reading/filters.ts'
import { readFilterWords } from '../../../../../rules/filters/words.ts'

export function selectedWord(selected: string): string | null {
  if (selected.trim().length > filterWordLimits.letters) return null
  const [word, ...more] = readFilterWords({ includedWords: [], excludedWords: [selected] }).excludedWords
  return word === undefined || more.length > 0 ? null : word
}
