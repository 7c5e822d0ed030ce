import type { feedSignals } from '../../../../contract/reading/feed.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { readEdited } from './card/read-edited.ts'
import { takeAuthorChange, takeMessageChange } from './page/cards-cache.ts'
import { applyFeedUpdate, applyViewUpdates } from './page/updates-cache.ts'

export const listeners: Listen<keyof typeof feedSignals> = (cache) => ({
  'feed.updates': (update) => applyFeedUpdate(cache, update),
  'feed.views': ({ updates }) => applyViewUpdates(cache, updates),
  'feed.message': (change) => {
    takeMessageChange(cache, change)
    if (change.edited) void readEdited(cache, change.messageId)
  },
  'feed.author': (change) => takeAuthorChange(cache, change),
})
