import type { ReactNode } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { MessageMarks } from '../../../../../contract/reading/message-marks.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import type { Action } from '../../../../kit/actions/action.ts'
import type { CardDensity } from './use-density.ts'

declare module '../../../../kit/actions/action.ts' {
  interface ActedUpon {
    message: FeedMessage
    marks: MessageMarks
  }
}

/** What other features put into the cards of the feed; the page brings them together. Has to stay the same object while nothing changes. */
export interface CardSlots {
  actions: readonly CardAction[]
  density: CardDensity
  /** The reader. */
  myId: number
  /** Links lead straight to their pages, and not by /goto. */
  straightLinks: boolean
  /** Below the text: what was noted, what moderators did. `open` starts an action by its id. */
  extra?: (message: FeedMessage, open: (actionId: string) => void) => ReactNode
  /** All that was noted, with a field for the reader's own note. Where all of a message is shown. */
  notes?: (message: FeedMessage, perform: (action: Action) => void) => ReactNode
  /** How far work on it is, whose it is, who looks at it. `open` opens what can be done about that; without it there is only to be read. */
  lead?: (message: FeedMessage, open?: () => void) => ReactNode
  /** The same with all that belongs to it. Where all of a message is shown. */
  leadWhole?: (message: FeedMessage, perform: (action: Action) => void) => ReactNode
  /** Which message is before the reader, on its card or whole; null: none is. */
  onLook?: (messageId: number | null) => void
  /** What moderators did. Where all of a message is shown. */
  log?: (message: FeedMessage) => ReactNode
  /** Marks a message as seen. */
  markViewed?: Action
  /** A card that was fully seen for a while counts as seen. */
  viewedOnScroll?: boolean
  /** Someone wants a word of a text to be excluded by the filter. Without it no word is offered. */
  onStopWord?: (word: string) => void
}
