/** The audit log, as admins read it. Who writes it: `audit` in server/kit/audit.ts. */
import { defineFeature } from '../../../kit/feature.ts'
import { listAuditLog } from './list-audit-log.ts'

export const auditFeature = defineFeature({ name: 'audit', handlers: { listAuditLog } })
