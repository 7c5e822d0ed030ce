/** Which real messages are unwanted, as one reader saw them: `training/labels/unwanted.ndjson`, by their ids alone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { checkDistinct } from '../engine/data/read-data.ts'
import { projectRoot } from '../tools/project-root.ts'
import { labelFolder } from './label-files.ts'
import { readAll, readJsonLines } from './read-json-lines.ts'

const fileName = 'unwanted.ndjson'
/** `false`: it looks like advertising or spam to a model and is none. */
const Unwanted = Type.Object(
  { id: Type.String({ pattern: '^[\\w-]+-\\d+$' }), unwanted: Type.Boolean() },
  { additionalProperties: false },
)

/**
 * @returns by the id of the message
 * @throws DataError that names every line that is wrong
 */
export function readUnwantedLabels(
  text = readFileSync(join(projectRoot, labelFolder, fileName), 'utf8'),
): ReadonlyMap<string, boolean> {
  return readAll((report) => {
    const lines = readJsonLines(Unwanted, { name: `${labelFolder}/${fileName}`, text }, report)
    checkDistinct(
      lines.map(({ value, at }) => ({ text: value.id, at })),
      report,
    )
    return new Map(lines.map(({ value }) => [value.id, value.unwanted]))
  })
}
