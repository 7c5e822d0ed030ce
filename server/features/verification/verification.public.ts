/** What other parts may ask of verification. */
export { openLiveCodes } from './live-codes.ts'
