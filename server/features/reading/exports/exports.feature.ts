/** Taking the feed away as a file. */
import type { Export } from '../../../../contract/reading/exports.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { accessExport, paramsOf, selectExports, toExport } from './export-row.ts'
import { orderExport } from './order-export.ts'
import { readPieces } from './pieces.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every, on } from '../../../kit/jobs.ts'
import { deleteOldExports, resumeExports } from './keep-exports.ts'
import { makeExport } from './make-export.ts'
import { mediaTypes } from './sheet.ts'
import { personalExports } from './personal-exports.ts'
import { exportsSignals } from './exports.signals.ts'

const handlers: Handlers<'exports'> = {
  async createExport(ctx, input) {
    return { export: await orderExport(ctx, input) }
  },

  async listExports(ctx) {
    const rows = await selectExports(ctx.db)
      .where('userId', '=', personOf(ctx).id)
      .where('expiresAt', '>', ctx.clock.now())
      .orderBy('id', 'desc')
      .execute()
    return { exports: rows.map(toExport) }
  },

  async getExportFile(ctx, { id }) {
    const { db, clock } = ctx
    const row = await accessExport(db, personOf(ctx).id, id, clock.now())
    if (row.status !== 'ready') throw new AppError('EXPORT_NOT_FOUND')
    return {
      fileName: paramsOf(row).fileName,
      type: mediaTypes[row.format as Export['format']],
      length: row.bytes,
      contents: readPieces(db, id, row.bytes),
    }
  },

  /** One that is being made is not made on: its maker finds nothing to write to. */
  async deleteExport(ctx, { id }) {
    const { db, clock } = ctx
    await accessExport(db, personOf(ctx).id, id, clock.now())
    await db.deleteFrom('exports').where('id', '=', id).execute()
    return {}
  },
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** A file that this person ordered is further, ready, or will not be. */
    'export.changed': { userId: number; exportId: number }
  }
}

export const exportsFeature = defineFeature({
  name: 'exports',
  signals: exportsSignals,
  handlers,
  jobs: [
    on('export.ordered', 'make-export', (context, { exportId }) => makeExport(context, exportId)),
    on('export.stalled', 'make-export-anew', (context, { exportId }) => makeExport(context, exportId)),
    every('* * * * *', 'resume-exports', async ({ db, clock, log }) => {
      const exports = await resumeExports(db, clock)
      if (exports > 0) log.warn({ exports }, 'exports whose maker died are made anew')
    }),
    every('27 * * * *', 'delete-old-exports', async ({ db, clock, log }) => {
      log.info({ exports: await deleteOldExports(db, clock) }, 'old exports are gone for good')
    }),
  ],
  personalData: personalExports,
})
