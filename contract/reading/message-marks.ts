/** What people do with a message, as it is sent with it. */
import { Type, type Static } from 'typebox'
import { LeadMarkSchema } from './lead-mark.ts'
import { Nullable } from '../schemas.ts'
import { LocationSchema, locationSources } from '../watching/locations.ts'

/** What one person said of a message, seen by their team. */
export const NoteSchema = Type.Object({
  user: Type.Object({ id: Type.Integer(), name: Type.String() }),
  text: Type.String(),
  updatedAt: Type.String(),
})

/** That one person answered a message, seen by their team. */
export const AnswerSchema = Type.Object({
  user: Type.Object({ id: Type.Integer(), name: Type.String() }),
  at: Type.String(),
})

export const moderationActions = [
  'approve',
  'reject',
  'rejectText',
  'rejectAuthor',
  'undo',
  'spam',
  'unspam',
  'location',
  'copy',
  'move',
] as const

const ModeratorLogEntrySchema = Type.Object({
  user: Type.Object({ id: Type.Integer(), name: Type.String() }),
  action: Type.Enum([...moderationActions]),
  /** More of it in words, such as the place that was set. */
  detail: Nullable(Type.String()),
  at: Type.String(),
})

/** What people did with a message, as far as the reader may know: themselves, their team, moderators. */
export const MessageMarksSchema = Type.Object({
  viewed: Type.Boolean(),
  /** The reader is done with it, or with a copy of it: their own mark, as `viewed` is. */
  handled: Type.Boolean(),
  favorite: Type.Boolean(),
  /** Ids of people: the reader and their team. */
  likes: Type.Array(Type.Integer()),
  dislikes: Type.Array(Type.Integer()),
  notes: Type.Array(NoteSchema),
  /** Who of the reader and their team answered it, and when, the first of them first. */
  answers: Type.Array(AnswerSchema),
  /** How far work on it is, in the reader's team, with it or with a copy of it; null: no one has touched it. */
  lead: Nullable(LeadMarkSchema),
  /** The reader marked it. */
  spamMarked: Type.Boolean(),
  spamCount: Type.Integer(),
  /** It counts as spam to the reader's filters: by their mark, by many marks, or by the model. */
  spam: Type.Boolean(),
  /** Its author is on the reader's black list. */
  blackListed: Type.Boolean(),
  location: Type.Union([
    Type.Object({ ...LocationSchema.properties, source: Type.Enum([...locationSources]), confidence: Type.Number() }),
    Type.Null(),
  ]),
  verdict: Type.Union([Type.Enum(['approved', 'rejected']), Type.Null()]),
  /** Empty for all but moderators. */
  moderatorLog: Type.Array(ModeratorLogEntrySchema),
})
export type MessageMarks = Static<typeof MessageMarksSchema>
