import type { Clock } from '../../../kit/clock.ts'

/** What pages for visitors show need not be of this minute: read again only so long after, once however many ask. What failed is not remembered. */
export function rememberedFor<Key, Value>(
  clock: Clock,
  milliseconds: number,
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const known = new Map<Key, { until: number; value: Promise<Value> }>()
  return (key) => {
    const now = clock.now().getTime()
    const before = known.get(key)
    if (before && before.until > now) return before.value
    const entry = { until: now + milliseconds, value: read(key) }
    known.set(key, entry)
    entry.value.catch(() => {
      if (known.get(key) === entry) known.delete(key)
    })
    return entry.value
  }
}
