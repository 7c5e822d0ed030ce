/** What other parts may ask of the feed. */
export { openFeedListeners, type AnnouncedItem, type FeedListeners } from './listeners.ts'
export { getNewestSeqId } from './pick.ts'
