import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openBareDatabase } from '../../testing/bare-database.ts'
import { systemClock } from '../../kit/clock.ts'
import { silentLog } from '../../kit/log.ts'
import type { Database } from '../../kit/sql.ts'
import { beOneListener } from './one-listener.ts'
import { realTime } from './real-time.ts'

let database: Database
const ending: AbortController[] = []
const running: Promise<void>[] = []
beforeEach(async () => {
  database = await openBareDatabase()
})
afterEach(async () => {
  for (const each of ending.splice(0)) each.abort()
  await Promise.all(running.splice(0))
  await database.close()
})

/** Time as it passes, and how often someone slept: between two tries. */
function countedTime() {
  const real = realTime(systemClock)
  const time = {
    sleeps: 0,
    now: () => real.now(),
    sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
      time.sleeps += 1
      return real.sleep(milliseconds, signal)
    },
  }
  return time
}

/** A process that would listen; what it did is in `log`. */
function stand(name: string, log: string[], work?: (signal: AbortSignal) => Promise<void>) {
  const end = new AbortController()
  ending.push(end)
  const time = countedTime()
  const options = { databaseUrl: database.url, log: silentLog, time, tryEvery: 20 }
  const run = beOneListener(options, end.signal, async (signal) => {
    log.push(`${name} begins`)
    await work?.(signal)
    if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    log.push(`${name} ends`)
  })
  running.push(run)
  return { end: () => end.abort(), ended: run, countSleeps: () => time.sleeps }
}

it('one listens at a time, and another takes over when it ends', async () => {
  const log: string[] = []
  const first = stand('first', log)
  await expect.poll(() => log).toEqual(['first begins'])
  const second = stand('second', log)
  // It has tried, and was refused.
  await expect.poll(second.countSleeps).toBeGreaterThan(2)
  expect(log).toEqual(['first begins'])
  first.end()
  await first.ended
  await expect.poll(() => log).toEqual(['first begins', 'first ends', 'second begins'])
  second.end()
  await second.ended
  expect(log.at(-1)).toBe('second ends')
})

it('whoever loses its connection stops, and listens again when it can', async () => {
  const log: string[] = []
  stand('first', log)
  await expect.poll(() => log).toEqual(['first begins'])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'echolot listener'`.execute(
    database.db,
  )
  await expect.poll(() => log).toEqual(['first begins', 'first ends', 'first begins'])
})

it('work that fails is begun again', async () => {
  const log: string[] = []
  let failures = 2
  stand('first', log, async () => {
    if (failures-- > 0) throw new Error('broken')
  })
  await expect.poll(() => log).toEqual(['first begins', 'first begins', 'first begins'])
})

it('a database that is not there is waited for', async () => {
  const end = new AbortController()
  const time = countedTime()
  const run = beOneListener(
    { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', log: silentLog, time, tryEvery: 20 },
    end.signal,
    async () => {},
  )
  await expect.poll(() => time.sleeps).toBeGreaterThan(2)
  end.abort()
  await run
})
