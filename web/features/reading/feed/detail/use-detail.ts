/** Which message is shown whole beside the list, and how one comes there, goes on and comes back. */
import { useCallback, useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'

export interface Detail {
  /** Null while none is shown. */
  message: FeedMessage | null
  /** It was opened by a key: the focus goes with it. */
  byKey: boolean
  show: (message: FeedMessage, byKey?: boolean) => void
  /** The focus goes back to the card. */
  close: () => void
  /** Shows the next one in the list, or the one before; null where there is none. */
  next: (() => void) | null
  previous: (() => void) | null
  /** Goes that many messages on; says whether there was one. */
  step: (by: number) => boolean
  /** While one is shown, the card that is gone to is shown instead. For `onFocus` of the list. */
  follow: (event: FocusEvent) => void
  /** What a key does here; says whether it meant something. For `useItemKeys`. */
  pressKey: (event: KeyboardEvent, item: HTMLElement | null) => boolean
}

/**
 * @param list     the elements of the cards carry `data-item`
 * @param messages in their order, without those that are but a line
 * @param see      marks one as read
 */
export function useDetail(
  list: RefObject<HTMLElement | null>,
  messages: readonly FeedMessage[],
  see: (message: FeedMessage) => void,
): Detail {
  const [opened, setOpened] = useState<{ id: number; byKey: boolean } | null>(null)
  const at = opened === null ? -1 : messages.findIndex(({ id }) => id === opened.id)
  const message = messages[at] ?? null
  const [before, setBefore] = useState(messages)
  if (before !== messages) setBefore(messages)
  // What was dealt with leaves the list, and the one behind it takes its place; on another page nothing does.
  if (opened !== null && message === null) {
    const heir = heirOf(opened.id, before, messages)
    setOpened(heir && { id: heir.id, byKey: opened.byKey })
  }
  const cardOf = useCallback(
    (id: number) => list.current?.querySelector<HTMLElement>(`[data-item="${id}"]`) ?? null,
    [list],
  )
  const show = (shown: FeedMessage, byKey = false): void => {
    setOpened({ id: shown.id, byKey })
    see(shown)
  }
  const close = (): void => {
    setOpened(null)
    if (message) cardOf(message.id)?.focus({ preventScroll: true })
  }
  const stepBy = (by: number): (() => void) | null => {
    const other = at < 0 ? undefined : messages[at + by]
    if (!other) return null
    return () => {
      show(other)
      cardOf(other.id)?.scrollIntoView({ block: 'nearest' })
    }
  }
  return {
    message,
    byKey: opened?.byKey ?? false,
    show,
    close,
    next: stepBy(1),
    previous: stepBy(-1),
    step(by) {
      const go = stepBy(by)
      go?.()
      return go !== null
    },
    follow({ target }) {
      if (message === null || !target.matches('[data-item]')) return
      const other = messages.find(({ id }) => id === Number(target.getAttribute('data-item')))
      if (other && other !== message) show(other)
    },
    pressKey(event, item) {
      if (event.code === 'Escape' && message) return (close(), true)
      const onCard = event.target === item || event.target === document.body
      if (event.code !== 'Enter' || event.shiftKey || event.repeat || !item || !onCard) return false
      const asked = messages.find(({ id }) => id === Number(item.dataset.item))
      return asked ? (show(asked, true), true) : false
    },
  }
}

/** Who stands where the message that is gone stood: the nearest behind it, else before it, that is still there. */
function heirOf(id: number, before: readonly FeedMessage[], now: readonly FeedMessage[]): FeedMessage | null {
  const at = before.findIndex((message) => message.id === id)
  if (at < 0) return null
  const near = [...before.slice(at + 1), ...before.slice(0, at).reverse()]
  const there = new Map(now.map((message) => [message.id, message]))
  const heir = near.find((message) => there.has(message.id))
  return (heir && there.get(heir.id)) ?? null
}

/**
 * The focus goes into what was opened by a key, and stays where it is otherwise; but where it stood on something of a message
 * that gave way to another, it is not lost.
 * @param shown the id of the message
 */
export function useFocusOnOpen(wanted: boolean, shown: number | undefined): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (wanted) place.current?.focus({ preventScroll: true })
  }, [wanted])
  const last = useRef(shown)
  useEffect(() => {
    if (last.current !== shown && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
    last.current = shown
  }, [shown])
  return place
}
