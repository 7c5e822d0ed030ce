/** What other parts may ask of subscriptions. */
export { endBought } from './end-bought.ts'
export { growGroupset } from './grow-groupset.ts'
export { openBought } from './open-bought.ts'
export { hasPaidEver, hasRunningPaid } from './paid.ts'
export { personalSubscriptions } from './personal-subscriptions.ts'
export { subscribe } from './subscribe.ts'
export { takeTrial } from './take-trial.ts'
export { findNextScopeChange, listVisibleProducts } from './visible.ts'
