/**
 * What one hostile request, or a handful of them, does to everybody else: the longest the server's event loop stood still, and how
 * long an ordinary request waited at most meanwhile. The server, the attackers and who asks ordinarily are processes of their own; the
 * attackers give way, as they would be on machines of their own. Every attack comes in several turns; the first row is what both are
 * without anything hostile.
 *
 *   npm run bench:hostile -- [--messages 20000] [--turns 3] [--only "sign-ins|attributes"] [--profile folder]
 */
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../tools/postgres.ts'
import { serverFlags } from '../tools/server-process.ts'
import { openChild } from './child.ts'
import type { AttackOrder, Target } from './hostile-attacks.ts'
import type { ServerOrder, Started } from './hostile-server.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    turns: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
})
const [messages, turns] = [Number(values.messages), Number(values.turns)]
if (!(messages > 0 && turns > 0)) throw new Error('--messages and --turns take numbers above 0')
const only = new RegExp(values.only)

const person = { email: 'bench@example.ru', password: 'правильный пароль' }
const BETWEEN_ORDINARY_MS = 20
/** Long enough to see what is usual. */
const USUAL_MS = 3_000

const attacks = [
  'a cart of 250 000 items, read 20 times',
  '40 searches of categories with beginnings of words',
  '40 searches of categories with beginnings of four letters',
  '20 bodies of 110 000 unknown fields',
  '20 bodies as wide as they may be',
  '32 calls of 20 000 unknown fields over one socket',
  '120 sign-ins from 120 addresses',
  '30 times one filter a hundred times',
]
const feeds = [
  'a feed of 46 000 items',
  'a feed of 300 000 attributes',
  'a feed of 400 000 entities',
  'a page that names its engine 120 000 times',
]

const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
const server = openChild<ServerOrder>(new URL('./hostile-server.ts', import.meta.url), [...serverFlags, ...profile])
const attackers = openChild<AttackOrder>(new URL('./hostile-attacks.ts', import.meta.url))

/** Of every turn, in milliseconds. */
interface Measured {
  took: number[]
  stalls: number[]
  /** Of ordinary requests: what is usual, and the longest. */
  medians: number[]
  longest: number[]
}

async function askOrdinarily(address: string): Promise<number> {
  const before = performance.now()
  const response = await fetch(`${address}/api/tariff/list`)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`an ordinary request was answered with ${response.status}`)
  return performance.now() - before
}

async function measure(address: string, hostile: (turn: number) => Promise<unknown>): Promise<Measured> {
  const measured: Measured = { took: [], stalls: [], medians: [], longest: [] }
  for (let turn = 0; turn < turns; turn += 1) {
    const waits: number[] = []
    let over = false
    await server.order({ do: 'watch' })
    const startedAt = performance.now()
    const asking = (async () => {
      while (!over) {
        waits.push(await askOrdinarily(address))
        await sleep(BETWEEN_ORDINARY_MS)
      }
    })()
    // Among ordinary requests, not before them.
    await sleep(5 * BETWEEN_ORDINARY_MS)
    await hostile(turn)
    measured.took.push(performance.now() - startedAt)
    over = true
    await asking
    measured.stalls.push(await server.order<number>({ do: 'longestStall' }))
    waits.sort((left, right) => left - right)
    measured.medians.push(waits[Math.floor(waits.length / 2)] ?? 0)
    measured.longest.push(waits.at(-1) ?? 0)
    // What one turn leaves behind is not the next one's.
    await sleep(500)
  }
  return measured
}

const inTurns = (figures: number[]): string => figures.map((figure) => figure.toFixed(0)).join(' · ')

const postgres = await startPostgres({ ephemeral: true })
try {
  const { address, filterId } = await server.order<Started>({
    do: 'start',
    databaseUrl: postgres.url,
    messages,
    person,
  })
  const signedIn = await fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  if (!signedIn.ok) throw new Error(`the sign-in was answered with ${signedIn.status}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const target: Target = { address, person, filterId, cookie }
  // Once for nothing.
  for (let time = 0; time < 20; time += 1) await askOrdinarily(address)
  const rows = new Map<string, Measured>()
  rows.set('nothing hostile', await measure(address, () => sleep(USUAL_MS)))
  for (const what of attacks.filter((each) => only.test(each)))
    rows.set(what, await measure(address, (turn) => attackers.order({ do: 'attack', what, target, turn })))
  for (const what of feeds.filter((each) => only.test(each))) {
    const url = await attackers.order<string>({ do: 'serve', what })
    rows.set(what, await measure(address, () => server.order({ do: 'readFeed', url })))
  }
  console.table(
    Object.fromEntries(
      [...rows].map(([what, { took, stalls, medians, longest }]) => [
        what,
        {
          'took, ms': inTurns(took),
          'longest stall, ms': inTurns(stalls),
          'ordinary request, ms': inTurns(medians),
          'at most, ms': inTurns(longest),
        },
      ]),
    ),
  )
} finally {
  await attackers.close()
  await server.close()
  await postgres.stop()
}
