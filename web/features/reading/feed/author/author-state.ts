/** Whose card is open. Outside React: a card of the feed, a key and a lead open it alike. */
import { useSyncExternalStore } from 'react'

let open: number | null = null
const watchers = new Set<() => void>()

function change(to: number | null): void {
  open = to
  for (const watcher of watchers) watcher()
}

/** @param id of the author */
export const openAuthor = (id: number): void => change(id)
export const closeAuthor = (): void => change(null)

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
const read = (): number | null => open

/** The id of the author whose card is open; null when none is. */
export const useOpenAuthor = (): number | null => useSyncExternalStore(watch, read, read)
