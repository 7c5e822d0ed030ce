/** What other parts may ask of who brought whom. */
export { findActionpayClick, keepReferral, nobodysReferral, referralOf, type Referral } from './referral.ts'
export { rememberVisit } from './record-traffic.ts'
