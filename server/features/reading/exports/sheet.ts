/** What goes into a file, whichever its format. */
import type { Export } from '../../../../contract/reading/exports.ts'

/** A moment is a number: milliseconds as the wall's clock shows them (wall-clock.ts). */
export type Cell = string | number | null

export interface SheetColumn {
  title: string
  kind: 'text' | 'moment' | 'number' | 'link'
  /** In letters, of a table. */
  width: number
  /** Where it stands on a card: in its first line, as its text, or among what follows. */
  place: 'head' | 'text' | 'detail'
  /** Of a link: the column it stands behind; without one it speaks for itself, and can be clicked in a table too. */
  of?: string
}

export interface Sheet {
  /** «Сообщения». */
  name: string
  /** What it is about: product and days. */
  title: string
  columns: SheetColumn[]
  /** Some rows at a time. */
  rows: AsyncIterable<Cell[][]>
  /** What is to be said at the end of the file, once all rows have been read. */
  note(): string | null
}

export type FilePiece = string | Uint8Array

export type SheetWriter = (sheet: Sheet) => AsyncIterable<FilePiece>

/** The address, where it is one that a browser opens safely. */
export function webAddress(text: Cell | undefined): string | null {
  return typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}

export const mediaTypes: Record<Export['format'], string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
}
