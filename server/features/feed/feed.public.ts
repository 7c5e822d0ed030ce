/** What other parts may ask of the feed. */
export { accessAuthor } from './access-author.ts'
export { accessMessage, type AccessedMessage } from './access-message.ts'
export {
  changeItemsIn,
  findRemoved,
  lockFeed,
  putInCategory,
  sayMessagesChanged,
  sayMessagesLeft,
  setItemsLocation,
  setSpamCount,
  settleVerdicts,
} from './change-items.ts'
export { fillMarks } from './fill-marks.ts'
export { readNewItems } from './item-facts.ts'
export {
  changeItems,
  insertItems,
  isMarked,
  lockFeedItems,
  moveItems,
  setItemsGone,
  type Fitted,
  type Mark,
  type NewItem,
  type Place,
} from './items.ts'
export { openLiveMessages } from './live-messages.ts'
export { openFeedListeners, type FeedListeners } from './listeners.ts'
export { personalFeed } from './personal-feed.ts'
export { countItems, getNewestSeqId } from './pick.ts'
export { deleteItems, listItemMessages, readItemsOf, settleMarks, type Product } from './product-items.ts'
export { readReader, type Reader } from './reader.ts'
export { readScope, type Scope } from './scope.ts'
export { streamItems } from './stream-items.ts'
export { countUnlike } from './unlike.ts'
