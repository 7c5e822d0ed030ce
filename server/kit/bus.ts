/**
 * Notices between processes, over PostgreSQL's LISTEN and NOTIFY: they leave with the transaction that sends them, or not
 * at all. They carry ids, never contents; whoever listens reads what it needs.
 */
import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import type { CodeFlag } from '../../contract/verification.ts'
import type { Log } from './log.ts'
import type { DbOrTx } from './sql.ts'

export interface Notices {
  /** Feed items up to this seqId are stored. */
  'feed.stored': { upTo: number }
  /** What a category, project or groupset looks for has changed, or it is gone. */
  'standing-query.changed': { productType: string; productId: number }
  /** A saved filter asks for something else, is seen by others, or is gone. */
  'filter.changed': { filterId: number }
  /** The feed learnt from marks of this person, or forgot them; `changed`: other messages are hidden than before. */
  'learned.changed': { userId: number; changed: boolean }
  /** These people see another list of filters than before; the socket that asked for it knows already. */
  'filters.changed': { userIds: number[]; exceptSocket: string | null }
  /**
   * Something about a message has changed: what these people, or, with null, everybody may know of it. `left`: a product whose
   * readers see it there no more. `edited`: its text is another one.
   */
  'message.changed': {
    messageId: number
    userIds: number[] | null
    edited?: boolean
    left?: { productType: string; productId: number }
  }
  /** An author came on this person's black list, or left it. */
  'author.listed': { userId: number; authorId: number }
  /** A file that this person ordered is further, ready, or will not be. */
  'export.changed': { userId: number; exportId: number }
  /** A project of this person was saved, or its search is further. */
  'project.changed': { userId: number; projectId: number }
  /** Links that this person pasted are further. */
  'addition.changed': { userId: number; additionId: number }
  /** His list of groups changed in another way; the socket that asked for it knows already. */
  'groups.changed': { userId: number; exceptSocket: string | null }
  /** Links wait to be looked up, or groups were added or taken off. */
  'watch.changed': Record<string, never>
  /** This person entered a code in one of his browsers. */
  'code.tried': { userId: number; purpose: 'email' | 'phone'; flag: CodeFlag }
  /** What a person may see has changed. */
  'scope.changed': { userId: number }
  'session.ended': { sessionIds: number[] }
  /** Notices may have been missed: whoever keeps a copy of something reads it anew. Never sent, only heard. */
  'bus.reconnected': Record<string, never>
}

const CHANNEL = 'echolot'

export async function notify<Name extends keyof Notices>(
  db: DbOrTx,
  name: Name,
  payload: Notices[Name],
): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${written(name, payload)})`.execute(db)
}

/** Many of one name, in one round trip. */
export async function notifyOfEach<Name extends keyof Notices>(
  db: DbOrTx,
  name: Name,
  payloads: Notices[Name][],
): Promise<void> {
  if (payloads.length === 0) return
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads.map((each) => written(name, each))}::text[]) as payload`.execute(
    db,
  )
}

/** The same as a query of its own, for a transaction on a bare connection. */
export function noticeQuery<Name extends keyof Notices>(
  name: Name,
  payload: Notices[Name],
): { text: string; values: string[] } {
  return { text: 'select pg_notify($1, $2)', values: [CHANNEL, written(name, payload)] }
}

const written = <Name extends keyof Notices>(name: Name, payload: Notices[Name]): string =>
  JSON.stringify([name, payload])

export interface Bus {
  on<Name extends keyof Notices>(name: Name, listener: (payload: Notices[Name]) => void): () => void
  close(): Promise<void>
}

export async function openBus(databaseUrl: string, log: Log): Promise<Bus> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let closed = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: databaseUrl, application_name: 'echolot bus', keepAlive: true })
    fresh.on('error', () => {})
    fresh.on('end', () => {
      if (!closed && client === fresh) retry()
    })
    fresh.on('notification', ({ payload }) => {
      const [name, body] = JSON.parse(payload ?? '[]') as [string, unknown]
      emitter.emit(name, body)
    })
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    client = fresh
  }
  function retry(): void {
    client = null
    log.warn('the bus lost its connection, trying again')
    timer = setTimeout(() => {
      connect().then(
        () => emitter.emit('bus.reconnected', {}),
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
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
