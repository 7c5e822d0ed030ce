/** What other parts may ask of the feed. */
export { accessAuthor, accessMessage, listAccessible, type AccessedMessage } from './read/access-message.ts'
export {
  changeItemsIn,
  findRemoved,
  lockFeed,
  putInCategory,
  publishMessagesChanged,
  setItemsLocation,
  setSpamCount,
  settleVerdicts,
} from './items/change-items.ts'
export { setHandled } from './items/handled.ts'
export { fillItems } from './read/fill.ts'
export { fillMarks } from './read/fill-marks.ts'
export { readNewItems, type AnnouncedItem } from './items/item-facts.ts'
export { setPush } from './feed-settings.ts'
export { KnownVisibility } from './live/known-visibility.ts'
export { mightFit } from './live/listener.ts'
export { pickNewCardsOfMany } from './live/new-cards-of-many.ts'
export { listSeen } from './live/message-signals.ts'
export { countItems, getNewestSeqId } from './read/pick.ts'
export { readAsker, readerAlone, readReader, type Reader } from './read/reader.ts'
export { readRecentCards, readNoticeMessages, type NewCard, type NoticeMessage } from './read/new-cards.ts'
export { snippetOf } from './read/show.ts'
export { foundCards } from './read/found.ts'
export { readScope, type FeedScope } from './read/scope.ts'
export { streamItems } from './items/stream-items.ts'
