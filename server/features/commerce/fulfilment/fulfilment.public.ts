/** What other parts may ask of fulfilment: what is paid for opens and ends, and so do trials. */
export { endPurchased } from './end-purchased.ts'
export { forgetGivenTrial, giveTrial } from './give-trial.ts'
export { openPurchased, type Opened } from './open-purchased.ts'
export { recordTrialUse, takeTrial } from './take-trial.ts'
