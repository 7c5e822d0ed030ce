/**
 * Messages between processes, over PostgreSQL's LISTEN and NOTIFY: they leave with the transaction that sends them, or not
 * at all. They carry ids, never contents; anyone who listens reads what it needs.
 */
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'
import type { DbOrTx } from './sql.ts'

/** Every feature adds the messages it publishes, beside itself, by declaration merging. */
export interface BusMessages {
  /** Messages may have been missed: anyone who keeps a copy of something reads it again. Never published, only heard. */
  'bus.reconnected': Record<string, never>
}

const CHANNEL = 'echolot'

export async function publish<Name extends keyof BusMessages>(
  db: DbOrTx,
  name: Name,
  payload: BusMessages[Name],
): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${written(name, payload)})`.execute(db)
}

/** Many of one name, in one round trip. */
export async function publishEach<Name extends keyof BusMessages>(
  db: DbOrTx,
  name: Name,
  payloads: BusMessages[Name][],
): Promise<void> {
  if (payloads.length === 0) return
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads.map((each) => written(name, each))}::text[]) as payload`.execute(
    db,
  )
}

/** The same as a query of its own, for a transaction on a bare connection. */
export function publishQuery<Name extends keyof BusMessages>(
  name: Name,
  payload: BusMessages[Name],
): { text: string; values: string[] } {
  return { text: 'select pg_notify($1, $2)', values: [CHANNEL, written(name, payload)] }
}

/** And many of one name. */
export function publishEachQuery<Name extends keyof BusMessages>(
  name: Name,
  payloads: BusMessages[Name][],
): { text: string; values: unknown[] } {
  return {
    text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
    values: [CHANNEL, payloads.map((each) => written(name, each))],
  }
}

/** As many ids as fit into one message: PostgreSQL takes less than 8000 bytes. */
const IDS_IN_MESSAGE = 400

/** Lists have no bound, messages have: one message for each portion. */
export function inPortions(ids: readonly number[]): number[][] {
  const portions = Math.ceil(ids.length / IDS_IN_MESSAGE)
  return Array.from({ length: portions }, (_, portion) =>
    ids.slice(portion * IDS_IN_MESSAGE, (portion + 1) * IDS_IN_MESSAGE),
  )
}

const written = <Name extends keyof BusMessages>(name: Name, payload: BusMessages[Name]): string =>
  JSON.stringify([name, payload])

export interface Bus {
  on<Name extends keyof BusMessages>(name: Name, listener: (payload: BusMessages[Name]) => void): () => void
  close(): Promise<void>
}

export interface OpenBus extends Bus {
  /** When it resolves, all that was published before, wherever, has been heard here. Fails while the connection is lost. */
  catchUp(): Promise<void>
}

export async function openBus(databaseUrl: string, log: Log): Promise<OpenBus> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let closed = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: databaseUrl, application_name: 'echolot bus', keepAlive: true })
    fresh.on('error', () => {})
    fresh.on('end', () => {
      if (closed || client !== fresh) return
      client = null
      log.warn('the bus lost its connection, trying again')
      retry()
    })
    fresh.on('notification', ({ payload }) => {
      const [name, body] = JSON.parse(payload ?? '[]') as [string, unknown]
      emitter.emit(name, body)
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
    } catch (error) {
      void fresh.end().catch(() => {})
      throw error
    }
    client = fresh
  }
  function retry(): void {
    timer = setTimeout(() => {
      connect().then(
        () => {
          log.info('the bus has its connection again')
          emitter.emit('bus.reconnected', {})
        },
        () => (closed ? undefined : retry()),
      )
    }, 1000)
  }

  await connect()
  return {
    on(name, listener) {
      emitter.on(name, listener)
      return () => emitter.off(name, listener)
    },
    async catchUp() {
      if (!client) throw new Error('the bus has no connection')
      // The database keeps the order: this comes back after everything that was committed before it.
      const returned = `caught up ${randomUUID()}`
      const heard = once(emitter, returned)
      await client.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify([returned, {}])])
      await heard
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
