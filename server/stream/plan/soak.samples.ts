/**
 * An hour and more of listening in a few seconds: every network against its simulator, with all that can go wrong, through the
 * plan, the pipeline and the database. Time stands still while anybody waits for an answer, and jumps while all wait for time.
 */
import { subscribe as listenTo } from 'node:diagnostics_channel'
import pg from 'pg'
import { MINUTE, SECOND, type Clock } from '../../kit/clock.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Log } from '../../kit/log.ts'
import type { Database } from '../../kit/sql.ts'
import { jumpingTime, type JumpingTime } from '../../testing/jumping-time.ts'
import type { StreamContext } from '../pipeline.ts'
import { runPlan } from './plan.ts'
import { numberOf, type SoakWorld } from './soak-life.samples.ts'
import { openWorld, type SoakNetwork } from './soak-worlds.samples.ts'
import { tokenUses } from './token-uses.ts'

export interface SoakRow {
  network: SoakNetwork
  written: number
  stored: number
  /** Written, not taken back, and not stored: their numbers, and what they were. */
  lost: string[]
  /** Stored under two names. */
  doubled: string[]
  /** Edited or taken back, and stored as it was. */
  stale: number
  calls: number
  faults: number
  /** How often a limit was broken. */
  broken: number
  lagSeconds: number | null
}

export interface SoakTown {
  database: Database
  bus: Bus
  log: Log
  context(clock: Clock): StreamContext
  /** Puts these links on someone's list. */
  paste(links: string[]): Promise<void>
}

export interface SoakLength {
  /** Something is said so often, and something goes wrong so often, in each network; milliseconds. */
  actEvery: number
  faultEvery: number
  minutes: number
  /** After it, without faults, until all must have come. */
  settleMinutes: number
  /** With whatever goes wrong, so many calls in a row are answered that they come too fast. */
  refusals?: number
  seed?: number
}

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * A question over HTTP that is not answered for so long never will be: real milliseconds, and turns of this process, in which the
 * simulators are. One alone would not do: a machine that stands still lets time pass and no one answer.
 */
const HOPELESS = { milliseconds: 250, turns: 2_000 }

interface Watch {
  isBusy(): boolean
  /** Makes the bounds that answers have pass with this time; null: with the real one again, for whatever runs here next. */
  timeIs(time: JumpingTime | null): void
}

let watch: Watch | undefined

