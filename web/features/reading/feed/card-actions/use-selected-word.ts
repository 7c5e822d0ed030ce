import { useEffect, useState } from 'react'
import { selectedWord } from './selected-word.ts'

export interface SelectedWord {
  word: string
  /** Where it stands on the page, in px from its top left corner. */
  at: { left: number; top: number; height: number }
}

/** A word that is selected in the text of a message; null while none is. Selecting goes on until the button or the finger is lifted. */
export function useSelectedWord(on: boolean): [SelectedWord | null, () => void] {
  const [selected, setSelected] = useState<SelectedWord | null>(null)
  useEffect(() => {
    if (!on) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let pressed = false
    const look = (): void => setSelected(pressed ? null : read())
    const soon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(look, 200)
    }
    const press = (event: PointerEvent): void => {
      pressed = !(event.target instanceof Element && event.target.closest('[data-stop-word]'))
    }
    const lift = (): void => {
      pressed = false
      soon()
    }
    document.addEventListener('selectionchange', soon)
    document.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', lift)
    document.addEventListener('pointercancel', lift)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', soon)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', lift)
      document.removeEventListener('pointercancel', lift)
    }
  }, [on])
  return [selected, () => setSelected(null)]
}

function read(): SelectedWord | null {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const within = (node: Node): Element | null =>
    (node instanceof Element ? node : node.parentElement)?.closest('[data-message-text]') ?? null
  const text = within(range.startContainer)
  if (!text) return null
  const word = selectedWord(selection.toString())
  if (word === null) return null
  // A double click selects the space behind a word too, and with it the beginning of what follows.
  if (within(range.endContainer) !== text && !/\s$/.test(selection.toString()) && range.endOffset > 0) return null
  const [box] = range.getClientRects()
  if (!box) return null
  return { word, at: { left: box.left + window.scrollX, top: box.top + window.scrollY, height: box.height } }
}
