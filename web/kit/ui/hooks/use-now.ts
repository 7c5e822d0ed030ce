import { createContext, useContext, useSyncExternalStore } from 'react'

/** Often enough for «5 минут назад» to be true, seldom enough to cost nothing. One timer serves the whole page. */
const PERIOD = 20_000

let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

function tick(): void {
  now = new Date()
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) {
    // What was drawn a moment ago is not drawn again for that moment.
    if (Math.abs(Date.now() - now.getTime()) >= PERIOD) now = new Date()
    timer = setInterval(tick, PERIOD)
  }
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) clearInterval(timer)
  }
}

/** When the server drew the page: as a browser takes it over it is still then. Null: it is drawn here. */
export const DrawnAt = createContext<Date | null>(null)

export function useNow(): Date {
  const drawnAt = useContext(DrawnAt)
  return useSyncExternalStore(watch, read, () => drawnAt ?? now)
}
const read = (): Date => now
