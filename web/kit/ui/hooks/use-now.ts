import { useSyncExternalStore } from 'react'

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
    now = new Date()
    timer = setInterval(tick, PERIOD)
  }
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) clearInterval(timer)
  }
}

export function useNow(): Date {
  return useSyncExternalStore(watch, read, read)
}
const read = (): Date => now
