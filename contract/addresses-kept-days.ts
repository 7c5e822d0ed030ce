/** How long it is known from which address and browser an account was changed, or a visitor of a partner came. */
export const addressesKeptDays = 180
