/** What can be done with the cards of a page, one by one and together. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import type { CardSlots } from '../card/card-slots.ts'
import { collapsedReason } from '../card/collapsed-reason.ts'
import type { CardCallbacks } from '../card/card-props.ts'
import type { Cards, RemovedBy } from '../card/patch-message.ts'
import { useChosenCards } from './use-chosen-cards.ts'
import { useUndoableActions, type UndoableActions } from './use-undoable-actions.ts'

type HidingFields = Pick<FilterFields, 'spam' | 'onlyBlackList'>

export interface ShownCards extends Cards {
  /** What of the filter a reader's own deeds may make a message miss. */
  fields: HidingFields
  /** Another page is on its way. */
  turning: boolean
  slots: CardSlots
}

export function useCardActions({ messages, removed, fields, turning, slots }: ShownCards) {
  // What is still on the screen while another filter is asked for was read by the one before.
  const [readBy, setReadBy] = useState(fields)
  if (!turning && readBy !== fields) setReadBy(fields)
  const { perform, done, takeBackLast, work } = useUndoableActions()
  const order = useMemo(() => messages.map(({ id }) => id), [messages])
  const chosen = useChosenCards(order)
  const [dialog, setDialog] = useState<{ action: CardAction; message: FeedMessage } | null>(null)

  const foldedOf = (message: FeedMessage): string | null => sentenceOfFold(message, readBy, removed?.[message.id], done)
  const byId = (id: number): FeedMessage | undefined => messages.find((message) => message.id === id)
  const see = (message: FeedMessage | undefined): void => {
    if (message && !message.viewed && slots.markViewed) perform(slots.markViewed, [message])
  }
  const act = (message: FeedMessage, action: CardAction): void => {
    if (action.may?.(message) === false) return
    if (action.Dialog) setDialog({ action, message })
    else if (action.deed) perform(action.deed(message), [message])
    else action.run(message)
  }
  const actOnChosen = ({ many, may }: CardAction): void => {
    const those = messages.filter(
      (message) => chosen.ids.has(message.id) && (may?.(message) ?? true) && !foldedOf(message),
    )
    if (!many || those.length === 0) return
    chosen.clear()
    perform(many.action, those)
  }
  const door = useStableCallbacks({
    act,
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
    order,
    chosen,
    door,
    act,
    actOnChosen,
    see,
    byId,
    foldedOf,
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

export type CardActions = ReturnType<typeof useCardActions>

interface ListCallbacks extends CardCallbacks {
  seen: (id: number) => void
}

/** What a folded card says: the deed that hid it knows best. */
function sentenceOfFold(
  message: FeedMessage,
  fields: HidingFields,
  removed: RemovedBy | undefined,
  done: UndoableActions['done'],
): string | null {
  const folded = collapsedReason(message, fields, removed)
  if (folded === null || removed === 'moderator') return folded
  const hides = done.find(({ ids, deed }) => ids.has(message.id) && deed.hides)?.deed.hides
  return hides ? `Скрыто: ${hides}` : folded
}

/** The same object all the time, so that cards are not drawn again; it does what the last drawing said. */
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
