import type { exportsSignals } from '../../../../contract/reading/exports.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { takeExport } from './export-cache.ts'

export const listeners: Listen<keyof typeof exportsSignals> = (cache) => ({
  'feed.export': (file) => takeExport(cache, file),
})
