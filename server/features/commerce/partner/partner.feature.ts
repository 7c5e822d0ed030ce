/** The partner programme. */
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { recordTraffic } from '../referrals/referrals.public.ts'

const handlers: Handlers<'partner'> = {
  recordTraffic,
}

export const partnerFeature = defineFeature({ name: 'partner', handlers })
