import { useEffect, useRef } from 'react'

/**
 * For what is to be done when the focus goes. A press on a button takes the focus away before the button is let go: were the
 * page drawn anew at once, the button could move from under the pointer, and the press would be lost. So it is done at the end of
 * the press, before what the press does.
 */
export function useAfterPress(act: () => void): () => void {
  const pressed = useRef(false)
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const listening = new AbortController()
    const on = (name: string, is: boolean): void =>
      window.addEventListener(name, () => void (pressed.current = is), { capture: true, signal: listening.signal })
    on('pointerdown', true)
    on('pointerup', false)
    on('pointercancel', false)
    return () => listening.abort()
  }, [])
  return () => {
    if (!pressed.current) return latest.current()
    const waiting = new AbortController()
    const { signal } = waiting
    const end = (): void => {
      if (signal.aborted) return
      waiting.abort()
      latest.current()
    }
    window.addEventListener('click', end, { capture: true, signal })
    // Let go elsewhere, or on what is disabled, it is no click.
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, () => setTimeout(end), { capture: true, signal })
  }
}
