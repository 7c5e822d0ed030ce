/** The whole contract, feature by feature: calls and signals. A new feature is listed here, and does not compile until its calls are answered; a signal that no one listens to is found by web/pages/signal-listeners.test.ts. */
import { accounts, accountsSignals } from './people/accounts.ts'
import { answers } from './reading/answers.ts'
import { blog } from './site/blog.ts'
import { cart } from './commerce/cart.ts'
import { categories } from './watching/categories.ts'
import { editing } from './watching/editing.ts'
import { exports, exportsSignals } from './reading/exports.ts'
import { feed, feedSignals } from './reading/feed.ts'
import { filters, filtersSignals } from './reading/filters.ts'
import { groups, groupsSignals } from './watching/groups.ts'
import { hubs } from './watching/hubs.ts'
import { leads, leadsSignals } from './reading/leads.ts'
import { learning, learningSignals } from './reading/learning.ts'
import { locations } from './watching/locations.ts'
import { mailings, mailingsSignals } from './office/mailings.ts'
import { marks } from './reading/marks.ts'
import { masks } from './office/masks.ts'
import { moderation } from './reading/moderation.ts'
import { notices, noticesSignals } from './reach/notices.ts'
import { operator } from './site/operator.ts'
import { partner, partnerSignals } from './commerce/partner.ts'
import { payments } from './commerce/payments.ts'
import { privacy } from './office/privacy.ts'
import { audit } from './office/audit.ts'
import { referrals } from './people/referrals.ts'
import { reports } from './office/reports.ts'
import { staff } from './office/staff.ts'
import { projects, projectsSignals } from './watching/projects.ts'
import { promo } from './commerce/promo.ts'
import { feedback } from './site/feedback.ts'
import { reviews } from './site/reviews.ts'
import { social } from './people/social.ts'
import { sources } from './watching/sources.ts'
import { support } from './office/support.ts'
import { subscriptions } from './access/subscriptions.ts'
import { tariffs } from './access/tariffs.ts'
import { team, teamSignals } from './access/team.ts'
import { verification, verificationSignals } from './people/verification.ts'

export const contract = {
  accounts,
  answers,
  audit,
  blog,
  cart,
  categories,
  editing,
  exports,
  feed,
  filters,
  groups,
  hubs,
  leads,
  learning,
  locations,
  mailings,
  marks,
  masks,
  moderation,
  notices,
  operator,
  partner,
  payments,
  privacy,
  projects,
  promo,
  referrals,
  reports,
  feedback,
  reviews,
  social,
  sources,
  staff,
  subscriptions,
  support,
  tariffs,
  team,
  verification,
}
export type Contract = typeof contract

export const signals = {
  ...accountsSignals,
  ...verificationSignals,
  ...groupsSignals,
  ...projectsSignals,
  ...feedSignals,
  ...leadsSignals,
  ...teamSignals,
  ...filtersSignals,
  ...learningSignals,
  ...exportsSignals,
  ...noticesSignals,
  ...partnerSignals,
  ...mailingsSignals,
}
