/** Hubs (WebSub) that tell of news in feeds, so that these are not only polled. */
import { defineFeature } from '../../../kit/feature.ts'
import { confirmHubSubscription, takeHubNews } from './answer-hub.ts'

export const hubsFeature = defineFeature({
  name: 'hubs',
  handlers: {
    confirmHubSubscription: (ctx, { callbackId }) => confirmHubSubscription(ctx, callbackId),
    takeHubNews: (ctx, { callbackId }) => takeHubNews(ctx, callbackId),
  },
})
