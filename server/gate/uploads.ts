/**
 * Files that come with a call. They are read when the call was let in and not before, into memory and never to a disk, and let go with its
 * answer. Everything about them is bounded: how many, how long each and all, the parts and fields beside them, and what all requests hold at once.
 */
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { commonBody, type FilesOfCall } from '../../contract/call.ts'
import { AppError } from '../kit/app-error.ts'
import type { UploadedFile } from '../kit/context.ts'
import { fileTypeOf } from '../kit/file-types.ts'

/** What came as a form. A field that comes more than once is a list. */
export interface Form {
  fields: Record<string, unknown>
  files: UploadedFile[]
}

/** Reads a form, and hands it to `work`: its files are held until that is done. */
export type Uploads = <Result>(
  request: FastifyRequest,
  allowed: FilesOfCall,
  work: (form: Form) => Promise<Result>,
) => Promise<Result>

/** Fields of an input are few, and are as long together as a body is. */
const MOST_FIELDS = 50
/** Of the headers and boundaries of one part. */
const PART_HEADERS = 2_000
const MOST_HEADERS = 10
const LONGEST_NAME = 120

/** All files that a process holds at once, in bytes. */
const HELD_AT_ONCE = 192 * 1024 * 1024
/** In seconds: by then others are answered. */
const RETRY_AFTER = 5

export function openUploads(heldAtOnce = HELD_AT_ONCE): Uploads {
  let held = 0
  return async (request, allowed, work) => {
    let own = 0
    const hold = (bytes: number): void => {
      own += bytes
      held += bytes
      if (held > heldAtOnce) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER })
    }
    try {
      const form = await readForm(request, allowed, hold).catch((error: unknown) => {
        leaveRest(request)
        throw error
      })
      return await work(form)
    } finally {
      held -= own
    }
  }
}

async function readForm(
  request: FastifyRequest,
  { field, most, bytes, total, types }: FilesOfCall,
  hold: (bytes: number) => void,
): Promise<Form> {
  const longest = total + commonBody + (most + MOST_FIELDS) * PART_HEADERS
  boundStream(request, longest)
  if (Number(request.headers['content-length'] ?? 0) > longest)
    throw new AppError('FILE_TOTAL_TOO_LARGE', { limit: total })
  const form: Form = { fields: Object.create(null) as Form['fields'], files: [] }
  let [ofFields, ofFiles] = [0, 0]
  for await (const part of partsOf(request, most, bytes)) {
    if (part.type === 'field') {
      ofFields += part.fieldname.length + String(part.value).length
      if (part.fieldnameTruncated || part.valueTruncated || ofFields > commonBody)
        throw new AppError('PAYLOAD_TOO_LARGE')
      addField(form.fields, part.fieldname, part.value)
      continue
    }
    if (part.fieldname !== field) throw malformed('file')
    const contents = await readFile(part, (length) => {
      hold(length)
      ofFiles += length
      if (ofFiles > total) throw new AppError('FILE_TOTAL_TOO_LARGE', { limit: total })
    })
    const name = nameOf(part.filename)
    if (part.file.truncated) throw new AppError('FILE_TOO_LARGE', { name, limit: bytes })
    // A form whose field of files is left empty sends one without a name.
    if (contents.length === 0 && part.filename === '') continue
    const type = fileTypeOf(contents)
    if (type === null || !types.includes(type)) throw new AppError('FILE_TYPE_NOT_ALLOWED', { name })
    form.files.push({ name, type, bytes: contents })
  }
  return form
}

type Part = Awaited<ReturnType<ReturnType<FastifyRequest['parts']>['next']>>['value']

/** @throws AppError: what is no form, ends in the middle of itself or has more parts than it may is refused in words */
async function* partsOf(request: FastifyRequest, most: number, bytes: number): AsyncGenerator<Exclude<Part, void>> {
  const limits = {
    files: most,
    fileSize: bytes,
    fields: MOST_FIELDS,
    parts: most + MOST_FIELDS,
    fieldNameSize: 100,
    fieldSize: commonBody,
    headerPairs: MOST_HEADERS,
    headerSize: PART_HEADERS,
  }
  const parts = request.parts({ limits })
  while (true) {
    const next = await parts.next().catch((error: unknown) => {
      throw refusalOf(error)
    })
    if (next.done) return
    yield next.value
  }
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code } = error as { code?: string }
  if (code === 'FST_FILES_LIMIT') return new AppError('FILE_LIMIT_EXCEEDED')
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return new AppError('PAYLOAD_TOO_LARGE')
  return malformed('multipart')
}

const malformed = (keyword: string): AppError => new AppError('VALIDATION_FAILED', { keyword, dataPath: '' })

/** What no one reads any more still comes: a browser takes an answer when it has sent all, or nothing of it. */
function leaveRest({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

/** Parts are bounded; what stands before, between and after them is not, where no length was given beforehand. */
function boundStream({ raw }: FastifyRequest, longest: number): void {
  let came = 0
  raw.on('data', (chunk: Buffer) => {
    came += chunk.length
    if (came > longest) raw.destroy()
  })
}

async function readFile(part: MultipartFile, count: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      count(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    throw refusalOf(error)
  }
  return Buffer.concat(chunks)
}

function addField(fields: Form['fields'], name: string, value: unknown): void {
  const before = fields[name]
  if (before === undefined) fields[name] = value
  else if (Array.isArray(before)) before.push(value)
  else fields[name] = [before, value]
}

/** Control signs, and marks that turn the direction of what follows: «exe.gpj» would be read as «jpg.exe». */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function nameOf(sent: string): string {
  const name = sent.toWellFormed().split(/[\\/]/).at(-1)?.replace(unseen, '').trim() ?? ''
  return name === '' ? 'файл' : [...name].slice(-LONGEST_NAME).join('')
}
