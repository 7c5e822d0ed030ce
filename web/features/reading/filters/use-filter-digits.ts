import { useLayoutEffect, useRef } from 'react'
import type { Filter } from '../../../../contract/reading/filters.ts'

const typing = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], [role="listbox"]'

/** The digits from 1 to 9 choose a filter by its place. */
export function useFilterDigits(filters: Filter[] | undefined, choose: (filterId: number | null) => void): void {
  const now = useRef({ filters, choose })
  useLayoutEffect(() => {
    now.current = { filters, choose }
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
      if (digit === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (event.target instanceof Element && event.target.closest(typing)) return
      const filter = now.current.filters?.[Number(digit) - 1]
      if (filter) now.current.choose(filter.isDefault ? null : filter.id)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
