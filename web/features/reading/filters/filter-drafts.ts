/**
 * Changes of saved filters that are not saved: of each filter the fields that differ. They live as long as the tab of the browser
 * does, and over a reload of it; another tab reads the filter as it is saved.
 */
import { useSyncExternalStore } from 'react'
import type { Filter, FilterFields } from '../../../../contract/reading/filters.ts'
import { isSame } from './filter-changes.ts'

export type FilterFieldChanges = Partial<FilterFields>
export type FilterDrafts = Readonly<Record<number, FilterFieldChanges>>

const KEY = 'filter-drafts'
const none: FilterDrafts = {}
const listeners = new Set<() => void>()
/** What was read last, so that the same text gives the same object. */
let known: { text: string | null; drafts: FilterDrafts } = { text: null, drafts: {} }

export function readFilterDrafts(): FilterDrafts {
  const text = sessionStorage.getItem(KEY)
  if (text !== known.text) known = { text, drafts: parsed(text) }
  return known.drafts
}

/** @param changes null when there are none any more */
export function putFilterDraft(filterId: number, changes: FilterFieldChanges | null): void {
  const { [filterId]: _before, ...others } = readFilterDrafts()
  const drafts = changes === null || Object.keys(changes).length === 0 ? others : { ...others, [filterId]: changes }
  try {
    // What comes with the document is not drawn where there are some (web/public/first-script.js).
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(drafts))
  } catch {
    // A browser that keeps nothing still shows what was changed, until it is reloaded.
  }
  known = { text: sessionStorage.getItem(KEY), drafts }
  for (const listener of listeners) listener()
}

export function useFilterDrafts(): FilterDrafts {
  return useSyncExternalStore(listen, readFilterDrafts, () => none)
}

/** The draft of a filter, or null when it asks for what is saved. */
export function findFilterDraft(filter: Filter, drafts: FilterDrafts): FilterFieldChanges | null {
  const changes = drafts[filter.id]
  return changes && !isSame({ ...filter, ...changes }, filter) ? changes : null
}

/** Of changes those that differ from what is saved. */
export function differing(changes: FilterFieldChanges, saved: FilterFields): FilterFieldChanges {
  const names = (Object.keys(changes) as (keyof FilterFields)[]).filter(
    (name) => JSON.stringify(changes[name]) !== JSON.stringify(saved[name]),
  )
  return Object.fromEntries(names.map((name) => [name, changes[name]]))
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function parsed(text: string | null): FilterDrafts {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as FilterDrafts
  } catch {
    return {}
  }
}
