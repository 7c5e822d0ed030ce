/**
 * How many messages of the view are not handled yet. It is the server's own count, asked again after whatever may have changed it;
 * meanwhile an action is taken off at once.
 */
import type { QueryClient } from '@tanstack/react-query'

export interface Left {
  /** Of which reading of which question. */
  of: string
  /** Null before it was counted. */
  count: number | null
  capped: boolean
  /** Something has changed since it was counted: a message of a page that is here, or one that is not on the screen. */
  stale: 'here' | 'elsewhere' | null
  /** How often it was asked for: what goes stale again in the same moment is seen to be stale once more. */
  asked: number
}

export const leftKey = ['feed', 'left']

export const readLeft = (cache: QueryClient): Left | undefined => cache.getQueryData<Left>(leftKey)
export function writeLeft(cache: QueryClient, left: Left): void {
  cache.setQueryData<Left>(leftKey, left)
}

/** So many more, or fewer, as far as this tab knows. */
export function changeLeft(cache: QueryClient, by: number): void {
  const now = readLeft(cache)
  if (!now || now.count === null || by === 0) return
  writeLeft(cache, { ...now, count: Math.max(0, now.count + (now.capped ? 0 : by)), stale: 'here' })
}

/** It is to be asked for again. */
export function recountLeft(cache: QueryClient, where: 'here' | 'elsewhere' = 'here'): void {
  const now = readLeft(cache)
  if (now && now.stale !== 'here' && now.stale !== where) writeLeft(cache, { ...now, stale: where })
}
