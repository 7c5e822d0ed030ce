/** Exports as they lie in the database, and as the contract shows them. */
import type { Export } from '../../../../contract/reading/exports.ts'
import type { FilterFields } from '../../../../contract/reading/filters.ts'
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** What was ordered, as it stood then: a filter that changes meanwhile changes no file. */
export interface ExportParams {
  product: { type: ProductType; id: number } | 'all'
  /** Half-open, [from, to), ISO 8601. */
  from: string
  to: string
  /** With the range and the network that were asked for. */
  fields: FilterFields
  title: string
  fileName: string
  /** How often it was begun to be made. */
  attempts: number
}

const columns = [
  'id',
  'userId',
  'kind',
  'format',
  'status',
  'done',
  'total',
  'bytes',
  'createdAt',
  'expiresAt',
  'params',
] as const

export const selectExports = (db: DbOrTx) => db.selectFrom('exports').select(columns)

export type ExportRow = Awaited<ReturnType<ReturnType<typeof selectExports>['executeTakeFirstOrThrow']>>

/** Written by no one but this feature: what was ordered is what is read. */
export const paramsOf = ({ params }: Pick<ExportRow, 'params'>): ExportParams => params as unknown as ExportParams

export function toExport(row: ExportRow): Export {
  return {
    id: row.id,
    kind: row.kind as Export['kind'],
    format: row.format as Export['format'],
    status: row.status as Export['status'],
    done: row.done,
    total: row.total,
    fileName: paramsOf(row).fileName,
    bytes: row.bytes,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

/** One that this person ordered and that is still kept; another's and unknown ones are refused alike. */
export async function accessExport(db: DbOrTx, userId: number, exportId: number, now: Date): Promise<ExportRow> {
  const row = await selectExports(db)
    .where('id', '=', exportId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (!row) throw new AppError('EXPORT_NOT_FOUND')
  return row
}
