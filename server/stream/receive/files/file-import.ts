/**
 * A file of messages as a source: NDJSON, plain, gzip or Zstandard. The source is named by what is in the file, so that
 * the same file under another name goes on where it was left. A line that cannot be taken is notified of and stops nothing.
 */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseFileMessage, type ParsedLine } from './file-message.ts'
import { MAX_LINE, readLines, type Compression } from './read-lines.ts'
import type { RawBatch, RawMessage, Source } from '../shared/source.ts'

/** How far a file has been read. */
export interface FileCursor {
  /** Lines read. */
  line: number
  /** Where the next one begins, in bytes of the unpacked text. */
  byte: number
  /** Of the file itself, as it lies on the disk: for percents. */
  fileBytes: number
  /** Lines that were refused. */
  refused: number
  /** There is no next one. */
  done: boolean
}

interface LineMistake {
  line: number
  reason: string
}

export interface FileImport {
  source: Source<FileCursor>
  /** Bytes on the disk. */
  size: number
  /** The first of the lines refused since it was opened; the cursor counts them all. */
  mistakes: LineMistake[]
}

export interface FileImportOptions {
  /** Messages come as far apart as they were written, this many times faster; without it as fast as they are taken. */
  speed?: number | undefined
  /** From the beginning, whatever the cursor says. */
  again?: boolean | undefined
  /** Lines at once. */
  batch?: number | undefined
}

/** One sentence for a person: the file cannot be read. */
export class FileError extends Error {}

const BATCH = 1_000
const MISTAKES_KEPT = 100
/** This many lines, and not one of them an object: this is no NDJSON. */
const LINES_TO_TRY = 100
/** Timers hold no longer than 24 days. */
const LONGEST_SLEEP = 60_000

/** @throws FileError when there is no such file, or nothing in it can be read */
export async function openFileImport(path: string, options: FileImportOptions = {}): Promise<FileImport> {
  const { size, compression, hash } = await inspect(path)
  const mistakes: LineMistake[] = []
  return {
    size,
    mistakes,
    source: {
      name: `file:${hash.slice(0, 32)}`,
      read: (cursor, signal) => read(path, compression, options, mistakes, options.again ? null : cursor, signal),
    },
  }
}

async function* read(
  path: string,
  compression: Compression,
  { speed, batch: batchLines = BATCH }: FileImportOptions,
  mistakes: LineMistake[],
  cursor: FileCursor | null,
  signal: AbortSignal,
): AsyncGenerator<RawBatch<FileCursor>> {
  if (cursor?.done) return
  const at: FileCursor = cursor ? { ...cursor } : { line: 0, byte: 0, fileBytes: 0, refused: 0, done: false }
  const waitFor = speed ? pacer(speed) : null
  let messages: RawMessage[] = []
  let lines = 0
  let tried = 0
  let objects = at.line
  let firstMistake = ''
  const take = (done: boolean): RawBatch<FileCursor> => {
    const batch = { messages, cursor: { ...at, done } }
    messages = []
    lines = 0
    return batch
  }
  const checkNdjson = (): void => {
    if (objects > 0) return
    throw new FileError(
      `Файл ${path} не похож на NDJSON (по объекту JSON в строке): ${firstMistake || 'в нём одни пустые строки'}.`,
    )
  }

  try {
    for await (const chunk of readLines(path, compression, at.byte)) {
      for (const line of chunk) {
        if (signal.aborted) return
        const parsed = parseLine(line.bytes, at.line === 0)
        const message = parsed && 'message' in parsed ? parsed.message : null
        const wait = message && waitFor ? waitFor(message.publishedAt) : 0
        if (wait > 0) {
          if (lines > 0) yield take(false)
          await sleepFor(wait, signal)
          if (signal.aborted) return
        }
        at.line += 1
        at.byte = line.end
        at.fileBytes = line.fileBytes
        lines += 1
        if (message) messages.push(message)
        if (parsed) {
          tried += 1
          if ('message' in parsed || parsed.isObject) objects += 1
          if ('mistake' in parsed) {
            at.refused += 1
            firstMistake ||= `строка ${at.line}: ${parsed.mistake}`
            if (mistakes.length < MISTAKES_KEPT) mistakes.push({ line: at.line, reason: parsed.mistake })
          }
        }
        if (tried === LINES_TO_TRY) checkNdjson()
        if (lines >= batchLines) {
          checkNdjson()
          yield take(false)
        }
      }
    }
  } catch (error) {
    if (!/^Z_|^ZSTD_/.test(codeOf(error))) throw error
    const read = at.line
    if (lines > 0 && objects > 0) yield take(false)
    throw new FileError(
      `Архив ${path} повреждён или не докачан: прочитано строк ${read}, дальше он не распаковывается.`,
    )
  }
  checkNdjson()
  yield take(true)
}

