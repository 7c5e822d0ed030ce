/** Hubs (WebSub) that announce news in feeds, so that these are not only polled. */
import { defineFeature } from '../../../kit/feature.ts'
import { confirmHubSubscription, takeHubNews } from './answer-hub.ts'

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** A hub announced news of this group. */
    'hub.news': { groupId: number }
  }
}

export const hubsFeature = defineFeature({
  name: 'hubs',
  handlers: {
    confirmHubSubscription: (ctx, { callbackId }) => confirmHubSubscription(ctx, callbackId),
    takeHubNews: (ctx, { callbackId }) => takeHubNews(ctx, callbackId),
  },
})
