/** What other parts may ask of exports: tables as files. */
import { buffer } from 'node:stream/consumers'
import { mediaTypes, type Cell, type FilePiece, type Sheet } from './sheet.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

export type { Cell, SheetColumn } from './sheet.ts'
export { fileNameOf } from './file-name.ts'
export { writtenDays } from './wall-clock.ts'

/** A table that is short enough to lie in memory. */
export async function writeTable(
  format: 'xlsx' | 'csv',
  { name, title, columns, rows }: Pick<Sheet, 'name' | 'title' | 'columns'> & { rows: Cell[][] },
): Promise<{ type: string; bytes: Buffer }> {
  const pieces: AsyncIterable<FilePiece> = (format === 'xlsx' ? writeXlsx : writeCsv)({
    name,
    title,
    columns,
    rows: asOnePiece(rows),
    note: () => null,
  })
  return { type: mediaTypes[format], bytes: await buffer(asBytes(pieces)) }
}

async function* asBytes(pieces: AsyncIterable<FilePiece>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

async function* asOnePiece(rows: Cell[][]): Sheet['rows'] {
  yield rows
}
