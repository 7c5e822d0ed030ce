/** The real messages beside the project, line by line. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { projectRoot } from '../tools/project-root.ts'

export const dataFolder = join(projectRoot, '../shared/data')
export const dataFileNames = [
  'messages.ndjson.zst',
  'spam.ndjson.zst',
  'channel-topics.ndjson.zst',
  'leads.ndjson',
  'neighbour-talk.ndjson.zst',
  'town-talk.ndjson.zst',
  'requests-more.ndjson.zst',
] as const

export const relevanceDataThere = (): boolean => dataFileNames.every((name) => existsSync(join(dataFolder, name)))

export function readDataFile<T>(name: (typeof dataFileNames)[number]): T[] {
  const bytes = readFileSync(join(dataFolder, name))
  const text = (name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}
