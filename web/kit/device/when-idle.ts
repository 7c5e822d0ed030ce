/** Safari has no such thing: there it waits for a moment. */
const WITHOUT_IDLE = 2_000
const AT_LAST = 10_000

/** Runs once the page stands and has nothing better to do. Returns how to call it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: AT_LAST })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, WITHOUT_IDLE)
  return () => clearTimeout(timer)
}

/** How long a page is left to those who came to it. */
const SETTLED = 10_000

/** Runs when the page has stood for a while: for what takes long and no one waits for. Returns how to call it off. */
export function whenSettled(run: () => void): () => void {
  let callOff = (): void => clearTimeout(timer)
  const timer = setTimeout(() => (callOff = whenIdle(run)), SETTLED)
  return () => callOff()
}
