/** What is done with a lead from its card: shown at once, sent to the server, taken back. */
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { Lead, LeadStatus } from '../../../../../contract/reading/leads.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import { ActionRefused, type Action, type ActionResult } from '../../../../kit/actions/action.ts'
import { ask, type Input } from '../../../../kit/calls/ask.ts'
import { CallError, hasCode } from '../../../../kit/calls/call-error.ts'
import {
  assigneeIdOf,
  assigneeOf,
  leadMarkOf,
  moveChange,
  moved,
  statusOf,
  UNKNOWN_LEAD,
  type WantedMove,
} from './lead-changes.ts'

/** @param now the moment that is shown until the server has answered its own */
export function leadMoves(me: NamedPerson, now: () => Date = () => new Date()) {
  const afterwards = (before: FeedMessage, move: WantedMove) => moved(before.lead, me, move, now())
  /** Back to how it stood, from how it stands since. */
  const goBack = (before: FeedMessage, move: WantedMove): Promise<ActionResult> =>
    update({
      id: before.id,
      status: statusOf(before),
      assigneeId: assigneeIdOf(before),
      from: afterwards(before, move).assignee?.id ?? null,
    })

  const take: Action = {
    done: 'Взято в работу',
    hides: 'взято в работу',
    // What another has is not taken from them, not even for a moment.
    change: (message) => (assigneeOf(message) ? {} : moveChange(message, me, { assignee: me }, now())),
    send: ({ id }) => resultOf(ask('leads', 'takeLead', { id })),
    undo: (before) => goBack(before, { assignee: me }),
  }
  const assign = (assignee: NamedPerson | null): Action => ({
    done:
      assignee === null ? 'Теперь ничей' : assignee.id === me.id ? 'Взято в работу' : `Ответственный: ${assignee.name}`,
    hides: 'сменился ответственный',
    change: (message) => moveChange(message, me, { assignee }, now()),
    send: (message) => update({ id: message.id, assigneeId: assignee?.id ?? null, from: assigneeIdOf(message) }),
    undo: (before) => goBack(before, { assignee }),
  })
  const free: Action = { ...assign(null), done: 'Возвращено в новые', hides: 'возвращено в новые' }
  const setStatus = (status: LeadStatus): Action => ({
    done: `Статус: ${leadStatusTitles[status].toLowerCase()}`,
    hides: `статус «${leadStatusTitles[status]}»`,
    change: (message) => moveChange(message, me, { status }, now()),
    send: (message) => update({ id: message.id, status, from: assigneeIdOf(message) }),
    undo: (before) => goBack(before, { status }),
  })
  return { take, free, assign, setStatus }
}

const update = (input: Input<'leads', 'updateLeadOf'>): Promise<ActionResult> =>
  resultOf(ask('leads', 'updateLeadOf', input))

/** @throws ActionRefused when someone else has it: the card shows them */
async function resultOf(call: Promise<{ lead: Lead }>): Promise<ActionResult> {
  try {
    const { lead } = await call
    return { marks: { lead: leadMarkOf(lead) } }
  } catch (error) {
    const assignee = takerOf(error)
    if (!assignee) throw error
    // Until the signal brings all of it.
    const lead = { id: UNKNOWN_LEAD, status: 'inWork' as const, assignee, takenAt: null, remindAt: null }
    throw new ActionRefused(takenInWords(assignee), { lead })
  }
}

/** Who has it, where that is why a move was refused; null: it was refused for something else. */
export function takerOf(error: unknown): NamedPerson | null {
  if (!(error instanceof CallError) || !hasCode(error, 'LEAD_ALREADY_TAKEN')) return null
  const { name, id } = error.details
  return typeof name === 'string' && name !== '' ? { id: typeof id === 'number' ? id : UNKNOWN_LEAD, name } : null
}

export const takenInWords = ({ name }: NamedPerson): string => `Уже взял(а): ${name}`
