/** Every job of the service. */
import { accountsJobs } from './features/accounts/accounts.jobs.ts'
import { cartJobs } from './features/cart/cart.jobs.ts'
import { exportsJobs } from './features/exports/exports.jobs.ts'
import { filtersJobs } from './features/filters/filters.jobs.ts'
import { groupsJobs } from './features/groups/groups.jobs.ts'
import { learningJobs } from './features/learning/learning.jobs.ts'
import { partnerJobs } from './features/partner/partner.jobs.ts'
import { paymentsJobs } from './features/payments/payments.jobs.ts'
import { projectsJobs } from './features/projects/projects.jobs.ts'
import { recentJobs } from './features/recent/recent.jobs.ts'
import { siteJobs } from './features/site/site.jobs.ts'
import { socialJobs } from './features/social/social.jobs.ts'
import { subscriptionsJobs } from './features/subscriptions/subscriptions.jobs.ts'
import { throttleJobs } from './gate/throttle.ts'
import { auditJobs } from './kit/audit.ts'
import { codesJobs } from './kit/codes.ts'
import type { Job } from './kit/jobs.ts'
import { mailJobs } from './kit/mail/mail.jobs.ts'
import { searchBackJobs } from './stream/search-back/search-back.jobs.ts'
import { storeJobs } from './stream/store/store.jobs.ts'

export const jobs: Job[] = [
  ...throttleJobs,
  ...accountsJobs,
  ...auditJobs,
  ...cartJobs,
  ...codesJobs,
  ...exportsJobs,
  ...filtersJobs,
  ...groupsJobs,
  ...learningJobs,
  ...mailJobs,
  ...partnerJobs,
  ...paymentsJobs,
  ...projectsJobs,
  ...recentJobs,
  ...searchBackJobs,
  ...siteJobs,
  ...socialJobs,
  ...storeJobs,
  ...subscriptionsJobs,
]
