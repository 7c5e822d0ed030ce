/**
 * What is made at some cost and asked for often: kept for a while, made once at a time, and given away a little stale while it
 * is made again. Bounded in number and bytes; what was not asked for the longest goes first.
 */
import type { Clock } from '../../kit/clock.ts'

export interface CacheBounds {
  /** So long it is as good as new; in milliseconds, as `stale`. */
  fresh: number
  /** So long after it was made it is still given away, while it is made again. */
  stale: number
  count: number
  bytes: number
  /** Of what is lesser (`isLesser`): there may be any number of such keys, and they must not push others out. */
  lesser: number
  /** So many are made at one time; more are refused. */
  making: number
}

export interface PageCache<Value> {
  /** Null: too many are being made. @throws what `make` throws, when there is nothing to give away */
  get(key: string, make: () => Promise<Value>): Promise<Value> | null
  has(key: string): boolean
}

interface Kept<Value> {
  value: Value
  bytes: number
  lesser: boolean
  madeAt: number
}

interface Kind<Value> {
  bytesOf(value: Value): number
  isLesser(value: Value): boolean
  /** What was given away stale could not be made again. */
  onFailed(key: string, error: unknown): void
}

export function openPageCache<Value>(
  clock: Clock,
  bounds: CacheBounds,
  { bytesOf, isLesser, onFailed }: Kind<Value>,
): PageCache<Value> {
  const kept = new Map<string, Kept<Value>>()
  const making = new Map<string, Promise<Value>>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function keep(key: string, value: Value): void {
    drop(key)
    const size = bytesOf(value)
    kept.set(key, { value, bytes: size, lesser: isLesser(value), madeAt: clock.now().getTime() })
    bytes += size
    const lesser = [...kept].filter(([, each]) => each.lesser)
    for (const [old] of lesser.slice(0, Math.max(0, lesser.length - bounds.lesser))) drop(old)
    for (const old of kept.keys()) {
      if (kept.size <= bounds.count && bytes <= bounds.bytes) break
      drop(old)
    }
  }

  function begin(key: string, make: () => Promise<Value>): Promise<Value> {
    const begun = make()
      .then((value) => {
        keep(key, value)
        return value
      })
      .finally(() => making.delete(key))
    making.set(key, begun)
    return begun
  }

  function find(key: string): Kept<Value> | null {
    const found = kept.get(key)
    if (!found) return null
    if (clock.now().getTime() - found.madeAt < bounds.stale) return found
    drop(key)
    return null
  }

  return {
    has: (key) => find(key) !== null,
    get(key, make) {
      const found = find(key)
      const mayMake = making.size < bounds.making
      if (!found) return making.get(key) ?? (mayMake ? begin(key, make) : null)
      // Asked for last.
      kept.delete(key)
      kept.set(key, found)
      const isOld = clock.now().getTime() - found.madeAt >= bounds.fresh
      if (isOld && mayMake && !making.has(key)) begin(key, make).catch((error: unknown) => onFailed(key, error))
      return Promise.resolve(found.value)
    },
  }
}
