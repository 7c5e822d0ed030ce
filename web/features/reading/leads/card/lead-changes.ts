/** What an action makes of the lead a message is, before the server has answered. */
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { MessageMarks } from '../../../../../contract/reading/message-marks.ts'
import type { Lead, LeadMark, LeadStatus } from '../../../../../contract/reading/leads.ts'

export interface WantedMove {
  status?: LeadStatus
  /** Null: no one's. */
  assignee?: NamedPerson | null
}

/** No lead has this id: the server has not answered it yet. */
export const UNKNOWN_LEAD = 0

const untouched: LeadMark = { id: UNKNOWN_LEAD, status: 'new', assignee: null, takenAt: null, remindAt: null }

/** What a card shows of a lead. */
export const leadMarkOf = ({ id, status, assignee, takenAt, remindAt }: Lead): LeadMark => ({
  id,
  status,
  assignee,
  takenAt,
  remindAt,
})

export const statusOf = ({ lead }: Pick<FeedMessage, 'lead'>): LeadStatus => lead?.status ?? 'new'
export const assigneeOf = ({ lead }: Pick<FeedMessage, 'lead'>): NamedPerson | null => lead?.assignee ?? null
/** As calls name who has it. */
export const assigneeIdOf = (message: Pick<FeedMessage, 'lead'>): number | null => assigneeOf(message)?.id ?? null

/** Someone works on what is in work, and no one on what is new; who gets on with what is no one's has it. */
export function moved(lead: LeadMark | null, me: NamedPerson, { status, assignee }: WantedMove, now: Date): LeadMark {
  const before = lead ?? untouched
  const whose = assignee === undefined ? before.assignee : assignee
  const after =
    status === undefined
      ? { status: statusFor(before.status, whose), assignee: whose }
      : { status, assignee: status === 'new' ? null : (whose ?? me) }
  const same = after.assignee?.id === before.assignee?.id
  return { ...before, ...after, takenAt: same ? before.takenAt : after.assignee && now.toISOString() }
}

function statusFor(status: LeadStatus, assignee: NamedPerson | null): LeadStatus {
  if (assignee && status === 'new') return 'inWork'
  return !assignee && status === 'inWork' ? 'new' : status
}

/** With the answer that a status implies: who moves it there answered, who moves it back did not. */
export function moveChange(message: FeedMessage, me: NamedPerson, move: WantedMove, now: Date): Partial<MessageMarks> {
  const lead = moved(message.lead, me, move, now)
  const mine = message.answers.some(({ user }) => user.id === me.id)
  if (lead.status === 'answered' && move.status && !mine)
    return { lead, answers: [...message.answers, { user: me, at: now.toISOString() }] }
  if (mine && (lead.status === 'new' || lead.status === 'inWork'))
    return { lead, answers: message.answers.filter(({ user }) => user.id !== me.id) }
  return { lead }
}
