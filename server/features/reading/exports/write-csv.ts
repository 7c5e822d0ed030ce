/** Tables as Excel in Russia opens them: UTF-8 with a mark, semicolons, RFC 4180 otherwise. */
import type { Cell, SheetColumn, FilePiece, Sheet } from './sheet.ts'
import { writtenMoment } from './wall-clock.ts'

const LINE = '\r\n'
const MARK = '\uFEFF'

export async function* writeCsv({ columns, rows, note }: Sheet): AsyncGenerator<FilePiece> {
  yield MARK + line(columns.map(({ title }) => title))
  for await (const some of rows)
    yield some.map((row) => line(row.map((cell, place) => written(cell, columns[place])))).join('')
  const last = note()
  if (last !== null) yield line([last])
}

const line = (fields: string[]): string => fields.map(quoted).join(';') + LINE

function written(cell: Cell, column: SheetColumn | undefined): string {
  if (typeof cell === 'number') return column?.kind === 'moment' ? writtenMoment(cell) : String(cell)
  return harmless(cell ?? '')
}

/**
 * What people wrote never becomes a formula (OWASP, CSV injection): neither at the beginning of a cell nor where a spreadsheet
 * that takes commas or tabs for separators, and our quotes for nothing, begins another cell or another row.
 */
const harmless = (text: string): string => text.replace(/^(?=[\t\r\n])|(?<=^|[,\t\r\n])(?="*[=+\-@＝＋－＠])/g, "'")

const quoted = (field: string): string => (/[";\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)
