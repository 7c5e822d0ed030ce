import { every, on, type Job } from '../../kit/jobs.ts'
import { deleteOldExports, resumeExports } from './keep-exports.ts'
import { makeExport } from './make-export.ts'

export const exportsJobs: Job[] = [
  on('export.ordered', 'make-export', (context, { exportId }) => makeExport(context, exportId)),
  on('export.stalled', 'make-export-anew', (context, { exportId }) => makeExport(context, exportId)),
  every('* * * * *', 'resume-exports', async ({ db, clock, log }) => {
    const exports = await resumeExports(db, clock)
    if (exports > 0) log.warn({ exports }, 'exports whose maker died are made anew')
  }),
  every('27 * * * *', 'delete-old-exports', async ({ db, clock, log }) => {
    log.info({ exports: await deleteOldExports(db, clock) }, 'old exports are gone for good')
  }),
]
