/**
 * Many people who are notified of what comes: what it costs to find whom a message may concern, how long after it was received it is handed to a channel, how many
 * notices a second are sent, and what the engine keeps in memory. The stream and the engine run in this process; the channel takes everything at once.
 *
 *   npm run bench:notices -- [--people 10000] [--rate 1000] [--seconds 10] [--wait 120] [--stored] [--alarms]
 *
 * Everyone has three filters (everything, hot ones, two words of their own) of one to three categories, and is notified of each at once, in a chat: the first notice
 * of each filter is due at once, and its delay counts; those after it wait for their minute. `--wait`: seconds after which it prints how far it came.
 * `--stored`: no one is notified before everything is stored; so only notifying is measured, by the processor it took, which a busy machine does not change much.
 * `--alarms`: also what it costs to look for silent filters and for those with much more than usual, of everyone.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { emptyFilter } from '../contract/reading/filters.ts'
import { lookForSilence, lookForSpikes } from '../server/features/reach/notices/alarms/filter-alarms.ts'
import { fakeChannels } from '../server/features/reach/notices/channels/fake.samples.ts'
import { Outbox } from '../server/features/reach/notices/outbox/outbox.ts'
import { NoticeEngine } from '../server/features/reach/notices/notifying/engine.ts'
import { metrics } from '../server/kit/metrics.ts'
import { runSource } from '../server/stream/pipeline.ts'
import { startPostgres } from '../tools/postgres.ts'
import { openHouse, type House } from './house.ts'
import { evenly } from './stream-latency.ts'
import { mixForLatency } from './stream-messages.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
    wait: { type: 'string', default: '120' },
    stored: { type: 'boolean', default: false },
    alarms: { type: 'boolean', default: false },
  },
})
const [people, rate, seconds] = [values.people, values.rate, values.seconds].map(Number) as [number, number, number]

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void
const heap = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
const number = (value: number): string => Math.round(value).toLocaleString('en')

/** Words of which people ask for two each. */
const words = ['свадьба', 'школа', 'ремонт', 'дети', 'вечер', 'срочно', 'недорого', 'москва', 'выходные', 'подарок']

async function makePeople({ db, clock }: House): Promise<void> {
  const now = clock.now()
  const ends = new Date(now.getTime() + 86_400_000)
  await sql`
    insert into users (email, username, time_zone, created_at)
    select 'told' || n || '@example.ru', 'told ' || n, 'Europe/Moscow', ${now} from generate_series(1, ${people}::int) as n`.execute(
    db,
  )
  const recipients = sql`(select id, row_number() over (order by id) as n from users where email like 'told%@example.ru') as u`
  const categories = sql`(select id, row_number() over (order by id) - 1 as place, count(*) over () as count from categories) as c`
  await sql`
    insert into subscriptions (user_id, product_type, product_id, tariff_type, starts_at, expires_at)
    select u.id, 'category', c.id, 'regular', ${now}, ${ends} from ${recipients} join ${categories}
      on (c.place - u.n + 3 * c.count) % c.count <= u.n % 3 and (c.place - u.n + 3 * c.count) % c.count >= 0`.execute(
    db,
  )
  const fields = (more: object): string => JSON.stringify({ ...emptyFilter, ...more })
  const [everything, hot] = [fields({}), fields({ intent: 'hot' })]
  await sql`
    insert into filters (user_id, name, is_default, fields, created_at)
    select u.id, 'Дефолтная', true, ${everything}::jsonb, ${now}::timestamptz from ${recipients}
    union all select u.id, 'Горячие', false, ${hot}::jsonb, ${now} from ${recipients}
    union all select u.id, 'Свои слова', false, ${everything}::jsonb || jsonb_build_object('includedWords', jsonb_build_array(
      (${words}::text[])[1 + u.n % 10], (${words}::text[])[1 + (u.n / 10) % 10])), ${now} from ${recipients}`.execute(
    db,
  )
  await sql`
    insert into notice_rules (user_id, filter_id, channel, mode, hour, weekdays, level, smallest, updated_at)
    select f.user_id, f.id, 'telegram', 'now', 9, '{1,2,3,4,5,6,7}', 'cold', 1, ${now} from filters f join ${recipients} on u.id = f.user_id`.execute(
    db,
  )
  await sql`
    insert into notice_preferences (user_id, ceiling, alarms) select u.id, 60, '{}' from ${recipients}`.execute(db)
  await sql`
    insert into notice_addresses (user_id, channel, address_key, address, title, created_at)
    select u.id, 'telegram', u.id::text, '{}', 'chat', ${now} from ${recipients}`.execute(db)
  await db.executeQuery(sql`analyze`.compile(db))
}

/** Is there anything to look at, to write or to send by now? */
async function isDue({ db, clock }: House): Promise<boolean> {
  const now = clock.now()
  const { rows } = await sql<{ due: boolean }>`
    select (select coalesce(max(seq_id), 0) from feed_items) > (select coalesce(max(up_to), 0) from notice_cursors where name = 'feed')
      or exists (select from notice_states where due_at <= ${now})
      or exists (select from notice_deliveries where state = 'waiting' and next_at <= ${now}) as due`.execute(db)
  return rows[0]?.due ?? false
}

