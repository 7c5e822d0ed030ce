/** What can be done with the cards of a page, one by one and together. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { Action } from '../../../../kit/actions/action.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import { showActionToast } from '../../../../kit/ui/components/action-toast.tsx'
import type { CardSlots } from '../card/card-slots.ts'
import { collapsedReason, type HidingFields } from '../card/collapsed-reason.ts'
import type { CardCallbacks } from '../card/card-props.ts'
import { listed, type Cards, type RemovedBy } from '../card/patch-message.ts'
import { useChosenCards } from './use-chosen-cards.ts'
import { leavesList } from './what-leaves.ts'
import { useUndoableActions, type UndoableActions } from './use-undoable-actions.ts'

export interface ShownCards extends Cards {
  /** What of the filter a reader's own actions may make a message miss. */
  fields: HidingFields
  /** Another page is on its way. */
  turning: boolean
  slots: CardSlots
  /** What was taken back stands on another page than this. */
  onReturnedElsewhere: (id: number) => void
}

export function useCardActions({ messages: all, removed, fields, turning, slots, onReturnedElsewhere }: ShownCards) {
  const messages = useMemo(() => listed(all, removed), [all, removed])
  // What is still on the screen while another filter is asked for was read by the one before.
  const [readBy, setReadBy] = useState(fields)
  if (!turning && readBy !== fields) setReadBy(fields)
  const { myId } = slots
  const returns = useReturns(all, onReturnedElsewhere)
  const { perform, done, takeBackLast, work } = useUndoableActions({ readBy, myId, ...returns })
  const way = useWayBack(done[0], readBy)
  const order = useMemo(() => messages.map(({ id }) => id), [messages])
  const chosen = useChosenCards(order)
  const [dialog, setDialog] = useState<{ action: CardAction; message: FeedMessage } | null>(null)

  const foldedOf = (message: FeedMessage): string | null =>
    sentenceOfFold(message, collapsedReason(message, readBy, removed?.[message.id], myId), removed?.[message.id], done)
  const byId = (id: number): FeedMessage | undefined => messages.find((message) => message.id === id)
  const see = (message: FeedMessage | undefined): void => {
    if (message && !message.viewed && slots.markViewed) perform(slots.markViewed, [message])
  }
  /** Whether the message stays where it is. */
  const act = (message: FeedMessage, action: CardAction): { stays: boolean } => {
    if (action.may?.(message) === false) return { stays: true }
    if (action.Dialog) setDialog({ action, message })
    else if (action.run) action.run(message)
    if (!action.actionFor) return { stays: true }
    const wanted = action.actionFor(message)
    const targets = action.above ? above(message).filter((each) => changesAnything(wanted, each)) : [message]
    if (targets.length === 0) showActionToast('Выше таких сообщений нет', null)
    else perform(wanted, targets)
    return { stays: !way.left(leavesList(wanted, readBy) !== null) }
  }
  const above = ({ id }: FeedMessage): FeedMessage[] =>
    messages.slice(0, order.indexOf(id)).filter((message) => foldedOf(message) === null)
  const actOnChosen = ({ many, may }: CardAction): void => {
    const those = messages.filter(
      (message) => chosen.ids.has(message.id) && (may?.(message) ?? true) && !foldedOf(message),
    )
    if (!many || those.length === 0) return
    chosen.clear()
    perform(many.action, those)
    way.left(leavesList(many.action, readBy) !== null)
  }
  const door = useStableCallbacks({
    act: (message, action) => void act(message, action),
    begin: (message, actionId) => {
      const action = slots.actions.find(({ id }) => id === actionId)
      if (action) act(message, action)
    },
    seen: (id) => see(byId(id)),
    choose: ({ id }, range) => chosen.choose(id, range),
    takeBack: ({ id }) => done.find(({ ids }) => ids.has(id))?.takeBack(),
  })
  const target = dialog && (byId(dialog.message.id) ?? dialog.message)
  return {
    /** What stands in the list. */
    messages,
    order,
    chosen,
    door,
    act,
    actOnChosen,
    see,
    byId,
    foldedOf,
    /** Is there one with which something is left to do? */
    isAnyOpen: messages.some((message) => foldedOf(message) === null),
    goBack: way.goBack,
    /** A step has led from this message to another. */
    leave(id: number): void {
      way.left(false)
      see(byId(id))
    },
    comesBack: returns.comesBack,
    isUndoable: (id: number): boolean => done.some(({ ids }) => ids.has(id)),
    /** Null when there is nothing to take back. */
    takeBackLast: done.length > 0 ? takeBackLast : null,
    work,
    perform,
    /** The dialog of an action, and the message it is about. */
    dialog: dialog?.action.Dialog && target ? { Dialog: dialog.action.Dialog, target } : null,
    isDialogOpen: dialog !== null,
    closeDialog: (): void => setDialog(null),
  }
}

/** Taken back by the reader, who is led to it: on this page, or on the one it stands on. */
function useReturns(page: readonly FeedMessage[], onReturnedElsewhere: (id: number) => void) {
  const coming = useRef(new Set<number>())
  /** Once of each that was taken back. */
  const comesBack = useCallback((id: number): boolean => coming.current.delete(id), [])
  return {
    comesBack,
    onTakeBack(ids: readonly number[]): void {
      for (const id of ids) coming.current.add(id)
    },
    onReturned([id]: readonly number[]): void {
      if (id !== undefined && !page.some((message) => message.id === id)) onReturnedElsewhere(id)
    },
  }
}

/** The last thing that led from a message was an action, and no step: then going back is taking that back. */
function useWayBack(last: UndoableActions['done'][number] | undefined, readBy: HidingFields) {
  const hasLeft = useRef(false)
  return {
    left: (byAction: boolean): boolean => (hasLeft.current = byAction),
    /** Back to the message that was just left by an action, which is taken back; says whether there is one. */
    goBack(): boolean {
      if (!hasLeft.current || !last || !leavesList(last.action, readBy)) return false
      last.takeBack()
      return true
    },
  }
}

export type CardActions = ReturnType<typeof useCardActions>

/** What stands so already is left alone. */
function changesAnything(action: Action, message: FeedMessage): boolean {
  return Object.entries(action.change(message)).some(([mark, value]) => message[mark as keyof FeedMessage] !== value)
}

interface ListCallbacks extends CardCallbacks {
  seen: (id: number) => void
}

/** What a folded card says: the action that hid it knows best. */
function sentenceOfFold(
  message: FeedMessage,
  folded: string | null,
  removed: RemovedBy | undefined,
  done: UndoableActions['done'],
): string | null {
  if (folded === null || removed === 'moderator') return folded
  const hides = done.find(({ ids, action }) => ids.has(message.id) && action.hides)?.action.hides
  return hides ? `Скрыто: ${hides}` : folded
}

/** The same object all the time, so that cards are not drawn again; it does what the last drawing asked for. */
function useStableCallbacks(door: ListCallbacks): ListCallbacks {
  const last = useRef(door)
  useEffect(() => {
    last.current = door
  })
  return useMemo(
    () => ({
      act: (...of) => last.current.act(...of),
      begin: (...of) => last.current.begin(...of),

      seen: (id) => last.current.seen(id),
      choose: (...of) => last.current.choose(...of),
      takeBack: (...of) => last.current.takeBack(...of),
    }),
    [],
  )
}
