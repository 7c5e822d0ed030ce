/** Taking the feed away: messages, or the people who wrote them, as a file. */
import { Type, type Static } from 'typebox'
import { call, fileCall } from '../call.ts'
import { NetworkSchema } from '../networks.ts'
import { productTypes } from '../access/subscriptions.ts'

export const exportKinds = ['messages', 'users'] as const
export const exportFormats = ['xlsx', 'csv', 'html'] as const
/** A file is kept so long. */
export const EXPORT_HOURS = 24
/** Longer feeds are cut, and the file says so. */
export const EXPORT_ROWS = 1_000_000

export const ExportSchema = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum([...exportKinds]),
  format: Type.Enum([...exportFormats]),
  /** `empty`: «По данным параметрам нет результатов». */
  status: Type.Enum(['waiting', 'active', 'ready', 'empty', 'failed']),
  /** Rows written, of how many. */
  done: Type.Integer(),
  total: Type.Integer(),
  fileName: Type.String(),
  bytes: Type.Integer(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
})
export type Export = Static<typeof ExportSchema>

export const exports = {
  /** What is left out is refused with the sentence of spec §5, not as an invalid input: the fields are optional here for that. */
  createExport: call('POST', '/feed/export', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'refused',
    rateLimit: { count: 20, seconds: 600 },
    input: Type.Object({
      kind: Type.Enum([...exportKinds]),
      format: Type.Enum([...exportFormats]),
      /** One product, or everything the person sees. */
      product: Type.Optional(
        Type.Union([Type.Object({ type: Type.Enum([...productTypes]), id: Type.Integer() }), Type.Literal('all')]),
      ),
      from: Type.Optional(Type.String({ format: 'date-time' })),
      /** Half-open: up to, without it. */
      to: Type.Optional(Type.String({ format: 'date-time' })),
      network: Type.Optional(NetworkSchema),
      /** Only what this filter lets through. */
      filterId: Type.Optional(Type.Integer()),
    }),
    result: Type.Object({ export: ExportSchema }),
  }),
  /** The newest first, those whose file is still kept. */
  listExports: call('GET', '/feed/export/list', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ exports: Type.Array(ExportSchema) }),
  }),
  /** The file itself, streamed. */
  getExportFile: fileCall('/feed/export/:id/file', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    input: Type.Object({ id: Type.Integer() }),
  }),
  deleteExport: call('DELETE', '/feed/export/:id', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    input: Type.Object({ id: Type.Integer() }),
    result: Type.Object({}),
  }),
}

export const exportsSignals = {
  /** A file is further, ready, or will not be. */
  'feed.export': ExportSchema,
}
