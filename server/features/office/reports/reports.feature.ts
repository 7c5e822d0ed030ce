/** What was sold, for who runs the service. */
import { defineFeature } from '../../../kit/feature.ts'
import { exportSubReport } from './export-sub-report.ts'
import { readReportPeriod, readSubReport } from './sub-report.ts'

export const reportsFeature = defineFeature({
  name: 'reports',
  handlers: {
    getSubReport: async (ctx, { by = 'product', ...days }) =>
      readSubReport(ctx.db, await readReportPeriod(ctx, days), by),
    exportSubReport,
  },
})
