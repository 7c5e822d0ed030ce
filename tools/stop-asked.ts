export type StopAsked = { promise: Promise<void>; already(): boolean }

// Ctrl-C, SIGTERM, a closed terminal, or a killed parent: all ask us to stop in order.
// An impatient second Ctrl-C ends at once; the database then stops by itself, and starts again.
export function stopAsked(): StopAsked {
  let askedAt = 0
  const promise = new Promise<void>((resolve) => {
    const ask = () => {
      // A terminal's Ctrl-C comes twice within a moment: from the terminal and through npm.
      if (askedAt && Date.now() - askedAt > 1_000) process.exit(1)
      askedAt ||= Date.now()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
    const parent = process.ppid
    setInterval(() => {
      if (process.ppid !== parent && !askedAt) ask()
    }, 500).unref()
  })
  return { promise, already: () => askedAt > 0 }
}
