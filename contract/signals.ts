/** Signals: what the server says unasked, over the socket. The web must listen to each, or it does not compile. */
import { Type, type Static } from 'typebox'
import { FeedUpdateSchema } from './feed.ts'

export const signals = {
  /** New items for a filter this socket listens to; coalesced to a few a second. */
  'feed.updates': FeedUpdateSchema,
  /** The session ended (signed out elsewhere, or revoked): the socket is closed right after. */
  'session.ended': Type.Object({}),
}

export type Signals = { [Name in keyof typeof signals]: Static<(typeof signals)[Name]> }
export type SignalName = keyof Signals
