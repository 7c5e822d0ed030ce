import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import type { FeedQuestion } from '../page/feed-question.ts'
import type { CardSlots } from './card-slots.ts'

/** What a card asks of the list it stands in. The same object for all cards, and always the same. */
export interface CardCallbacks {
  act: (message: FeedMessage, action: CardAction) => void
  /** Starts an action by its id. */
  begin: (message: FeedMessage, actionId: string) => void
  choose: (message: FeedMessage, range: boolean) => void
  takeBack: (message: FeedMessage) => void
}

export interface MessageCardProps {
  message: FeedMessage
  /** It was not there when the feed was read the time before. */
  fresh: boolean
  zone: string
  /** The filter that is read. */
  asked: FeedQuestion['ask']
  slots: CardSlots
  door: CardCallbacks
  chosen: boolean
  /** All of it is shown beside the list. */
  opened: boolean
  /** Why only a line is left of it. */
  folded: string | null
  /** The line can be taken back. */
  undoable: boolean
}
