import { useEffect, useRef, type RefObject } from 'react'
import { focusItem } from './use-item-keys.ts'

/**
 * Anyone who takes the item they are on from the list finds themselves on the one that takes its place, and not at the beginning
 * of the page; without any, on the section the list stands in. Anyone who takes that back is led to it.
 * @param ids of the elements in `list` that carry `data-item`, in their order
 * @param comesBack says of an item that came into the list whether the reader has just taken its leaving back
 */
export function useKeepFocus(
  list: RefObject<HTMLElement | null>,
  ids: readonly number[],
  comesBack: (id: number) => boolean,
): void {
  /** What the focus was on last, and the item it was in last: other places, such as a bar of tools, may go as well. */
  const last = useRef<{ target: Element | null; within: boolean; item: number | null }>({
    target: null,
    within: false,
    item: null,
  })
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return
      const item = target.closest<HTMLElement>('[data-item]')
      last.current = { target, within: item !== null, item: item ? Number(item.dataset.item) : last.current.item }
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])

  const before = useRef(ids)
  // Whatever was drawn: a line that takes the place of a card takes its focus as well.
  useEffect(() => {
    const was = before.current
    before.current = ids
    const itemOf = (id: number | undefined) => list.current?.querySelector<HTMLElement>(`[data-item="${id}"]`)
    const back = ids.find((id) => !was.includes(id) && comesBack(id))
    const returned = itemOf(back)
    if (returned) return focusItem(returned)
    // Another page is no removal, and is read from its top.
    const isPage = ids.every((id) => was.includes(id))
    const { target, within, item } = last.current
    const isLost = document.activeElement === document.body && target !== null && !target.isConnected
    if (!isPage || !isLost || !(within || ids.length < was.length)) return
    const next = item === null ? undefined : nextOf(was, ids, item)
    const found = itemOf(next)
    if (found) focusItem(found)
    else list.current?.closest<HTMLElement>('section[tabindex]')?.focus({ preventScroll: true })
  })
}

/** Of those that are left: the first one that stood behind this item, or the last one before it. */
export function nextOf(was: readonly number[], left: readonly number[], item: number): number | undefined {
  if (left.includes(item)) return item
  const place = was.indexOf(item)
  return was.slice(place + 1).find((id) => left.includes(id)) ?? left.at(-1)
}
