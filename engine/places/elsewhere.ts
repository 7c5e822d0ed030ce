/** Places outside Russia that texts name often: `engine/data/places/elsewhere.txt`. */
import { checkDistinct, readData, readPlainLines, type DataFile } from '../data/read-data.ts'
import { fold } from '../language/fold.ts'
import { formsOf } from './decline.ts'

/** Below `engine/data/`. */
export const elsewhereFiles = ['places/elsewhere.txt']

/**
 * Their names, folded, in every case.
 * @throws DataError
 */
export function readElsewhere(files: readonly DataFile[]): string[] {
  return readData(files, (sections, report) => {
    const lines = readPlainLines(sections, report)
    checkDistinct(lines, report)
    for (const { at, text } of lines) if (/[^\p{L}\s/*-]/u.test(text)) report(at, `not a name: ${text}`)
    return lines.flatMap(({ text }) => formsOf(text).map(fold))
  })
}
