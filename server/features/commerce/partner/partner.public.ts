/** What other parts may ask of partners. */
export { showMoney } from './money.ts'
