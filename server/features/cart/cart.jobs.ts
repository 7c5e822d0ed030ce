import { every } from '../../kit/jobs.ts'
import { forgetGuestCarts } from './guest-cart.ts'

export const cartJobs = [every('43 3 * * *', 'forget-guest-carts', ({ db, clock }) => forgetGuestCarts(db, clock))]
