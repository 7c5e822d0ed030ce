/** What other parts may ask of partners. */
export { findActionpayClick } from './actionpay-click.ts'
export { personalReferral } from './personal-referral.ts'
export { keepReferral, nobodysReferral, referralOf, type Referral } from './referral.ts'
