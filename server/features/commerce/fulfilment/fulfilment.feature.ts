/** What is paid for, and what may be tried, opens and ends. It answers no call: orders and carts do. */
import { defineFeature } from '../../../kit/feature.ts'

export const fulfilmentFeature = defineFeature({
  name: 'fulfilment',
})
