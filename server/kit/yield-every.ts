import { setImmediate } from 'node:timers/promises'

/**
 * Long work beside others in one process: to be awaited between its pieces, it lets the others have their turn whenever this
 * one has lasted for this long.
 * @param longest in milliseconds
 */
export function yieldEvery(longest: number): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longest) return
    await setImmediate()
    since = performance.now()
  }
}
