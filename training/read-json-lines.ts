/** Files of data, one line of JSON each, checked line by line. Everything that is wrong is named at once, as `file:line`. */
import type { Static, TSchema } from 'typebox'
import Value from 'typebox/value'
import { DataError, type DataFile, type Report } from '../engine/data/read-data.ts'

/** What a line says, and where it stands: `training/examples/talk.ndjson:12`. */
export interface Line<T> {
  value: T
  at: string
}

/**
 * What `read` makes of files, when it reports nothing.
 * @throws DataError
 */
export function readAll<Data>(read: (report: Report) => Data): Data {
  const problems: string[] = []
  const data = read((at, problem) => problems.push(`${at}: ${problem}`))
  if (problems.length > 0) throw new DataError(problems)
  return data
}

/** Empty lines are passed over, and what is no such line is reported and left out. */
export function readJsonLines<Schema extends TSchema>(
  schema: Schema,
  { name, text }: DataFile,
  report: Report,
): Line<Static<Schema>>[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const at = `${name}:${index + 1}`
    const value = parse(line)
    if (value === undefined) report(at, 'not JSON')
    else if (Value.Check(schema, value)) return [{ value, at }]
    else report(at, whatIsWrong(schema, value))
    return []
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** «intent must be boolean, must have required properties text». */
function whatIsWrong(schema: TSchema, value: unknown): string {
  const errors = Value.Errors(schema, value)
  const unknown = errors.flatMap(({ keyword, params }) =>
    keyword === 'additionalProperties' ? params.additionalProperties : [],
  )
  return [
    ...unknown.map((name) => `${JSON.stringify(name)} is unknown`),
    ...errors
      .filter(({ keyword }) => keyword !== 'additionalProperties' && keyword !== 'boolean')
      .map(({ instancePath, message }) => `${instancePath.slice(1).replaceAll('/', '.')} ${message}`.trim()),
  ].join(', ')
}
