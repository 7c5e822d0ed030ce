/**
 * What signals say of messages while an action on them is on its way. They may have been read before it, and would take it back on the screen for a
 * moment. Its answer is read after it, but perhaps before what they report: then that is asked for (`readChangeAgain`).
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Signals } from '../../../../../contract/signals.ts'

type Change = Signals['feed.message']

interface ActionsUnderway {
  /** By message; what was heard of it meanwhile. */
  underway: Map<number, Change | null>
  /** How many began and ended, by message. */
  counts: Map<number, number>
}

/** Stands for all messages: none has this id. */
const ALL = 0

const actionsUnderway = new WeakMap<QueryClient, ActionsUnderway>()

function actionsOf(cache: QueryClient): ActionsUnderway {
  const known = actionsUnderway.get(cache) ?? {
    underway: new Map<number, Change | null>(),
    counts: new Map<number, number>(),
  }
  actionsUnderway.set(cache, known)
  return known
}

/** Another number than before: what was read in between, of the message or of any, may be older than what the reader did. */
export const countActions = (cache: QueryClient, messageId = ALL): number => actionsOf(cache).counts.get(messageId) ?? 0

function countOne({ counts }: ActionsUnderway, messageId: number): void {
  for (const id of [messageId, ALL]) counts.set(id, (counts.get(id) ?? 0) + 1)
}

export function beginAction(cache: QueryClient, messageId: number): void {
  const known = actionsOf(cache)
  countOne(known, messageId)
  if (!known.underway.has(messageId)) known.underway.set(messageId, null)
}

/** The last action on the message is answered, or failed. @returns what was heard meanwhile: to be believed where there is no answer, else to be asked for */
export function endAction(cache: QueryClient, messageId: number): Change | null {
  const known = actionsOf(cache)
  const heard = known.underway.get(messageId) ?? null
  countOne(known, messageId)
  known.underway.delete(messageId)
  return heard
}

/** @returns whether it waits; that a message was removed is never late */
export function holdBack(cache: QueryClient, change: Change): boolean {
  const { underway } = actionsOf(cache)
  if (change.removed || !underway.has(change.messageId)) return false
  const before = underway.get(change.messageId)
  underway.set(change.messageId, { ...before, ...change, marks: { ...before?.marks, ...change.marks } })
  return true
}
