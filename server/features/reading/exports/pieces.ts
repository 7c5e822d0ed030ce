/** A file lies in the database piece by piece, so that any process makes it and any hands it out. */
import type { DbOrTx } from '../../../kit/sql.ts'
import type { FilePiece } from './sheet.ts'

export const PIECE_BYTES = 262_144

/** The same bytes in pieces of one size; the last may be shorter. */
export async function* cutIntoPieces(contents: AsyncIterable<FilePiece>, size = PIECE_BYTES): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const more of contents) {
    const bytes = typeof more === 'string' ? Buffer.from(more) : more
    waiting.push(bytes)
    length += bytes.length
    if (length < size) continue
    const all = Buffer.concat(waiting)
    let at = 0
    for (; at + size <= all.length; at += size) yield all.subarray(at, at + size)
    // A copy, so that the pieces cut off before it can go.
    waiting = [Buffer.from(all.subarray(at))]
    length = all.length - at
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** @throws where the file was deleted meanwhile: a part of it would look like the whole */
export async function* readPieces(db: DbOrTx, exportId: number, bytes: number): AsyncGenerator<Uint8Array> {
  let given = 0
  for (let position = 0; given < bytes; position += 1) {
    const piece = await db
      .selectFrom('exportPieces')
      .select('bytes')
      .where('exportId', '=', exportId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!piece) throw new Error(`piece ${position} of export ${exportId} is not there any more`)
    given += piece.bytes.length
    yield piece.bytes
  }
}
