/** Whom or what the people of a category look for, as a sentence names it: «искали фотографа». */
import { readData, readEntries, readPlainLines, type DataFile } from '../../../../engine/data/read-data.ts'
import { once, readDataFiles } from '../../../kit/data-files.ts'

/**
 * In the accusative, by slug.
 * @throws DataError
 */
export function readSought(file: DataFile): ReadonlyMap<string, string> {
  return readData([file], (sections, report) => {
    const sought = new Map<string, string>()
    for (const { at, key, value } of readEntries(readPlainLines(sections, report), report)) {
      if (sought.has(key)) report(at, `"${key}" again`)
      else sought.set(key, value)
    }
    return sought
  })
}

/** Null: of a category that the seeds do not know there are no such words. */
export function soughtIn(slug: string): string | null {
  return loadSought().get(slug) ?? null
}

const loadSought = once(() =>
  readSought(readDataFiles(new URL('./', import.meta.url), ['seeds/sought.txt'])[0] as DataFile),
)
