/** Lists that lie in text files beside the code: how they are written stands in engine/data/README.md. */
import { readFileSync } from 'node:fs'
import type { DataFile } from '../../engine/data/read-data.ts'

/** @param folder with a slash at its end; @param names below it, as a report names them too */
export const readDataFiles = (folder: URL, names: readonly string[]): DataFile[] =>
  names.map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))

/** `read`, the first time it is asked for; the same answer after that. */
export function once<Data>(read: () => Data): () => Data {
  let known: { data: Data } | undefined
  return () => (known ??= { data: read() }).data
}
