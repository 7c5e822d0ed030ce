/** Work on leads: who answers which message, how far it is, what came of it. */
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'

const comes = (): never => {
  throw new Error('not built yet')
}
const handlers: Handlers<'leads'> = {
  takeLead: comes,
  updateLeadOf: comes,
  updateLead: comes,
  getLead: comes,
  listLeads: comes,
  createLeadComment: comes,
  deleteLeadComment: comes,
  getFunnel: comes,
  exportFunnel: comes,
  setLooking: comes,
}

export const leadsFeature = defineFeature({ name: 'leads', handlers })
