/** The sum and the reminder of a lead. */
import type { Action, ActionResult } from '../../../../kit/actions/action.ts'
import { ask, type Input } from '../../../../kit/calls/ask.ts'
import { leadMarkOf } from './lead-changes.ts'

export type Change = Omit<Input<'leads', 'updateLead'>, 'id' | 'status' | 'assigneeId' | 'from'>
/** It is of the lead, whatever its message is. */
export interface LeadFieldsAction extends Omit<Action, 'send' | 'undo'> {
  fields: Change
  before: Change
  send: () => Promise<ActionResult>
  undo: () => Promise<ActionResult>
}
export type OnLeadChange = (done: string, change: Change, before: Change) => void

/** What belongs to the lead and not to its place in the work. */
export function changeLead(
  id: number,
  done: string,
  change: Change,
  before: Change,
  afterwards: () => void,
): LeadFieldsAction {
  const send = async (fields: Change) => {
    const { lead } = await ask('leads', 'updateLead', { id, ...fields })
    afterwards()
    return { marks: { lead: leadMarkOf(lead) } }
  }
  return {
    done,
    fields: change,
    before,
    change: ({ lead }) =>
      lead && change.remindAt !== undefined ? { lead: { ...lead, remindAt: change.remindAt } } : {},
    send: () => send(change),
    undo: () => send(before),
  }
}
