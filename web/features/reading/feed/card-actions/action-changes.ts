/** What an action changes about the messages that are on the screen. */
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { MessageMarks } from '../../../../../contract/reading/message-marks.ts'
import { ActionRefused, type Action } from '../../../../kit/actions/action.ts'
import { patchMarks, patchRemoved, type MarkChanges } from '../card/patch-message.ts'
import type { Patch } from '../page/cards-cache.ts'
import { leavesList } from './what-leaves.ts'

export interface ActionChanges {
  /** What it is done to, as it is known by now. */
  targets: readonly FeedMessage[]
  /** Whatever changes by it, and by which of the targets. */
  touched: ReadonlyMap<number, readonly FeedMessage[]>
  before: MarkChanges
  after: MarkChanges
}

/** @param known every message that is kept */
export function changesOf(
  action: Action,
  messages: readonly FeedMessage[],
  known: ReadonlyMap<number, FeedMessage>,
): ActionChanges {
  const targets = messages.map((message) => known.get(message.id) ?? message)
  const touched = new Map(targets.map((target) => [target.id, targets.filter(({ id }) => id === target.id)]))
  if (action.alsoAffects) {
    for (const other of known.values()) {
      const by = targets.filter((target) => target.id === other.id || action.alsoAffects?.(target, other))
      if (by.length > 0) touched.set(other.id, by)
    }
  }
  const after = new Map<number, Partial<MessageMarks>>()
  const before = new Map<number, Partial<MessageMarks>>()
  for (const id of touched.keys()) {
    const message = known.get(id) ?? targets.find((target) => target.id === id)
    if (!message) continue
    const change = action.change(message)
    after.set(id, change)
    before.set(id, pick(message, Object.keys(change) as (keyof MessageMarks)[]))
  }
  return { targets, touched, before, after }
}

/** Only what these messages changed, and no other one of the same action. */
export function changesBy(
  some: readonly { message: FeedMessage }[],
  changes: MarkChanges,
  touched: ActionChanges['touched'],
): MarkChanges {
  const ids = new Set(some.map(({ message }) => message.id))
  return new Map([...changes].filter(([id]) => touched.get(id)?.every((target) => ids.has(target.id))))
}

/** What stands there when it fails, and of what was refused what the refusal holds. */
export function instead(
  otherwise: MarkChanges,
  failures: readonly { message: FeedMessage; error: unknown }[],
): MarkChanges {
  const refused = failures.flatMap(({ message, error }): [number, Partial<MessageMarks>][] =>
    error instanceof ActionRefused ? [[message.id, { ...otherwise.get(message.id), ...error.instead }]] : [],
  )
  return new Map([...otherwise, ...refused])
}

/**
 * Of what is to be put back only marks that are as the action has shown them: what a signal has brought since is newer.
 * @param after as the action has shown them
 */
export function stillShown(
  back: MarkChanges,
  after: MarkChanges,
  known: ReadonlyMap<number, FeedMessage>,
): MarkChanges {
  const kept = [...back].map(([id, marks]): [number, Partial<MessageMarks>] => {
    const [shown, now] = [after.get(id), known.get(id)]
    const same = (mark: keyof MessageMarks): boolean =>
      !now || (shown !== undefined && mark in shown && now[mark] === shown[mark])
    return [id, pick(marks, (Object.keys(marks) as (keyof MessageMarks)[]).filter(same))]
  })
  return new Map(kept)
}

/**
 * What was read with the changes of an action, or with what stood there before it: from each page the messages go that do not fit what
 * it was read by any more.
 */
export const patchAction =
  (action: Action, changes: MarkChanges, isDone: boolean): Patch =>
  (page, read) => {
    const marked = patchMarks(page, changes)
    const leaves = read && leavesList(action, read)
    return leaves ? patchRemoved(marked, [...changes.keys()], isDone ? leaves : null) : marked
  }

function pick(message: Partial<MessageMarks>, keys: readonly (keyof MessageMarks)[]): Partial<MessageMarks> {
  return Object.fromEntries(keys.map((key) => [key, message[key]]))
}
