import { useEffect, useRef, type RefObject } from 'react'

/**
 * Reports which message is before the reader: the one that is shown whole, else the card the keyboard is on.
 * @param open the id of the message that is shown whole
 */
export function useLooksAt(
  list: RefObject<HTMLElement | null>,
  open: number | null,
  onLook: ((messageId: number | null) => void) | undefined,
): void {
  const focused = useRef<number | null>(null)
  const report = useRef(() => {})
  useEffect(() => {
    report.current = () => onLook?.(open ?? focused.current)
    report.current()
  }, [open, onLook])
  useEffect(() => {
    const root = list.current
    if (!root) return
    const look = (place: EventTarget | null): void => {
      const item = place instanceof Element ? place.closest('[data-item]') : null
      focused.current = item && root.contains(item) ? Number(item.getAttribute('data-item')) : null
      report.current()
    }
    const onFocus = ({ target }: FocusEvent): void => look(target)
    const onLeave = ({ relatedTarget }: FocusEvent): void => look(relatedTarget)
    root.addEventListener('focusin', onFocus)
    root.addEventListener('focusout', onLeave)
    return () => {
      root.removeEventListener('focusin', onFocus)
      root.removeEventListener('focusout', onLeave)
    }
  }, [list])
  useEffect(() => () => onLook?.(null), [onLook])
}