/** Seconds of the processor that the database server took so far, of Linux; null: not known. */
async function postgresSeconds({ db }: House): Promise<number | null> {
  const { rows } = await sql<{ dataDirectory: string }>`show data_directory`.execute(db)
  if (!existsSync('/proc/self/stat')) return null
  const server = Number(readFileSync(`${rows[0]?.dataDirectory}/postmaster.pid`, 'utf8').split('\n')[0])
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = readStat(pid)
    const [own, ended] = [(fields[11] ?? 0) + (fields[12] ?? 0), (fields[13] ?? 0) + (fields[14] ?? 0)]
    if (Number(pid) === server) ticks += own + ended
    else if (fields[1] === server) ticks += own
  }
  return ticks / 100
}

/** What stands behind the name of a process in brackets: its state, its parent …; nothing of one that has ended. */
function readStat(pid: string): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}

async function measureAlarms(house: House): Promise<void> {
  for (const look of [lookForSilence, lookForSpikes]) {
    const [cpuBefore, databaseBefore, startedAt] = [process.cpuUsage(), await postgresSeconds(house), performance.now()]
    const alarms = await look(house)
    const took = performance.now() - startedAt
    const { user, system } = process.cpuUsage(cpuBefore)
    const ofDatabase = ((await postgresSeconds(house)) ?? 0) - (databaseBefore ?? 0)
    const each = (cpuSeconds: number): string => ((cpuSeconds * 1_000) / people).toFixed(2)
    console.log(
      `${look.name} of ${number(people)} people: ${number(took / 1_000)} s, ${number(alarms)} alarms; ` +
        `processor for each person ${each((user + system) / 1e6)} ms of this process, ${each(ofDatabase)} ms of the database`,
    )
  }
}

const postgres = await startPostgres({ ephemeral: true })
try {
  const house = await openHouse(postgres.url, 'bench_notices')
  const make = await mixForLatency(house.standingQueries)
  await makePeople(house)
  const over = fakeChannels()
  const first = new Map<string, number>()
  const delays: number[] = []
  let handed = 0
  let messages = 0
  over.answer = ({ recipient, notice }) => {
    handed += 1
    messages += notice.count
    const key = `${recipient.userId} ${notice.filter?.id}`
    if (!first.has(key)) {
      first.set(key, 1)
      const oldest = Math.min(...notice.messages.map(({ publishedAt }) => publishedAt.getTime()))
      delays.push(house.clock.now().getTime() - oldest)
    }
    return { state: 'sent' }
  }
  const before = heap()
  const engine = new NoticeEngine(house, over)
  const outbox = new Outbox(house, over)
  const startedAt = performance.now()
  await engine.work()
  const { people: known, questions } = engine.size
  console.log(
    `${number(known)} people in memory after ${number(performance.now() - startedAt)} ms: ` +
      `${number(questions)} questions for ${number(people * 3)} filters, ${number((heap() - before) / 1024 ** 2)} MB, ${number((heap() - before) / Math.max(1, known) / 1024)} KB for each`,
  )

  const ending = new AbortController()
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (!ending.signal.aborted) {
      await work()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const begin = (): Promise<unknown> =>
    Promise.all([repeat(() => engine.work(ending.signal)), repeat(() => outbox.work('telegram', ending.signal))])
  let working = values.stored ? Promise.resolve<unknown>(null) : begin()
  const { source } = evenly(house, 'told', make, rate, seconds)
  let [from, cpu] = [performance.now(), process.cpuUsage()]
  await runSource(house, source, new AbortController().signal)
  const stored = performance.now() - from
  const ofDatabase = await postgresSeconds(house)
  if (values.stored) {
    ;[from, cpu] = [performance.now(), process.cpuUsage()]
    working = begin()
  }
  // What is due by now, and not what waits for its minute.
  for (let seen = -1; handed !== seen || (await isDue(house));) {
    seen = handed
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    if (performance.now() - from > Number(values.wait) * 1_000) break
  }
  const took = performance.now() - from
  ending.abort()
  await working
  const { user, system } = process.cpuUsage(cpu)
  const since = ofDatabase === null ? null : ((await postgresSeconds(house)) ?? 0) - ofDatabase
  const { rows } = await sql<{ items: number }>`select count(*)::integer as items from feed_items`.execute(house.db)
  const looks = await metrics.getSingleMetric('echolot_notice_look_seconds')?.get()
  const valueOf = (name: string): number =>
    looks?.values.find((each) => 'metricName' in each && each.metricName === name)?.value ?? 0
  delays.sort((a, b) => a - b)
  const at = (share: number): number => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0
  const items = rows[0]?.items ?? 0
  console.log(
    `${number(rate * seconds)} messages offered at ${number(rate)}/s and stored in ${number(stored)} ms: ${number(items)} items`,
  )
  console.log(
    `to find whom they may concern: ${((valueOf('echolot_notice_look_seconds_sum') / Math.max(1, items)) * 1e6).toFixed(1)} µs for each item`,
  )
  console.log(
    `${number(handed)} notices of ${number(messages)} messages handed over in ${number(took / 1000)} s, of ${number(first.size)} filters; ` +
      `first of a filter after p50 ${number(at(0.5))}, p99 ${number(at(0.99))}, longest ${number(at(1))} ms; processor ${((user + system) / 10 / took).toFixed(0)} %`,
  )
  const each = (cpuSeconds: number): string => ((cpuSeconds * 1_000) / Math.max(1, handed)).toFixed(2)
  if (values.stored)
    console.log(
      `processor for each notice: ${each((user + system) / 1e6)} ms of this process` +
        (since === null ? '' : `, ${each(since)} ms of the database`),
    )
  console.log(`heap ${number((heap() - before) / 1024 ** 2)} MB more than before`)
  engine.close()
  if (values.alarms) await measureAlarms(house)
  await house.close()
} finally {
  await postgres.stop()
}
