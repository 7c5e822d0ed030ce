/** Signals: what the server says unasked, over the socket. The web must listen to each, or it does not compile. */
import { Type, type Static } from 'typebox'
import { ExportSchema } from './exports.ts'
import { FeedUpdateSchema, MessageMarksSchema } from './feed.ts'
import { AdditionSchema } from './groups.ts'
import { LearnedSchema } from './learning.ts'
import { ProjectSchema } from './projects.ts'
import { CodeFlagSchema } from './verification.ts'

export const signals = {
  /** New items for a filter this socket listens to; coalesced to a few a second. */
  'feed.updates': FeedUpdateSchema,
  /** A message changed: marks of the reader or his team, a verdict, a place, an edit at its source. Only what changed. */
  'feed.message': Type.Object({
    messageId: Type.Integer(),
    /** It is to be seen no more: deleted, rejected, moved away. `false` takes that back. */
    removed: Type.Optional(Type.Boolean()),
    /** Its text is another one at its source: what stands in the feed is to be read anew. */
    edited: Type.Optional(Type.Boolean()),
    marks: Type.Optional(Type.Partial(MessageMarksSchema)),
  }),
  /** An author came on the reader's black list, or left it. */
  'feed.author': Type.Object({ authorId: Type.Integer(), blackListed: Type.Boolean() }),
  /** The feed learnt from marks of the person, or forgot them. `changed`: filters with `learned` show other messages than before. */
  'feed.learned': Type.Object({ ...LearnedSchema.properties, changed: Type.Boolean() }),
  /** Somebody (a colleague, another tab) changed, added or deleted a filter the reader sees. */
  'filters.changed': Type.Object({}),
  'feed.export': ExportSchema,
  /** A project was saved, or its search is further: with its progress. */
  'monitored-project': ProjectSchema,
  /** Links that were pasted are further. */
  'monitored-group': AdditionSchema,
  /** Another tab switched groups on or off, took them off the list or put them back; or one of them closed, went away, was renamed. */
  'groups.changed': Type.Object({}),
  /** What came of a code that was entered, told to all browsers of the person. */
  'approve-email': Type.Object({ flag: CodeFlagSchema }),
  'approve-phone-by-sms': Type.Object({ flag: CodeFlagSchema }),
  /** The session ended (signed out elsewhere, or revoked): the socket is closed right after. */
  'session.ended': Type.Object({}),
}

export type Signals = { [Name in keyof typeof signals]: Static<(typeof signals)[Name]> }
export type SignalName = keyof Signals
