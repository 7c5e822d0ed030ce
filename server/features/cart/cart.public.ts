/** What other parts may ask of the cart. */
export { clearCart, lockCartOf } from './cart-row.ts'
export { takeGuestCart } from './guest-cart.ts'
export { orderableCart } from './orderable-cart.ts'
export { personalCart } from './personal-cart.ts'
export { startTrial } from './start-trial.ts'
