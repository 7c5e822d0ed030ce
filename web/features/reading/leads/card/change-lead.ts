/** The sum and the reminder of a lead. */
import type { Action } from '../../../../kit/actions/action.ts'
import { ask, type Input } from '../../../../kit/calls/ask.ts'
import { markOf } from './lead-changes.ts'

export type Change = Omit<Input<'leads', 'updateLead'>, 'id' | 'status' | 'assigneeId' | 'from'>
export type OnLeadChange = (done: string, change: Change, before: Change) => void

/** What belongs to the lead and not to its place in the work. */
export function changeLead(id: number, done: string, change: Change, before: Change, afterwards: () => void): Action {
  const send = async (fields: Change) => {
    const { lead } = await ask('leads', 'updateLead', { id, ...fields })
    afterwards()
    return { marks: { lead: markOf(lead) } }
  }
  return {
    done,
    change: ({ lead }) =>
      lead && change.remindAt !== undefined ? { lead: { ...lead, remindAt: change.remindAt } } : {},
    send: () => send(change),
    undo: () => send(before),
  }
}
