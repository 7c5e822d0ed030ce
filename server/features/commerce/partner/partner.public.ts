/** What other parts may ask of the partner programme. */
export { forgetWallets } from './forget-wallets.ts'
export { showMoney } from './money.ts'
