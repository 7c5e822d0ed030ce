/** What other parts may ask of subscriptions. */
export { findCheapestOffer } from './cheapest-offer.ts'
export { endSubscription, endSubscriptionsOfOrder } from './end-subscriptions.ts'
export { thaw } from './freeze.ts'
export { growGroupset, shrinkGroupset, type Growth } from './grow-groupset.ts'
export { nameCategories, nameProjects } from './name-products.ts'
export { hasPaidEver, hasRunningPaid } from './paid.ts'
export { weighPackage } from './package.ts'
export { readSubscriptions } from './read-subscriptions.ts'
export { listRunningGroupsets, listTriedGroupsets } from './running-groupsets.ts'
export { subscribe } from './subscribe.ts'
export { lockSubscriptions, type HeldTariff, type SubscriptionRow } from './subscription-row.ts'
export {
  countSubscribers,
  findNextScopeChange,
  listOwnProducts,
  listRunningProducts,
  listVisibleProducts,
  type Viewer,
} from './visible.ts'
export { listProductsOfMany, listScopeChangesOfMany } from './visible-to-many.ts'
