/** What other parts may ask of partners. */
export { findActionpayClick, keepReferral, nobodysReferral, referralOf, type Referral } from './referral.ts'
