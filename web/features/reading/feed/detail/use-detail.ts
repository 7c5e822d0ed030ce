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
  // Another page is on the screen.
  if (opened !== null && message === null) setOpened(null)
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
  const step = (by: number): (() => void) | null => {
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
    next: step(1),
    previous: step(-1),
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

/** The focus goes into what was opened by a key, and stays where it is otherwise. */
export function useFocusOnOpen(wanted: boolean): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (wanted) place.current?.focus({ preventScroll: true })
  }, [wanted])
  return place
}
