/** Files that come with letters and with answers. Of a picture only what was drawn again is kept. */
import { createHash } from 'node:crypto'
import type { FileType } from '../../../../contract/call.ts'
import type { FeedbackFile } from '../../../../contract/site/feedback.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { FileAnswer, UploadedFile } from '../../../kit/context.ts'
import { namedAs } from '../../../kit/file-types.ts'
import type { LetterFile } from '../../../kit/mail/letter.ts'
import { drawPicture } from '../../../kit/pictures.ts'
import type { Db, DbOrTx, Tx } from '../../../kit/sql.ts'

export interface KeptFile {
  name: string
  type: FileType
  bytes: Buffer
  preview: Buffer | null
  width: number | null
  height: number | null
  /** Of what was sent. */
  digest: Buffer
}

/** In pixels: a screenshot stays readable. */
const WHOLE = { width: 2_560, height: 2_560 }
const PREVIEW = { width: 400, height: 300 }

const isPicture = ({ type }: UploadedFile): boolean => type.startsWith('image/')

/** @throws AppError PICTURE_INVALID, PICTURE_TOO_LARGE, with the name of the file */
export async function readFiles(files: readonly UploadedFile[]): Promise<KeptFile[]> {
  const kept: KeptFile[] = []
  for (const file of files) {
    const digest = createHash('sha256').update(file.bytes).digest()
    if (isPicture(file)) {
      const [whole, preview] = await naming(file, drawPicture(file.bytes, [WHOLE, PREVIEW]))
      const { type, bytes, width, height } = whole
      kept.push({ name: namedAs(type, file.name), type, bytes, preview: preview.bytes, width, height, digest })
    } else {
      const { name, type, bytes } = file
      kept.push({ name: namedAs(type, name), type, bytes, preview: null, width: null, height: null, digest })
    }
  }
  return kept
}

/** As letters carry them: pictures in the format that every mail program shows. */
export async function asAttachments(files: readonly UploadedFile[]): Promise<LetterFile[]> {
  const attached: LetterFile[] = []
  for (const file of files) {
    if (isPicture(file)) {
      const [{ bytes }] = await naming(file, drawPicture(file.bytes, [{ ...WHOLE, type: 'jpeg' }]))
      attached.push({ name: namedAs('image/jpeg', file.name), type: 'image/jpeg', bytes })
    } else attached.push({ name: namedAs(file.type, file.name), type: file.type, bytes: file.bytes })
  }
  return attached
}

/** Which of them it was, where one of several is refused. */
async function naming<Result>({ name }: UploadedFile, work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw error instanceof AppError ? new AppError(error.code, { ...error.details, name }) : error
  })
}

export async function keepFiles(
  tx: Tx,
  files: readonly KeptFile[],
  to: { feedbackId: number; answerId: number | null },
): Promise<void> {
  for (const file of files)
    await tx
      .insertInto('feedbackFiles')
      .values({ ...to, ...file })
      .execute()
}

/** By the answer they came with; null: with the letter. */
export async function listFiles(db: DbOrTx, feedbackId: number): Promise<Map<number | null, FeedbackFile[]>> {
  const rows = await db
    .selectFrom('feedbackFiles')
    .select(['id', 'answerId', 'name', 'width', 'height'])
    .select(({ fn }) => fn<number>('octet_length', ['bytes']).as('size'))
    .where('feedbackId', '=', feedbackId)
    .orderBy('id')
    .execute()
  const byAnswer = new Map<number | null, FeedbackFile[]>()
  for (const { id, answerId, name, size, width, height } of rows) {
    const picture = width === null || height === null ? null : { width, height }
    byAnswer.set(answerId, [...(byAnswer.get(answerId) ?? []), { id, name, size, picture }])
  }
  return byAnswer
}

export async function getFile(db: Db, feedbackId: number, id: number, size: 'preview' | 'whole'): Promise<FileAnswer> {
  const found = await db
    .selectFrom('feedbackFiles')
    .select(['name', 'type', size === 'preview' ? 'preview as contents' : 'bytes as contents'])
    .where('feedbackId', '=', feedbackId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found?.contents) throw new AppError('FEEDBACK_FILE_NOT_FOUND')
  const { name, contents } = found
  const type = found.type === 'text/plain' ? 'text/plain; charset=utf-8' : found.type
  return { fileName: name, type, length: contents.length, contents: oneChunk(contents) }
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
