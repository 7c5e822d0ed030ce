/** The audit log, as admins read it. Who writes it: `recordAuditEntry` in server/kit/audit.ts. */
import type { ErrorCode } from '../../../../contract/errors.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { listAuditLog } from './list-audit-log.ts'

/** Of the gate, which is no feature (server/gate/refusal-log.ts). */
interface Refused {
  code: ErrorCode
  /** The first call it happened with. */
  call: string
  since: string
  count: number
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    /** They have no such right, or not before they have a second factor. */
    'access-refused': Refused
    'pace-refused': Refused
  }
}

export const auditFeature = defineFeature({
  name: 'audit',
  handlers: { listAuditLog },
  auditWords: {
    'access-refused': 'Запросы, на которые нет прав',
    'pace-refused': 'Слишком частые запросы',
  },
})
