/** The longest a timer of Node can wait. */
const LONGEST = 2 ** 31 - 1

/** Waits so many milliseconds; ends early, without an error, when the signal aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(Math.max(0, milliseconds), LONGEST))
    signal?.addEventListener('abort', done)
  })
}
