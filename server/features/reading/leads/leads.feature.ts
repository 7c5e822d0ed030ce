/** Work on leads: who answers which message, how far it is, what came of it. */
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every, on } from '../../../kit/jobs.ts'
import { setAnswered } from './answered.ts'
import { takeLead, updateLead, updateLeadOf } from './change-lead.ts'
import { createLeadComment, deleteLeadComment } from './comments.ts'
import { exportFunnel, getFunnel } from './funnel.ts'
import { getLead } from './get-lead.ts'
import { freeLeadsOfMember } from './free-leads.ts'
import { personalLeads } from './personal-leads.ts'
import { setLooking } from './looking.ts'
import { presenceOf } from './presence.ts'
import { remindOfLeads } from './remind.ts'
import { leadsSignals } from './leads.signals.ts'
import { listLeads } from './list-leads.ts'

const handlers: Handlers<'leads'> = {
  takeLead,
  setAnswered,
  updateLeadOf,
  updateLead,
  getLead,
  listLeads,
  createLeadComment,
  deleteLeadComment,
  getFunnel,
  exportFunnel,
  setLooking,
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** A lead of these people is different now. */
    'leads.changed': { leadId: number; userIds: number[] }
    /** What these people look at in this process: all of it each time, none when they have gone. */
    'leads.looking': { process: string; looking: { ownerId: number; userId: number; messageIds: number[] }[] }
    /** The reminder of a lead is over, and goes to this person. */
    'leads.due': { leadId: number; userId: number }
  }
}

export const leadsFeature = defineFeature({
  name: 'leads',
  handlers,
  signals: leadsSignals,
  jobs: [
    on('member.left', 'free-leads-of-member', freeLeadsOfMember),
    every('* * * * *', 'remind-of-leads', async (context) => {
      const leads = await remindOfLeads(context)
      if (leads > 0) context.log.info({ leads }, 'people were reminded of leads')
    }),
  ],
  personalData: personalLeads,
  // From here on it hears what the browsers of other processes look at.
  start: (context) => void presenceOf(context),
})
