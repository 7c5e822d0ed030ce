/** The Russian language of this process: the dictionary is read once and shared. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDictionary } from '../../engine/language/az.ts'
import { createLanguage, type Language } from '../../engine/language/language.ts'

let loading: Promise<Language> | undefined

export function loadLanguage(): Promise<Language> {
  loading ??= loadDictionary(join(dirname(fileURLToPath(import.meta.resolve('az'))), '..', 'dicts')).then((dictionary) =>
    createLanguage(dictionary),
  )
  return loading
}
