/**
 * What changes the cart, and what changes whose cart it is, go one after another: no one pays for a cart they do not see, and what a guest has
 * chosen is theirs when they come in.
 */
export const cartScope = { id: 'cart' }
