/** Lists that lie in text files beside the code: how they are written stands in engine/data/README.md. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { DataFile } from '../../engine/data/read-data.ts'
import { Dawg } from '../../engine/language/dawg.ts'

/** @param folder with a slash at its end; @param names below it, as a report names them too */
export const readDataFiles = (folder: URL, names: readonly string[]): DataFile[] =>
  names.map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))

/** `read`, the first time it is asked for; the same answer after that. */
export function once<Data>(read: () => Data): () => Data {
  let known: { data: Data } | undefined
  return () => (known ??= { data: read() }).data
}

/** Where the dictionary of the language lies. */
export const dictionaryFolder = join(dirname(createRequire(import.meta.url).resolve('az')), '..', 'dicts')

/** The words of the dictionary alone, for who asks only whether there is a word, or which it is like. */
export const readKnownWords = (): Dawg =>
  new Dawg(new Uint8Array(readFileSync(join(dictionaryFolder, 'words.dawg'))).buffer)
