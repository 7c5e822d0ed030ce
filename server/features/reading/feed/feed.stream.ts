/** What only the stream may ask of the feed: items are stored, moved and searched again on its bare connections. */
export { publishMessagesLeft } from './items/change-items.ts'
export { readNewItems } from './items/item-facts.ts'
export {
  changeItems,
  insertItems,
  isMarked,
  lockFeedItems,
  moveItems,
  setItemsGone,
  type FittedCount,
  type NewItem,
  type TextPlace,
  type ProductMatch,
} from './items/items.ts'
export { deleteItems, listItemMessages, readItemsOfMessages, settleMarks, type Product } from './items/product-items.ts'
export { feedListenersOf, type FeedListeners } from './live/feed-listeners.ts'
