/** Work on leads: who answers which message, how far it is, what came of it. */
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { setAnswered } from './answered.ts'
import { takeLead, updateLead, updateLeadOf } from './change-lead.ts'
import { createLeadComment, deleteLeadComment } from './comments.ts'
import { getLead } from './get-lead.ts'
import { leadsSignals } from './leads.signals.ts'
import { listLeads } from './list-leads.ts'

const comes = (): never => {
  throw new Error('not built yet')
}
const handlers: Handlers<'leads'> = {
  takeLead,
  setAnswered,
  updateLeadOf,
  updateLead,
  getLead,
  listLeads,
  createLeadComment,
  deleteLeadComment,
  getFunnel: comes,
  exportFunnel: comes,
  setLooking: comes,
}

export const leadsFeature = defineFeature({ name: 'leads', handlers, signals: leadsSignals })
