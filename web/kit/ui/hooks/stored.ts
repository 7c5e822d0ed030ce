/** What a browser keeps for a person between visits. It may be full, forbidden or written by an older version: then there is nothing. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** What could not be written is kept as long as the page stands. */
const unwritten = new Map<string, string>()
const watchers = new Set<() => void>()

export function readStored<Value>(key: string, isValue: (value: unknown) => value is Value): Value | null {
  const value = parsed(textOf(key))
  return isValue(value) ? value : null
}

export function writeStored(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  try {
    localStorage.setItem(key, text)
    unwritten.delete(key)
  } catch {
    unwritten.set(key, text)
  }
  for (const watcher of watchers) watcher()
}

/**
 * The same as a state, in every tab. It is drawn with what is kept from the first time on, and again only when that changes.
 * @param read makes sense of what stands there, null where there is nothing; the same function all the time
 */
export function useStored<Value>(
  key: string,
  read: (stored: unknown) => Value,
): readonly [Value, (value: Value) => void] {
  const text = useSyncExternalStore(
    watch,
    () => textOf(key),
    () => null,
  )
  const value = useMemo(() => read(parsed(text)), [read, text])
  const set = useCallback((next: Value) => writeStored(key, next), [key])
  return [value, set]
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  window.addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

function textOf(key: string): string | null {
  try {
    return unwritten.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