/** Looks at every question this process asks, of a database or over HTTP. Once for the process: what it hooks into stays hooked. */
function watchQuestions(): Watch {
  if (watch) return watch
  const asked = new Map<object, { since: number; turns: number }>()
  /** Of the database: it is never silent, only slow. */
  const queries = new Set<object>()
  const begin = (question: object): void => void asked.set(question, { since: performance.now(), turns: 0 })
  const end = (question: object): void => void asked.delete(question)
  for (const name of ['undici:request:create', 'http.client.request.start'])
    listenTo(name, (event) => begin((event as { request: object }).request))
  for (const name of [
    'undici:request:trailers',
    'undici:request:error',
    'http.client.response.finish',
    'http.client.request.error',
  ]) {
    listenTo(name, (event) => end((event as { request: object }).request))
  }
  const client = pg.Client.prototype as unknown as { query(...parts: unknown[]): unknown }
  const { query } = client
  client.query = function ctx(this: unknown, ...parts: unknown[]): unknown {
    const question = {}
    queries.add(question)
    const last = parts.at(-1)
    if (typeof last === 'function') {
      parts[parts.length - 1] = (...answers: unknown[]): void => {
        queries.delete(question)
        ;(last as (...given: unknown[]) => void)(...answers)
      }
      return query.apply(this, parts)
    }
    const answer = query.apply(this, parts) as Promise<unknown>
    answer.then(
      () => queries.delete(question),
      () => queries.delete(question),
    )
    return answer
  }
  let current: JumpingTime | null = null
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (milliseconds) => {
    if (!current) return timeout(milliseconds)
    const over = new AbortController()
    void current
      .sleep(milliseconds)
      .then(() => over.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')))
    return over.signal
  }
  watch = {
    isBusy() {
      const now = performance.now()
      for (const [question, asking] of asked) {
        asking.turns += 1
        if (now - asking.since > HOPELESS.milliseconds && asking.turns > HOPELESS.turns) asked.delete(question)
      }
      return asked.size > 0 || queries.size > 0
    },
    timeIs: (time) => void (current = time),
  }
  return watch
}

export async function runSoak(
  town: SoakTown,
  networks: readonly SoakNetwork[],
  length: SoakLength,
): Promise<SoakRow[]> {
  const questions = watchQuestions()
  const time = jumpingTime('2026-11-20T12:00:00Z', () => questions.isBusy())
  questions.timeIs(time)
  try {
    return await soak(town, networks, length, time)
  } finally {
    questions.timeIs(null)
  }
}

async function soak(
  town: SoakTown,
  networks: readonly SoakNetwork[],
  { actEvery, faultEvery, minutes, settleMinutes, refusals = 0, seed = 1 }: SoakLength,
  time: JumpingTime,
): Promise<SoakRow[]> {
  const { database, bus } = town
  const worlds: { world: SoakWorld; name: SoakNetwork; faults: number }[] = []
  for (const [place, name] of networks.entries()) {
    const options = { time, uses: tokenUses(database.db), random: randomOf(seed * 1_000 + place) }
    worlds.push({ name, world: await openWorld[name](options), faults: 0 })
  }
  const ending = new AbortController()
  const plan = runPlan(
    { context: town.context(time), bus, time, networks: worlds.map(({ world }) => world.listened), madeUp: null },
    ending.signal,
  )

  async function every(milliseconds: number, offset: number, until: number, work: () => void): Promise<void> {
    await time.sleep(offset)
    while (time.elapsed < until) {
      work()
      await time.sleep(milliseconds)
    }
  }
  async function live(): Promise<void> {
    await town.paste(worlds.flatMap(({ world }) => world.links))
    // Until the links are looked up: what was said before a group is watched goes back only so far.
    await time.sleep(5 * MINUTE)
    const lost = await database.pool.query<{ link: string; status: string }>(
      "select link, status from group_links where status <> 'added'",
    )
    if (lost.rows.length > 0)
      throw new Error(
        `not all groups of the worlds are watched: ${lost.rows.map(({ link, status }) => `${link} ${status}`).join(', ')}`,
      )
    const end = time.elapsed + minutes * MINUTE
    await Promise.all(
      worlds.flatMap((each, place) => [
        every(actEvery, place * 97, end, () => each.world.act()),
        every(faultEvery, faultEvery / 2 + place * 1_013, end, () => {
          each.faults += 1
          each.world.fault()
          if (refusals > 0) each.world.refuse(refusals)
        }),
      ]),
    )
    for (const { world } of worlds) world.heal()
    await time.sleep(settleMinutes * MINUTE)
    ending.abort()
    await plan
  }
  await time.until(live())
  const rows: SoakRow[] = []
  for (const { world, name, faults } of worlds) {
    rows.push(await countUp(database, world, name, faults))
    await time.until(Promise.race([world.close(), time.sleep(SECOND)]))
  }
  return rows
}

async function countUp(database: Database, world: SoakWorld, network: SoakNetwork, faults: number): Promise<SoakRow> {
  const { rows } = await database.pool.query<{ text: string; gone: boolean; external_id: string }>(
    'select text, external_id, deleted_at is not null as gone from messages where network = $1',
    [network],
  )
  const stored = Map.groupBy(rows, ({ text }) => numberOf(text))
  const health = await database.pool.query<{ lag_seconds: number | null }>(
    'select max(lag_seconds) as lag_seconds from source_health where network = $1',
    [network],
  )
  const written = [...world.written]
  return {
    network,
    written: written.length,
    stored: rows.length,
    lost: written
      .filter(([number, { deleted }]) => !deleted && !stored.has(number))
      .map(([number, { kind }]) => `${kind} ${number}`),
    doubled: [...stored]
      .filter(([number, found]) => number !== null && found.length > 1)
      .map(([, found]) => found.map(({ external_id: id }) => id).join(' = ')),
    stale: written.filter(
      ([number, { text, deleted }]) =>
        stored.get(number)?.some((each) => (deleted ? !each.gone : each.gone || !each.text.includes(text))) ?? false,
    ).length,
    calls: world.calls(),
    faults,
    broken: world.broken(),
    lagSeconds: health.rows[0]?.lag_seconds ?? null,
  }
}
