/** A file -> its lines, with what it takes to go on after any of them. Plain, gzip or Zstandard. */
import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { unpackZstd } from './unpack-zstd.ts'

export type Compression = 'none' | 'gzip' | 'zstd'

export interface FileLine {
  /** Null for a line that is longer than `MAX_LINE`: it was passed over. */
  bytes: Buffer | null
  /** Where the next line begins, in bytes of the unpacked text. */
  end: number
  /** How much of the file itself has been read for it; reading runs ahead a little. */
  fileBytes: number
}

/** In bytes. The longest real posts take some tens of thousands; a file without line ends must not fill the memory. */
export const MAX_LINE = 1024 * 1024

const NEWLINE = 0x0a

/**
 * Lines from `from` on (a place where a line begins, in unpacked bytes), those of one chunk at a time.
 * Throws what the file system or the unpacking throws.
 */
export async function* readLines(path: string, compression: Compression, from: number): AsyncGenerator<FileLine[]> {
  // Within a packed file there is no way to a place but through all that is before it.
  const start = compression === 'none' ? from : 0
  const file = createReadStream(path, { highWaterMark: 256 * 1024, start })
  let skip = from - start
  let end = from
  let pieces: Buffer[] = []
  let length = 0
  let tooLong = false

  for await (const read of unpacked(file, compression)) {
    let chunk = read
    if (skip > 0) {
      const passed = Math.min(skip, chunk.length)
      skip -= passed
      chunk = chunk.subarray(passed)
    }
    const lines: FileLine[] = []
    const fileBytes = start + file.bytesRead
    let next = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, next)) {
      const piece = chunk.subarray(next, at)
      end += length + piece.length + 1
      const fits = !tooLong && length + piece.length <= MAX_LINE
      lines.push({
        bytes: fits ? (pieces.length > 0 ? Buffer.concat([...pieces, piece]) : piece) : null,
        end,
        fileBytes,
      })
      pieces = []
      length = 0
      tooLong = false
      next = at + 1
    }
    const rest = chunk.subarray(next)
    length += rest.length
    if (tooLong || length > MAX_LINE) {
      tooLong = true
      pieces = []
    } else if (rest.length > 0) pieces.push(rest)
    if (lines.length > 0) yield lines
  }
  if (length > 0)
    yield [{ bytes: tooLong ? null : Buffer.concat(pieces), end: end + length, fileBytes: start + file.bytesRead }]
}

function unpacked(file: Readable, compression: Compression): AsyncIterable<Buffer> {
  if (compression === 'zstd') return unpackZstd(file)
  // Whatever ends the one ends the other; the error comes out where the lines are read.
  return compression === 'gzip' ? pipeline(file, createGunzip(), () => {}) : file
}
