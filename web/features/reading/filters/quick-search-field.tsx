import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { MAX_SEARCH } from '../../../../contract/reading/feed.ts'
import classes from './quick-search-field.module.css'
import type { QuickSearch } from './use-quick-search.ts'

/** Where the key means something else. */
const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"]'

/** Narrows the list that is read, and changes nothing that is saved. «/» leads here, Esc empties it. */
export function QuickSearchField({ search }: { search: QuickSearch }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // In the Russian layout the key gives a point.
      if ((event.key !== '/' && event.code !== 'Slash') || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.shiftKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(typing)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <TextInput
      ref={field}
      className={classes.field}
      type="search"
      size="xs"
      aria-label="Поиск в списке"
      aria-keyshortcuts="/"
      placeholder="Поиск в списке"
      maxLength={MAX_SEARCH}
      leftSection={<IconSearch size={15} stroke={1.8} aria-hidden="true" />}
      rightSection={
        search.typed === '' ? (
          <kbd className={classes.key} aria-hidden="true">
            /
          </kbd>
        ) : (
          <CloseButton
            size="sm"
            aria-label="Очистить поиск"
            onClick={() => {
              search.clear()
              field.current?.focus()
            }}
          />
        )
      }
      value={search.typed}
      onChange={(event) => search.type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || search.typed === '') return
        event.preventDefault()
        search.clear()
      }}
    />
  )
}
