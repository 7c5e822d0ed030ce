import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import classes from './suggest-input.module.css'

export interface SuggestInputProps {
  id: string
  /** Of the list of what is suggested. */
  label: string
  placeholder: string
  value: string
  onChange: (typed: string) => void
  /** Each once. */
  suggested: readonly string[]
  onTake: (suggested: string) => void
  maxLength: number
}

/**
 * A field that suggests what is meant: arrows and Enter take it, Escape leaves what was typed. The list always stands under the
 * field, so that the home page does without the parts of Mantine that find a place for one.
 */
export function SuggestInput({ id, label, value, onChange, suggested, onTake, ...input }: SuggestInputProps) {
  const [opened, setOpened] = useState(false)
  /** Which one the keyboard is at; -1: none. */
  const [at, setAt] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const shown = opened && suggested.length > 0
  const current = shown ? suggested[at] : undefined
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const open = (to: boolean): void => {
    setOpened(to)
    setAt(-1)
  }
  const take = (name: string): void => {
    open(false)
    onTake(name)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = suggested.length - 1
    const next = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[event.key]
    if (next !== undefined && last >= 0) {
      setOpened(true)
      setAt(next)
    } else if (event.key === 'Enter' && current !== undefined && !event.nativeEvent.isComposing) take(current)
    else if (event.key === 'Escape' && shown) open(false)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.field}>
      <TextInput
        {...input}
        id={id}
        size="lg"
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          open(true)
        }}
        onClick={() => setOpened(true)}
        onFocus={() => setOpened(true)}
        onBlur={() => open(false)}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={current === undefined ? undefined : `${listId}-${at}`}
        autoComplete="off"
        enterKeyHint="search"
        leftSection={<IconSearch size={20} stroke={1.8} aria-hidden="true" />}
      />
      {shown && (
        <div ref={list} id={listId} role="listbox" aria-label={label} className={classes.list}>
          {suggested.map((name, index) => (
            <button
              type="button"
              tabIndex={-1}
              key={name}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              className={classes.option}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
