/** Which message is shown whole beside the list, and how one comes there, goes on and comes back. */
import { useEffect, useRef, useState, type RefObject } from 'react'
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
  /** The element of its card. */
  cardOf: (message: FeedMessage) => HTMLElement | null
  /** What a key does here; says whether it meant something. For `useItemKeys`. */
  pressKey: (event: KeyboardEvent, item: HTMLElement | null) => boolean
}

/**
 * A press on the free space of a card opens it; while one is open, the card that is gone to is shown instead.
 * @param list     the elements of the cards carry `data-item`
 * @param messages in their order
 * @param see      marks one as read
 * @param onShow   one of the list is shown now
 */
export function useDetail(
  list: RefObject<HTMLElement | null>,
  messages: readonly FeedMessage[],
  see: (message: FeedMessage) => void,
  onShow: () => void,
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
  useSeen(message, see)
  const cardOf = ({ id }: FeedMessage): HTMLElement | null =>
    list.current?.querySelector<HTMLElement>(`[data-item="${id}"]`) ?? null
  const messageOf = (item: Element | null): FeedMessage | undefined =>
    item ? messages.find(({ id }) => id === Number(item.getAttribute('data-item'))) : undefined
  const show = (shown: FeedMessage, byKey = false): void => {
    onShow()
    setOpened({ id: shown.id, byKey })
  }
  const close = (): void => {
    setOpened(null)
    if (message) cardOf(message)?.focus({ preventScroll: true })
  }
  const stepBy = (by: number): (() => void) | null => {
    const other = at < 0 ? undefined : messages[at + by]
    if (!other) return null
    return () => {
      show(other)
      cardOf(other)?.scrollIntoView({ block: 'nearest' })
    }
  }
  useListEvents(list, {
    press(target) {
      const pressed = isFree(target) ? messageOf(target.closest('[data-item]')) : undefined
      if (pressed) show(pressed)
    },
    focus(target) {
      const gone = message !== null && target.matches('[data-item]') ? messageOf(target) : undefined
      if (gone && gone !== message) show(gone)
    },
  })
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
    cardOf,
    pressKey(event, item) {
      if (event.code === 'Escape' && message) return (close(), true)
      const onCard = event.target === item || event.target === document.body
      if (event.code !== 'Enter' || event.shiftKey || event.repeat || !onCard) return false
      const asked = messageOf(item)
      return asked ? (show(asked, true), true) : false
    },
  }
}

/** However it came to be shown: by a press, by a step, or in the place of one that is gone. */
function useSeen(message: FeedMessage | null, see: (message: FeedMessage) => void): void {
  const seeShown = useRef(() => {})
  useEffect(() => {
    seeShown.current = () => void (message && see(message))
  })
  const shown = message?.id
  useEffect(() => seeShown.current(), [shown])
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

/** Nothing stands there that means something by itself. A whole text is there to be read and marked, the lines of a row are not. */
function isFree(target: Element): boolean {
  if (document.getSelection()?.isCollapsed === false || target.closest('[data-folded]')) return false
  if (target.closest('a, button, input, label, dl, [role="group"]')) return false
  return target.closest('[data-density="compact"]') !== null || !target.closest('[data-message-text], header')
}

interface ListEvents {
  press: (target: Element) => void
  focus: (target: Element) => void
}

/** Everything that is done by them can be done by a key. */
function useListEvents(list: RefObject<HTMLElement | null>, events: ListEvents): void {
  const last = useRef(events)
  useEffect(() => {
    last.current = events
  })
  useEffect(() => {
    const root = list.current
    if (!root) return
    const listener =
      (name: keyof ListEvents) =>
      ({ target }: Event): void => {
        if (target instanceof Element) last.current[name](target)
      }
    const [press, focus] = [listener('press'), listener('focus')]
    root.addEventListener('click', press)
    root.addEventListener('focusin', focus)
    return () => {
      root.removeEventListener('click', press)
      root.removeEventListener('focusin', focus)
    }
  }, [list])
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
