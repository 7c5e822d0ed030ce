/** Hubs of feeds (WebSub): they ask whether we want to be notified of news, and notify us. */
import { Type } from 'typebox'
import { hookCall } from '../call.ts'

/** Whole feeds may come along; nothing of them is read but the signature over them. */
const MAX_NEWS = 1_048_576

/** Random, one for each subscription. */
const Callback = Type.Object({ callbackId: Type.String({ pattern: '^[A-Za-z0-9_-]{32}$', maxLength: 32 }) })

export const hubs = {
  confirmHubSubscription: hookCall('GET', '/feed-hub/:callbackId', Callback),
  takeHubNews: hookCall('POST', '/feed-hub/:callbackId', Callback, MAX_NEWS),
}
