import { useEffect, useRef } from 'react'

/**
 * For what is to be done when the focus goes. A press on a button takes the focus away before the button is let go: were the
 * page drawn again at once, the button could move from under the pointer, and the press would be lost. So it is done as the press
 * ends, and before what the press does.
 */
export function useAfterPress(act: () => void): () => void {
  const pressed = useRef(false)
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('mousedown', () => void (pressed.current = true), { capture: true, signal })
    window.addEventListener('mouseup', () => void (pressed.current = false), { capture: true, signal })
    return () => listening.abort()
  }, [])
  return () => {
    if (pressed.current) window.addEventListener('mouseup', () => latest.current(), { capture: true, once: true })
    else latest.current()
  }
}
