/**
 * The whole service as a process of its own, with a PostgreSQL that is restarted and crashes and a process that is killed while
 * people ask, a feed is open and letters leave: it lives on, refuses only for a while, counts what comes for the feed, and sends
 * every letter once.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lawRuns } from '../../tools/law-runs.ts'
import { startPostgres, type RunningPostgres } from '../../tools/postgres.ts'
import type { FeedUpdate } from '../../contract/reading/feed-updates.ts'
import { features } from '../features.ts'
import { createAccount } from '../features/people/accounts/accounts.public.ts'
import { DAY, systemClock } from '../kit/clock.ts'
import { hooksOf } from '../kit/feature.ts'
import { postLetter } from '../kit/mail/post-letter.ts'
import { openSmtpSimulator, type SmtpSimulator } from '../kit/mail/smtp.simulator.ts'
import { pause } from '../kit/pause.ts'
import { isAway, openDatabase, type Database } from '../kit/sql.ts'

/** Of each kind of fault. */
const ROUNDS = lawRuns(1)
/** Letters at a time that are neither sent nor given up. */
const MOST_WAITING = 40

let folder: string
let postgresPort: number
let postgres: RunningPostgres
let database: Database
let smtp: SmtpSimulator
let server: ChildProcess
let address: string
let killed: string[] = []

beforeAll(async () => {
  // PostgreSQL's own user has to get to it.
  folder = await mkdtemp(join(tmpdir(), 'echolot-faults-'))
  postgresPort = await freePort()
  await startDatabase()
  database = openDatabase(postgres.url, { connections: 2 })
  smtp = await openSmtpSimulator({ user: 'echolot', password: 'right' })
  address = `http://127.0.0.1:${await freePort()}`
  await startServer()
})
afterAll(async () => {
  server.kill('SIGKILL')
  await smtp.close()
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true })
})

/** What is acknowledged is written, though not synced: processes are killed here, and no machine loses its power. */
async function startDatabase(): Promise<void> {
  const settings = { fsync: 'off', shared_buffers: '64MB' }
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), port: postgresPort, settings })
}

async function startServer(): Promise<void> {
  server = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: postgres.url,
      PORT: new URL(address).port,
      HOST: '127.0.0.1',
      DEMO: 'off',
      MADE_UP_NETWORK: 'on',
      MADE_UP_PER_MINUTE: '300',
      LOG_LEVEL: 'silent',
      SMTP_URL: smtp.url,
      SMTP_REQUIRE_TLS: 'off',
      MAIL_FROM: 'noreply@echolot.example',
    },
  })
  await untilHealthy()
}

async function untilHealthy(): Promise<void> {
  while (!(await isHealthy())) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await pause(50)
  }
}

const isHealthy = async (): Promise<boolean> => (await fetch(`${address}/healthz`).catch(() => null))?.ok ?? false

/** At once, as an administrator does it: open transactions end, everybody is sent away. */
async function restartDatabase(): Promise<void> {
  await postgres.stop()
  await startDatabase()
}

/** One of its processes dies, and PostgreSQL throws everybody out and recovers. */
async function crashDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  process.kill(rows[0]!.pid, 'SIGKILL')
  await ended
}

async function killServer(): Promise<void> {
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
  const { rows } = await database.pool.query<{ id: string }>('select id from job_workers')
  killed = rows.map(({ id }) => id)
  await startServer()
}

