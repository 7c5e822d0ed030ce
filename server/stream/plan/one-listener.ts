/**
 * Of all processes that could, one listens to the networks: their limits are for all of us together. Anyone who holds an advisory
 * lock of the database listens; when its process or its connection ends, PostgreSQL lets go of the lock, and another takes over.
 */
import { once } from 'node:events'
import pg from 'pg'
import type { Log } from '../../kit/log.ts'
import type { Time } from '../receive/shared/adapter.ts'
import { tryHoldLockQuery } from '../../kit/locks.ts'

/** Milliseconds between two tries. */
const TRY_EVERY = 2_000

export interface OneListenerOptions {
  databaseUrl: string
  log: Log
  time: Time
  tryEvery?: number
}

/**
 * Does the work while this process is the one, again and again, until the signal aborts. The work's own signal aborts too
 * when the lock is lost; it is then awaited before anything else is tried.
 */
export async function beOneListener(
  { databaseUrl, log, time, tryEvery = TRY_EVERY }: OneListenerOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'echolot listener',
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
      while (!signal.aborted && !lost.signal.aborted && !(await tryListen(client)))
        await time.sleep(tryEvery, AbortSignal.any([signal, lost.signal]))
      if (!signal.aborted && !lost.signal.aborted) {
        log.info('this process listens to the networks')
        await work(AbortSignal.any([signal, lost.signal]))
        if (lost.signal.aborted && !signal.aborted) log.warn('the lock of the listener is lost, trying to get it again')
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ error: (error as Error).message }, 'listening broke off, trying again')
      lost.abort()
    } finally {
      await client.end().catch(() => {})
      await gone
    }
    if (!signal.aborted) await time.sleep(tryEvery, signal)
  }
}

async function tryListen(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(tryHoldLockQuery('listening to the networks'))
  return rows[0]?.taken ?? false
}
