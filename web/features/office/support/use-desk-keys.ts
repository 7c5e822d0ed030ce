import { useEffect, useRef } from 'react'
import type { Desk } from './use-desk.ts'

const people = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-person]')]

/** ↑↓ or K and J go through the people, with the card if one is open; «/» goes to the search, Esc closes the card. Enter opens, as of any link. */
export function useDeskKeys(desk: Desk): void {
  const handler = useRef<(event: KeyboardEvent) => boolean>(() => false)
  useEffect(() => {
    handler.current = (event) => press(event, desk)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (
        target instanceof Element &&
        target.closest('input, textarea, select, [role="dialog"], [role="menu"], [role="listbox"]')
      )
        return
      if (handler.current(event)) event.preventDefault()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** @returns whether the key meant something */
function press({ code, key }: KeyboardEvent, desk: Desk): boolean {
  if (code === 'KeyJ' || code === 'ArrowDown') return step(1, desk)
  if (code === 'KeyK' || code === 'ArrowUp') return step(-1, desk)
  if (key === '/') {
    const field = document.querySelector<HTMLElement>('[data-desk-search]')
    field?.focus()
    return field !== null
  }
  if (code !== 'Escape' || desk.user === null) return false
  desk.go({ user: null })
  return true
}

function step(by: 1 | -1, desk: Desk): boolean {
  const all = people()
  const at = all.findIndex((each) =>
    desk.user === null ? each === document.activeElement : each.dataset.person === String(desk.user),
  )
  const next = all[at === -1 ? 0 : at + by]
  if (!next) return false
  next.focus()
  if (desk.user !== null) desk.go({ user: Number(next.dataset.person) }, { replace: true })
  return true
}
