/**
 * Of all processes that could do some work, one does it. Anyone who holds an advisory lock of the database works; when its process or its connection ends,
 * PostgreSQL lets go of the lock, and another takes over.
 */
import { once } from 'node:events'
import pg from 'pg'
import { tryHoldLockQuery, type Lock } from './locks.ts'
import type { Log } from './log.ts'

/** Milliseconds between two tries. */
const TRY_EVERY = 2_000

export interface OneProcessOptions {
  databaseUrl: string
  log: Log
  lock: Lock
  /** What it does, in the log and as the name of its connection: `echolot listener`. */
  name: string
  /** Ends early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  tryEvery?: number
}

/**
 * Does the work while this process is the one, again and again, until the signal aborts. The work's own signal aborts too
 * when the lock is lost; it is then awaited before anything else is tried.
 */
export async function beOneProcess(
  { databaseUrl, log, lock, name, sleep, tryEvery = TRY_EVERY }: OneProcessOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: `echolot ${name}`,
      keepAlive: true,
    })
    const lost = new AbortController()
    const gone = once(client, 'end').then(
      () => lost.abort(),
      () => lost.abort(),
    )
    client.on('error', () => lost.abort())
    try {
      await client.connect()
      while (!signal.aborted && !lost.signal.aborted && !(await tryHold(client, lock)))
        await sleep(tryEvery, AbortSignal.any([signal, lost.signal]))
      if (!signal.aborted && !lost.signal.aborted) {
        log.info({ part: name }, 'this process is the one')
        await work(AbortSignal.any([signal, lost.signal]))
        if (lost.signal.aborted && !signal.aborted) log.warn({ part: name }, 'the lock is lost, trying to get it again')
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ part: name, error: (error as Error).message }, 'the work broke off, trying again')
      lost.abort()
    } finally {
      await client.end().catch(() => {})
      await gone
    }
    if (!signal.aborted) await sleep(tryEvery, signal)
  }
}

async function tryHold(client: pg.Client, lock: Lock): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(tryHoldLockQuery(...lock))
  return rows[0]?.taken ?? false
}