/** A feed of all categories in a browser that reconnects by itself, as the web does. */
async function openFeed() {
  const account = {
    email: 'mark@example.ru',
    password: null,
    username: 'mark',
    timeZone: 'Europe/Moscow',
    roles: ['moderator' as const],
  }
  const { token, filterId } = await database.db.transaction().execute(async (tx) => {
    const userId = await createAccount(tx, { clock: systemClock, hooks: hooksOf(features) }, account)
    const token = randomBytes(32).toString('base64url')
    const now = systemClock.now()
    await tx
      .insertInto('sessions')
      .values({
        userId,
        tokenHash: createHash('sha256').update(token).digest(),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + DAY),
        ip: '127.0.0.1',
        userAgent: 'test',
      })
      .execute()
    const filter = await tx.selectFrom('filters').select('id').where('userId', '=', userId).executeTakeFirstOrThrow()
    return { token, filterId: filter.id }
  })
  const connect = () => {
    const socket = io(address, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
      extraHeaders: { cookie: `echolot=${token}` },
    })
    /** What came above `since`, by the database. */
    const listen = async (since: number): Promise<FeedUpdate | null> => {
      const input = { filters: [{ filterId, since }] }
      const answer = (await socket
        .timeout(5_000)
        .emitWithAck('call', { name: 'feed.setFeedListener', input })
        .catch(() => null)) as { result?: { updates: FeedUpdate[] } } | null
      return answer?.result?.updates[0] ?? null
    }
    return { socket, listen }
  }
  const { socket, listen } = connect()
  const counted = { count: 0, upTo: 0, signals: 0 }
  socket.on('feed.updates', ({ count, since, seqId }: FeedUpdate) => {
    // A signal that leaves something out, or tells of something twice, makes the count wrong from here on.
    if (since !== counted.upTo) return
    counted.count += count
    counted.upTo = seqId
    counted.signals += 1
  })
  socket.on('connect', async () => {
    const known = await listen(counted.upTo)
    if (!known) return void socket.disconnect().connect()
    counted.count += known.count
    counted.upTo = known.seqId
  })
  // The server was without its database at that moment: the library takes that for final.
  socket.on('connect_error', () => void (!socket.active && setTimeout(() => socket.connect(), 100)))
  return {
    counted,
    /** As another browser of the person counts that is opened now. */
    async countAgain(): Promise<number> {
      const other = connect()
      const known = await other.listen(0)
      other.socket.disconnect()
      return known?.count ?? -1
    },
    close: () => socket.disconnect(),
  }
}

it('lives on, refuses only for a while, counts for open feeds, and sends every letter once', async () => {
  const feed = await openFeed()
  const ending = new AbortController()
  const statuses = new Set<number>()
  const posted = new Set<string>()
  const load = [
    ...Array.from({ length: 3 }, async () => {
      while (!ending.signal.aborted) {
        const response = await fetch(`${address}/api/tariff/list`).catch(() => null)
        if (response) statuses.add(response.status)
        await response?.arrayBuffer().catch(() => null)
        await pause(50)
      }
    }),
    (async () => {
      for (let n = 0; !ending.signal.aborted; n += 1) {
        if (await post(`reader${n}@example.ru`)) posted.add(`reader${n}@example.ru`)
        // A busy machine sends more slowly: at the end no more must be left than leaves while it is waited for.
        while (!ending.signal.aborted && (await countWaiting().catch(() => 0)) > MOST_WAITING) await pause(200)
      }
    })(),
  ]
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [fault, kills] of [
        [restartDatabase, false],
        [crashDatabase, false],
        [killServer, true],
      ] as const) {
        const before = server
        const [letters, signals] = [posted.size, feed.counted.signals]
        await expect.poll(() => posted.size).toBeGreaterThan(letters + 5)
        await expect.poll(() => feed.counted.signals).toBeGreaterThan(signals)
        await fault()
        await untilHealthy()
        expect([fault.name, before.exitCode, before.signalCode]).toEqual([fault.name, null, kills ? 'SIGKILL' : null])
      }
    }
  } finally {
    ending.abort()
    await Promise.all(load)
  }
  await expect.poll(async () => (await feed.countAgain()) - feed.counted.count).toBe(0)
  expect(feed.counted.count).toBeGreaterThan(0)
  feed.close()
  await expect.poll(waiting).toBe(0)
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  const delivered = smtp.delivered.flatMap(({ to }) => to)
  expect(new Set(delivered).size).toBe(delivered.length)
  const { rows } = await database.pool.query<{ recipient: string }>(
    `select recipient from letters where error like 'handed over%'`,
  )
  const unknown = new Set(rows.map(({ recipient }) => recipient))
  expect([...posted].filter((recipient) => !delivered.includes(recipient) && !unknown.has(recipient))).toEqual([])
})

/** Whether it was acknowledged. */
async function post(recipient: string): Promise<boolean> {
  const letter = { subject: 'Код', title: 'Код', paragraphs: ['Введите код.'] }
  try {
    await database.db.transaction().execute((tx) => postLetter(tx, systemClock, recipient, letter))
    // Not faster than letters leave: three at once.
    await pause(80)
    return true
  } catch (error) {
    if (!isAway(error)) throw error
    await pause(100)
    return false
  }
}

/** Letters that are neither sent nor given up, half a minute and more after the last kill: by then what killed workers had begun is taken over. */
async function waiting(): Promise<number> {
  await database.pool.query(
    `update job_workers set since = since - interval '1 minute',
       seen_at = seen_at - case when id = any($1) then interval '1 minute' else interval '0' end`,
    [killed],
  )
  return countWaiting()
}

async function countWaiting(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*) from letters where sent_at is null and failed_at is null`,
  )
  return rows[0]?.count ?? 0
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => void probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
