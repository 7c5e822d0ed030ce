/** What other parts may ask of leads. */
export { freeLeadsOf } from './free-leads.ts'
