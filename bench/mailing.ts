/**
 * A mailing to many over a mail server of this machine, which refuses some, is slow to take others and goes away in the midst of answers, while the process that
 * sends is killed and the mailing paused: is each sent to once, how many letters a second, how much memory?
 *
 *   npm run bench:mailing -- [--people 100000] [--kills 8] [--pauses 4]
 */
import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { listRecipients } from '../server/features/office/mailings/recipients.ts'
import { systemClock } from '../server/kit/clock.ts'
import { pause } from '../server/kit/pause.ts'
import type { Db } from '../server/kit/sql.ts'
import { startPostgres } from '../tools/postgres.ts'
import { openHouse } from './house.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '8' },
    pauses: { type: 'string', default: '4' },
  },
})
const [people, kills, pauses] = [values.people, values.kills, values.pauses].map(Number) as [number, number, number]
const number = (value: number): string => Math.round(value).toLocaleString('en')
const domains = ['mail.ru', 'yandex.ru', 'gmail.com', 'outlook.com', 'corp.example']

/** Per thousand letters. */
const LATER = 20
const DEAD = 10
const LOST_ANSWER = 2
const LOST_LETTER = 2

const taken = new Map<string, number>()
let letters = 0
const recipients = new Map<string, string>()

async function openServer(): Promise<SMTPServer> {
  const refused = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, session, done) {
      letters += 1
      recipients.set(session.id, address)
      // By their number, so that those who are dead stay so; spread out, as a mailing stops of which many come back.
      if ((Number(/\d+/.exec(address)?.[0]) * 389) % 1000 < DEAD) return done(refused(550, '5.1.1 no such user'))
      done(letters % 1000 < LATER ? refused(451, '4.3.0 try again later') : undefined)
    },
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        const turn = letters % 1000
        if (turn >= 100 && turn < 100 + LOST_LETTER) return cutOff(server, session)
        const email = recipients.get(session.id) ?? ''
        taken.set(email, (taken.get(email) ?? 0) + 1)
        if (turn >= 200 && turn < 200 + LOST_ANSWER) return cutOff(server, session)
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return server
}

function cutOff(server: SMTPServer, { id }: SMTPServerSession): void {
  const { connections } = server as unknown as { connections: Iterable<{ id: string; _socket: { destroy(): void } }> }
  for (const connection of connections) if (connection.id === id) connection._socket.destroy()
}

let highest = 0
/** The most it ever held, in MB. */
function noteMemory({ pid }: ChildProcess): void {
  try {
    const held = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    highest = Math.max(highest, Number(held ?? 0) / 1024)
  } catch {
    // It is gone already.
  }
}

const openProcess = (databaseUrl: string, port: number): ChildProcess =>
  fork(new URL('mailing-process.ts', import.meta.url), {
    stdio: 'inherit',
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      NODE_ENV: 'test',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      SMTP_REQUIRE_TLS: 'off',
      MAILING_CONNECTIONS: '15',
      MAILING_RETURN_DOMAIN: 'news.echolot.example',
    },
  })

async function kill(child: ChildProcess): Promise<void> {
  noteMemory(child)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function makeMailing(db: Db): Promise<number> {
  const now = systemClock.now()
  await sql`
    insert into users (email, username, created_at)
    select 'reader' || n || '@' || (${domains}::text[])[1 + n % 5], 'Reader ' || n, ${now}
    from generate_series(1, ${people}::int) as n`.execute(db)
  await db.updateTable('users').set({ emailApprove: true }).execute()
  await db.executeQuery(sql`analyze`.compile(db))
  const { id } = await db
    .insertInto('mailings')
    .values({
      type: 'info',
      recGroup: 'all',
      subject: 'Новости, {{имя|друг}}',
      body: 'Здравствуйте, {{имя|друг}}!\n\nТеперь слушаем **ещё одну сеть**: [подробности](https://echolot.ru/news).\n\n[[В ленту]](https://echolot.ru/feed)',
      status: 'waiting',
      sendAt: now,
      listedAt: now,
      expected: people,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const from = performance.now()
  const listed = await db
    .transaction()
    .execute((tx) => listRecipients(tx, id, { type: 'info', group: 'all', addresses: [] }, now))
  console.log(`${number(listed)} recipients listed in ${number(performance.now() - from)} ms`)
  return id
}

const postgres = await startPostgres({ ephemeral: true })
const server = await openServer()
let child: ChildProcess | null = null
try {
  const { port } = server.server.address() as AddressInfo
  const house = await openHouse(postgres.url, 'bench_mailing')
  const { db } = house
  const id = await makeMailing(db)
  const set = (status: string) =>
    db.updateTable('mailings').set({ status, trouble: null }).where('id', '=', id).execute()
  const statusOf = async () =>
    (await db.selectFrom('mailings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  const from = performance.now()
  let [killed, paused, stood] = [0, 0, 0]
  child = openProcess(house.config.databaseUrl, port)
  while ((await statusOf()) !== 'completed') {
    await pause(250)
    noteMemory(child)
    // What is to be tried again in five minutes is tried again now.
    await sql`update mailing_recipients set due_at = now() where state = 'wait' and due_at > now()`.execute(db)
    if (killed < kills && letters > ((killed + 1) * people) / (kills + 1)) {
      killed += 1
      await kill(child)
      child = openProcess(house.config.databaseUrl, port)
    } else if (paused < pauses && letters > ((paused + 0.5) * people) / (pauses + 1)) {
      paused += 1
      await set('paused')
      await pause(1_000)
      stood += 1_000
      await set('active')
    } else if ((await statusOf()) === 'paused') await set('active')
  }
  const took = performance.now() - from
  await kill(child)
  child = null
  const rows = await db.selectFrom('mailingRecipients').select(['email', 'state']).where('mailingId', '=', id).execute()
  const wrong = rows.filter(({ email, state }) => {
    const times = taken.get(email ?? '') ?? 0
    return state === 'sent' ? times !== 1 : state === 'unknown' ? times > 1 : state !== 'bounced' || times > 0
  })
  const states = Map.groupBy(rows, ({ state }) => state)
  console.log(
    `${number(rows.length)} recipients: ${[...states].map(([state, of]) => `${number(of.length)} ${state}`).join(', ')}; ` +
      `${killed} kills, ${paused} pauses; ${wrong.length} sent to twice, or not at all, or recorded otherwise than they are`,
  )
  const sending = (took - stood) / 1_000
  console.log(
    `${number(taken.size / sending)} letters a second in ${number(sending)} s, starts after kills among them; the process held ${number(highest)} MB at most`,
  )
  if (wrong.length > 0) process.exitCode = 1
  await house.close()
} finally {
  if (child) await kill(child)
  server.close()
  await postgres.stop()
}
