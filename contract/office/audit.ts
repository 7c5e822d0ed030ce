/** What happened to accounts and to what the service sells, and who did it. */
import { Type, type Static } from 'typebox'
import { call } from '../call.ts'
import { Nullable } from '../schemas.ts'

const SomeoneSchema = Nullable(
  Type.Object({
    id: Type.Integer(),
    /** Null: the account is gone, or has none. */
    email: Nullable(Type.String()),
  }),
)

const LogEntrySchema = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  action: Type.String(),
  /** In Russian. */
  words: Type.String(),
  /** Who did it; null: a guest, or the service itself. */
  actor: SomeoneSchema,
  /** Whose account it is about. */
  user: SomeoneSchema,
  ip: Type.String(),
  device: Type.String(),
  /** As they were written down, in JSON. */
  details: Type.String(),
})
export type LogEntry = Static<typeof LogEntrySchema>

export const audit = {
  /** The newest first. */
  listAuditLog: call('GET', '/admin/audit-log', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({
      /** An e-mail as a whole, or the number of an account: who did it, or whose account it is. */
      who: Type.Optional(Type.String({ maxLength: 254 })),
      /** One of `actions`. */
      action: Type.Optional(Type.String({ maxLength: 60 })),
      /** Days of the asker's zone, both in it. */
      from: Type.Optional(Type.String({ format: 'date' })),
      to: Type.Optional(Type.String({ format: 'date' })),
      /** Those of people who work for the service, upon others. */
      byStaff: Type.Optional(Type.Boolean()),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    result: Type.Object({
      docs: Type.Array(LogEntrySchema),
      /** As far as it is counted. */
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      limit: Type.Integer(),
      /** All there are, by their Russian words. */
      actions: Type.Array(Type.Object({ action: Type.String(), words: Type.String() })),
    }),
  }),
}

/** Further back than this many entries no one counts, nor turns pages. */
export const MOST_COUNTED = 10_000
