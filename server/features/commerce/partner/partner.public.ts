/** What other parts may ask of the partner programme. */
export { countReferrals } from './count-referrals.ts'
export { forgetWallets } from './forget-wallets.ts'
export { showMoney } from './money.ts'