/** @returns null for an empty line */
function parseLine(bytes: Buffer | null, isFirst: boolean): ParsedLine | null {
  if (!bytes) return { mistake: `строка длиннее ${MAX_LINE / 1024 ** 2} МБ`, isObject: false }
  if (!isUtf8(bytes)) return { mistake: 'не UTF-8', isObject: false }
  const text = bytes.toString('utf8')
  const line = (isFirst && text.startsWith('\ufeff') ? text.slice(1) : text).trim()
  return line === '' ? null : parseFileMessage(line)
}

/** @returns a function that says for how many milliseconds a message is to be waited for; those without a time come with the one before */
function pacer(speed: number): (publishedAt: Date | null) => number {
  let first: { publishedAt: number; at: number } | null = null
  return (publishedAt) => {
    if (!publishedAt) return 0
    const now = performance.now()
    first ??= { publishedAt: publishedAt.getTime(), at: now }
    return first.at + (publishedAt.getTime() - first.publishedAt) / speed - now
  }
}

async function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  for (let left = milliseconds; left > 0 && !signal.aborted; left -= LONGEST_SLEEP) {
    await sleep(Math.min(left, LONGEST_SLEEP), undefined, { signal }).catch(() => {})
  }
}

/** Reads the whole file once: its name is its content. */
async function inspect(path: string): Promise<{ size: number; compression: Compression; hash: string }> {
  try {
    const file = await open(path)
    let magic: Buffer
    let size: number
    try {
      const stat = await file.stat()
      if (stat.isDirectory()) throw new FileError(`${path} — папка, а нужен файл.`)
      size = stat.size
      magic = (await file.read(Buffer.alloc(4), 0, 4, 0)).buffer
    } finally {
      await file.close()
    }
    if (size === 0) throw new FileError(`Файл ${path} пуст.`)
    const compression = compressionOf(path, magic)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
    return { size, compression, hash: hash.digest('hex') }
  } catch (error) {
    throw error instanceof FileError ? error : (fileErrorOf(path, error) ?? error)
  }
}

function compressionOf(path: string, magic: Buffer): Compression {
  if (magic.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) return 'gzip'
  // A frame, or one of the frames to be passed over that some packers put before it.
  if (magic.equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd])) || (magic.readUInt32LE() & 0xfffffff0) >>> 0 === 0x184d2a50)
    return 'zstd'
  const named = /\.(gz|zst)$/i.exec(path)?.[1]
  if (named)
    throw new FileError(`Файл ${path} назван .${named}, но сжатых данных в нём нет: он повреждён или переименован.`)
  return 'none'
}

function fileErrorOf(path: string, error: unknown): FileError | null {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new FileError(`Файла ${path} нет: проверьте путь.`)
    case 'EACCES':
    case 'EPERM':
      return new FileError(`Файл ${path} не открыть: нет права на чтение.`)
    case 'EISDIR':
      return new FileError(`${path} — папка, а нужен файл.`)
    default:
      return null
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
