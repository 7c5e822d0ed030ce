/** The Russian language of this process: the dictionary is read once and shared. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDictionary, loadReadings, type WordReading } from '../../engine/language/az.ts'
import { createLanguage, type Language } from '../../engine/language/language.ts'
import { loadWordLists } from './engine-data.ts'

const dictionary = join(dirname(fileURLToPath(import.meta.resolve('az'))), '..', 'dicts')
let loading: Promise<Language> | undefined

export function loadLanguage(): Promise<Language> {
  loading ??= loadDictionary(dictionary, loadWordLists()).then((words) => createLanguage(words))
  return loading
}

/** All that a folded form may be, for anyone who asks more of a word than its lemmas. */
export function loadWordReadings(): Promise<(form: string) => WordReading[]> {
  return loadReadings(dictionary, loadWordLists())
}
