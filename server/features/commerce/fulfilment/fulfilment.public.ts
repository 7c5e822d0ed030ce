/** What other parts may ask of fulfilment: what is paid for opens and ends, and so do trials. */
export { endPurchased } from './end-purchased.ts'
export { openPurchased } from './open-purchased.ts'
export { recordTrialUse, takeTrial } from './take-trial.ts'
