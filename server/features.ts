/** Every feature, area by area, lowest first: one imports only `*.public.ts` of those before it (tools/structure-features.test.ts). What each plugs in, its own file says. */
import { referralsFeature } from './features/people/referrals/referrals.feature.ts'
import { accountsFeature } from './features/people/accounts/accounts.feature.ts'
import { verificationFeature } from './features/people/verification/verification.feature.ts'
import { socialFeature } from './features/people/social/social.feature.ts'
import { tariffsFeature } from './features/access/tariffs/tariffs.feature.ts'
import { teamFeature } from './features/access/team/team.feature.ts'
import { subscriptionsFeature } from './features/access/subscriptions/subscriptions.feature.ts'
import { sourcesFeature } from './features/watching/sources/sources.feature.ts'
import { hubsFeature } from './features/watching/hubs/hubs.feature.ts'
import { locationsFeature } from './features/watching/locations/locations.feature.ts'
import { categoriesFeature } from './features/watching/categories/categories.feature.ts'
import { editingFeature } from './features/watching/editing/editing.feature.ts'
import { groupsFeature } from './features/watching/groups/groups.feature.ts'
import { projectsFeature } from './features/watching/projects/projects.feature.ts'
import { filtersFeature } from './features/reading/filters/filters.feature.ts'
import { learningFeature } from './features/reading/learning/learning.feature.ts'
import { feedFeature } from './features/reading/feed/feed.feature.ts'
import { exportsFeature } from './features/reading/exports/exports.feature.ts'
import { moderationFeature } from './features/reading/moderation/moderation.feature.ts'
import { marksFeature } from './features/reading/marks/marks.feature.ts'
import { answersFeature } from './features/reading/answers/answers.feature.ts'
import { leadsFeature } from './features/reading/leads/leads.feature.ts'
import { promoFeature } from './features/commerce/promo/promo.feature.ts'
import { fulfilmentFeature } from './features/commerce/fulfilment/fulfilment.feature.ts'
import { cartFeature } from './features/commerce/cart/cart.feature.ts'
import { paymentsFeature } from './features/commerce/payments/payments.feature.ts'
import { partnerFeature } from './features/commerce/partner/partner.feature.ts'
import { noticesFeature } from './features/reach/notices/notices.feature.ts'
import { operatorFeature } from './features/site/operator/operator.feature.ts'
import { feedbackFeature } from './features/site/feedback/feedback.feature.ts'
import { blogFeature } from './features/site/blog/blog.feature.ts'
import { reviewsFeature } from './features/site/reviews/reviews.feature.ts'
import { reportsFeature } from './features/office/reports/reports.feature.ts'
import { staffFeature } from './features/office/staff/staff.feature.ts'
import { auditFeature } from './features/office/audit/audit.feature.ts'
import { masksFeature } from './features/office/masks/masks.feature.ts'
import { mailingsFeature } from './features/office/mailings/mailings.feature.ts'
import { supportFeature } from './features/office/support/support.feature.ts'
import { privacyFeature } from './features/office/privacy/privacy.feature.ts'

export const features = [
  referralsFeature,
  accountsFeature,
  verificationFeature,
  socialFeature,
  tariffsFeature,
  teamFeature,
  subscriptionsFeature,
  sourcesFeature,
  hubsFeature,
  locationsFeature,
  categoriesFeature,
  editingFeature,
  groupsFeature,
  projectsFeature,
  filtersFeature,
  learningFeature,
  feedFeature,
  exportsFeature,
  moderationFeature,
  marksFeature,
  answersFeature,
  leadsFeature,
  promoFeature,
  fulfilmentFeature,
  cartFeature,
  paymentsFeature,
  partnerFeature,
  noticesFeature,
  operatorFeature,
  feedbackFeature,
  blogFeature,
  reviewsFeature,
  reportsFeature,
  staffFeature,
  auditFeature,
  masksFeature,
  mailingsFeature,
  supportFeature,
  privacyFeature,
]
