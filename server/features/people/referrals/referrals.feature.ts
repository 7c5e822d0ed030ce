/** Who brought whom. */
import { defineFeature } from '../../../kit/feature.ts'
import { every } from '../../../kit/jobs.ts'
import { forgetVisitAddresses } from './visits.ts'
import { personalReferral } from './personal-referral.ts'
import { recordTraffic } from './record-traffic.ts'

export const referralsFeature = defineFeature({
  name: 'referrals',
  handlers: { recordTraffic },
  jobs: [every('47 1 * * *', 'forget-visit-addresses', ({ db, clock }) => forgetVisitAddresses(db, clock))],
  personalData: personalReferral,
})
