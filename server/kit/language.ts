/** The Russian language of this process: the dictionary is read once and shared. */
import { loadDictionary, loadReadings, type WordReading } from '../../engine/language/az.ts'
import { createLanguage, type Language } from '../../engine/language/language.ts'
import { dictionaryFolder } from './data-files.ts'
import { loadWordLists } from './engine-data.ts'

let loading: Promise<Language> | undefined

export function loadLanguage(): Promise<Language> {
  loading ??= loadDictionary(dictionaryFolder, loadWordLists()).then((words) => createLanguage(words))
  return loading
}

/** All that a folded form may be, for anyone who asks more of a word than its lemmas. */
export function loadWordReadings(): Promise<(form: string) => WordReading[]> {
  return loadReadings(dictionaryFolder, loadWordLists())
}
