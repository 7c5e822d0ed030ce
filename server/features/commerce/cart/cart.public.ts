/** What other parts may ask of the cart. */
export { clearCart, lockCartOf } from './cart-row.ts'
export { orderableCart } from './orderable-cart.ts'
