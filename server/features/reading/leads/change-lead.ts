/** What people do with leads, each in one transaction that holds the lead. */
import type { ResultOf } from '../../../../contract/call.ts'
import type { leads } from '../../../../contract/reading/leads.ts'
import { type CallContext, type Handlers } from '../../../kit/context.ts'
import type { Tx } from '../../../kit/sql.ts'
import { accessMessage, changeItemsIn, readAsker, type Reader } from '../feed/feed.public.ts'
import { accessLead } from './lead-row.ts'
import { moveLead, type LeadChange } from './move-lead.ts'
import { lockLead, touchLead, type LockedLead } from './touch-lead.ts'

type One = ResultOf<typeof leads.takeLead>

/** Whom another has it is refused with their name; who has it already may say so again. */
export const takeLead: Handlers<'leads'>['takeLead'] = (ctx, { id }) =>
  changeByMessage(ctx, id, (_lead, { userId }) => ({ assigneeId: userId }))

export const updateLeadOf: Handlers<'leads'>['updateLeadOf'] = (ctx, { id, ...change }) =>
  changeByMessage(ctx, id, () => change)

export const updateLead: Handlers<'leads'>['updateLead'] = async (ctx, { id, remindAt, ...change }) => {
  const at = ctx.clock.now()
  const reader = await readAsker(ctx)
  await accessLead(ctx.db, reader, id, at)
  const moment = remindAt === undefined ? {} : { remindAt: remindAt === null ? null : new Date(remindAt) }
  return changeIn(ctx, reader, at, async (tx) => {
    const lead = await lockLead(tx, reader, id)
    await moveLead(tx, { reader, at, messageId: lead.messageId }, lead, { ...change, ...moment })
    return id
  })
}

async function changeByMessage(
  ctx: CallContext,
  messageId: number,
  changeOf: (lead: LockedLead, reader: Reader) => LeadChange,
): Promise<One> {
  const at = ctx.clock.now()
  const reader = await readAsker(ctx)
  const message = await accessMessage(ctx.db, reader, messageId, at)
  return changeIn(ctx, reader, at, async (tx) => {
    const lead = await touchLead(tx, reader, message, at)
    await moveLead(tx, { reader, at, messageId }, lead, changeOf(lead, reader))
    return lead.id
  })
}

async function changeIn(
  { db }: CallContext,
  reader: Reader,
  at: Date,
  work: (tx: Tx) => Promise<number>,
): Promise<One> {
  const id = await changeItemsIn(db, work)
  return { lead: await accessLead(db, reader, id, at) }
}
