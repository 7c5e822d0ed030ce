/** What becomes of a card by what its reader does: it goes from the list, a line takes its place, or it stays. */
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { Action } from '../../../../kit/actions/action.ts'
import { collapsedReason, type HidingFields } from '../card/collapsed-reason.ts'

/** The messages go from the list by it, and its notice is the way back; null: they stay. */
export function leavesList(
  { removes, handles }: Action,
  { handled }: Pick<HidingFields, 'handled'>,
): 'reader' | 'handled' | null {
  if (removes) return 'reader'
  return handles !== undefined && handled === (handles ? 'hide' : 'only') ? 'handled' : null
}

/** A line that can take it back stands in place of each message. */
export function foldsToLines(
  action: Action,
  messages: readonly FeedMessage[],
  filter: HidingFields,
  myId: number,
): boolean {
  if (leavesList(action, filter) || action.hides === undefined) return false
  return messages.every(
    (message) => collapsedReason({ ...message, ...action.change(message) }, filter, undefined, myId) !== null,
  )
}
