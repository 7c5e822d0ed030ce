import type { QueryClient } from '@tanstack/react-query'
import type { Listeners } from '../kit/live/connection.ts'

/** `<feature>.listeners.ts` of every feature: each listens to all of its own signals, and to those of others that it wants to hear. */
const found = import.meta.glob<(cache: QueryClient) => Partial<Listeners>>('../features/*/*/*.listeners.ts', {
  eager: true,
  import: 'listeners',
})

/** What is done on every signal there is; signal-listeners.test.ts finds one that no feature listens to. */
export function signalListeners(cache: QueryClient): Listeners {
  const heard = Object.values(found).map(
    (listen) => listen(cache) as Partial<Record<string, (payload: unknown) => void>>,
  )
  const names = new Set(heard.flatMap((listeners) => Object.keys(listeners)))
  const listenTo = (name: string) => (payload: unknown) => {
    for (const listeners of heard) listeners[name]?.(payload)
  }
  return Object.fromEntries([...names].map((name) => [name, listenTo(name)])) as Listeners
}
