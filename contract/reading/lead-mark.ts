/** What a card says of the work on its message. */
import { Type, type Static } from 'typebox'
import { Id, Nullable } from '../schemas.ts'

/** Новый, В работе, Ответили, Сделка, Отказ. A message no one has touched is `new`. */
export const leadStatuses = ['new', 'inWork', 'answered', 'won', 'lost'] as const
export type LeadStatus = (typeof leadStatuses)[number]
export const LeadStatusSchema = Type.Enum([...leadStatuses])

export const NamedPersonSchema = Type.Object({ id: Id, name: Type.String() })
export type NamedPerson = Static<typeof NamedPersonSchema>

/** What a card shows of the lead its message is; null in its place: no one has touched it. */
export const LeadMarkSchema = Type.Object({
  id: Id,
  status: LeadStatusSchema,
  assignee: Nullable(NamedPersonSchema),
  takenAt: Nullable(Type.String()),
  remindAt: Nullable(Type.String()),
})
export type LeadMark = Static<typeof LeadMarkSchema>
