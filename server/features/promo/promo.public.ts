/** What other parts may ask of promo codes. */
export { personalPromo } from './personal-promo.ts'
export { keepPromo, releasePromo, reservePromo, usePromoForTrial } from './promo-uses.ts'
export { weighPromo, type WeighedPromo } from './weigh-promo.ts'
