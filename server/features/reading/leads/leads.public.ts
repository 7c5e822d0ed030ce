/** What other parts may ask of leads. */
export { freeLeadsOf, lockLeadsOf } from './free-leads.ts'
