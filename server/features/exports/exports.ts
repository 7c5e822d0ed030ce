/** Taking the feed away as a file. */
import type { Export } from '../../../contract/exports.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import { accessExport, paramsOf, selectExports, toExport } from './export-row.ts'
import { orderExport } from './order-export.ts'
import { readPieces } from './pieces.ts'

const mediaTypes: Record<Export['format'], string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
}

export const answerExports: Answers<'exports'> = {
  async createExport(asking, input) {
    return { export: await orderExport(asking, input) }
  },

  async listExports(asking) {
    const rows = await selectExports(asking.db)
      .where('userId', '=', personOf(asking).id)
      .where('expiresAt', '>', asking.clock.now())
      .orderBy('id', 'desc')
      .execute()
    return { exports: rows.map(toExport) }
  },

  async getExportFile(asking, { id }) {
    const { db, clock } = asking
    const row = await accessExport(db, personOf(asking).id, id, clock.now())
    if (row.status !== 'ready') throw new Refusal('EXPORT_NOT_FOUND')
    return {
      fileName: paramsOf(row).fileName,
      type: mediaTypes[row.format as Export['format']],
      length: row.bytes,
      contents: readPieces(db, id, row.bytes),
    }
  },

  /** One that is being made is not made on: its maker finds nothing to write to. */
  async deleteExport(asking, { id }) {
    const { db, clock } = asking
    await accessExport(db, personOf(asking).id, id, clock.now())
    await db.deleteFrom('exports').where('id', '=', id).execute()
    return {}
  },
}
