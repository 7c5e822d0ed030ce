import { useLayoutEffect, useRef } from 'react'

const typing = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], [role="listbox"]'
/** So long the digit may come after the G. */
const PAUSE_MS = 1_500

/**
 * G, then a digit from 1 to 9, opens a product by its place, whatever the keyboard's language is. Asked before anyone else is: the digit
 * alone chooses a filter.
 * @param addresses in the order of the list; undefined while no one knows
 */
export function useViewKeys(addresses: readonly string[] | undefined, go: (address: string) => void): void {
  const now = useRef({ addresses, go })
  useLayoutEffect(() => {
    now.current = { addresses, go }
  })
  useLayoutEffect(() => {
    let pressedAt = -Infinity
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (event.target instanceof Element && event.target.closest(typing)) return
      const asked = event.timeStamp - pressedAt < PAUSE_MS
      pressedAt = event.code === 'KeyG' ? event.timeStamp : -Infinity
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
      if (digit === undefined || !asked) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const address = now.current.addresses?.[Number(digit) - 1]
      if (address !== undefined) now.current.go(address)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
