/** What other parts may ask of promo codes. */
export { keepPromo, releasePromo, reservePromo, usePromoForTrial } from './promo-uses.ts'
export { endPartnerCodes, listPartnerCodes, makePartnerCode } from './partner-codes.ts'
export { weighPromo, type WeighedPromo } from './weigh-promo.ts'
