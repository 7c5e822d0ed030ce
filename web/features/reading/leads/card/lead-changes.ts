/** What a deed makes of the lead a message is, before the server has answered. */
import type { FeedMessage, MessageMarks } from '../../../../../contract/reading/feed.ts'
import type { Lead, LeadMark, LeadStatus } from '../../../../../contract/reading/leads.ts'

export interface Person {
  id: number
  name: string
}

export interface LeadMove {
  status?: LeadStatus
  /** Null: no one's. */
  assignee?: Person | null
}

/** No lead has this id: the server has not said it yet. */
export const UNKNOWN_LEAD = 0

const untouched: LeadMark = { id: UNKNOWN_LEAD, status: 'new', assignee: null, takenAt: null, remindAt: null }

/** What a card shows of a lead. */
export const markOf = ({ id, status, assignee, takenAt, remindAt }: Lead): LeadMark => ({
  id,
  status,
  assignee,
  takenAt,
  remindAt,
})

export const statusOf = ({ lead }: Pick<FeedMessage, 'lead'>): LeadStatus => lead?.status ?? 'new'
export const assigneeOf = ({ lead }: Pick<FeedMessage, 'lead'>): Person | null => lead?.assignee ?? null
/** As calls name who has it. */
export const assigneeIdOf = (message: Pick<FeedMessage, 'lead'>): number | null => assigneeOf(message)?.id ?? null

/**
 * Who takes something that is new begins with it, and what is given back before it was answered is new again; a lead of no one that gets
 * on is theirs who gets it on.
 */
export function moved(lead: LeadMark | null, me: Person, move: LeadMove, now: Date): LeadMark {
  const before = lead ?? untouched
  const getsOn = move.status !== undefined && move.status !== 'new'
  const assignee = move.assignee !== undefined ? move.assignee : (before.assignee ?? (getsOn ? me : null))
  const takenAt = assignee?.id === before.assignee?.id ? before.takenAt : assignee && now.toISOString()
  return { ...before, status: move.status ?? statusFor(before.status, assignee), assignee, takenAt }
}

function statusFor(status: LeadStatus, assignee: Person | null): LeadStatus {
  if (assignee && status === 'new') return 'inWork'
  return !assignee && status === 'inWork' ? 'new' : status
}

/** With the answer that a status tells of. */
export function moveChange(message: FeedMessage, me: Person, move: LeadMove, now: Date): Partial<MessageMarks> {
  const lead = moved(message.lead, me, move, now)
  if (move.status !== 'answered' || didAnswer(message, me)) return { lead }
  return { lead, answers: [...message.answers, { user: me, at: now.toISOString() }] }
}

export const didAnswer = ({ answers }: Pick<FeedMessage, 'answers'>, me: Person): boolean =>
  answers.some(({ user }) => user.id === me.id)
