/** The whole contract, feature by feature. A new feature is one line here, and does not compile until it is answered. */
import { accounts } from './accounts.ts'
import { cart } from './cart.ts'
import { categories } from './categories.ts'
import { exports } from './exports.ts'
import { feed } from './feed.ts'
import { filters } from './filters.ts'
import { groups } from './groups.ts'
import { learning } from './learning.ts'
import { locations } from './locations.ts'
import { marks } from './marks.ts'
import { moderation } from './moderation.ts'
import { partner } from './partner.ts'
import { payments } from './payments.ts'
import { projects } from './projects.ts'
import { promo } from './promo.ts'
import { site } from './site.ts'
import { social } from './social.ts'
import { sources } from './sources.ts'
import { subscriptions } from './subscriptions.ts'
import { tariffs } from './tariffs.ts'
import { verification } from './verification.ts'

export const contract = {
  accounts,
  cart,
  categories,
  exports,
  feed,
  filters,
  groups,
  learning,
  locations,
  marks,
  moderation,
  partner,
  payments,
  projects,
  promo,
  site,
  social,
  sources,
  subscriptions,
  tariffs,
  verification,
}
export type Contract = typeof contract
