/**
 * Many people work on one feed at once: how many signals each browser is sent for so many moves of leads, and whether every browser
 * knows in the end how each lead stands. What is asserted is ratios of counts; how long it took is only printed.
 *
 *   npm run bench:team -- [--members 50] [--moves 1500] [--rate 60] [--leads 5]
 */
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { Answer } from '../contract/call.ts'
import type { LeadMark } from '../contract/reading/leads.ts'
import type { Signals } from '../contract/signals.ts'
import { subscribe } from '../server/features/access/subscriptions/subscriptions.public.ts'
import { createAccount } from '../server/features/people/accounts/accounts.public.ts'
import { openSession } from '../server/features/people/accounts/sessions.ts'
import { sessionCookieName } from '../server/gate/cookies.ts'
import { DAY } from '../server/kit/clock.ts'
import { runWeb } from '../server/roles/web.ts'
import { runSource } from '../server/stream/pipeline.ts'
import { startPostgres } from '../tools/postgres.ts'
import { openHouse, type House } from './house.ts'
import { evenly } from './stream-latency.ts'
import { mixForLatency } from './stream-messages.ts'

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '50' },
    moves: { type: 'string', default: '1500' },
    rate: { type: 'string', default: '60' },
    leads: { type: 'string', default: '5' },
  },
})
const [members, moves, rate, leads] = [values.members, values.moves, values.rate, values.leads].map(Number) as [
  number,
  number,
  number,
  number,
]

/** Signals a browser may be sent for each move, of a lead and of its card. */
const MOST_PER_MOVE = { leads: 0.25, cards: 0.6 }

/** The owner first; all in one team that sees every category. @returns their cookies */
async function makeTeam(house: House): Promise<{ userId: number; cookie: string }[]> {
  const { db, clock, config } = house
  const startsAt = clock.now()
  const categories = await db.selectFrom('categories').select('id').execute()
  const people: { userId: number; cookie: string }[] = []
  for (let n = 0; n < members; n += 1) {
    await db.transaction().execute(async (tx) => {
      const email = `member${n}@example.ru`
      const account = { email, password: { hash: '' }, username: `member ${n}`, timeZone: 'Europe/Moscow' }
      const userId = await createAccount(tx, house, account)
      const expiresAt = new Date(startsAt.getTime() + DAY)
      const held = { userId, tariffType: 'team' as const, productType: 'category' as const, startsAt, expiresAt }
      if (n === 0) for (const { id } of categories) await subscribe(tx, clock, { ...held, productId: id })
      else {
        const card = { userId, email, username: email, status: 'accepted', place: n, acceptedAt: startsAt }
        await tx
          .insertInto('membershipCards')
          .values({ ...card, ownerId: people[0]?.userId ?? 0, createdAt: startsAt })
          .execute()
      }
      const { token } = await openSession(tx, clock, 1, userId, { ip: '127.0.0.1', userAgent: 'bench' })
      people.push({ userId, cookie: `${sessionCookieName(config)}=${token}` })
    })
  }
  return people
}

interface Browser {
  userId: number
  socket: Socket
  leads: number
  cards: number
  /** By message. */
  marks: Map<number, LeadMark | null>
}

async function openBrowser(address: string, { userId, cookie }: { userId: number; cookie: string }): Promise<Browser> {
  const extraHeaders = { cookie }
  const socket = io(address, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders })
  const browser: Browser = { userId, socket, leads: 0, cards: 0, marks: new Map() }
  socket.on('leads.changed', () => (browser.leads += 1))
  socket.on('feed.message', ({ messageId, marks }: Signals['feed.message']) => {
    if (marks?.lead === undefined) return
    browser.cards += 1
    browser.marks.set(messageId, marks.lead)
  })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  return browser
}

const ask = ({ socket }: Browser, name: string, input: object): Promise<Answer> =>
  socket.emitWithAck('call', { name, input })

/** Of so many moves one hands the lead on; the others change its sum, which anyone may. */
const HAND_ON_EVERY = 9

/** Who hands on what another has by now is refused, and has moved nothing. */
async function work(browsers: Browser[], messageIds: number[]): Promise<{ moved: number; refused: number }> {
  const [first] = browsers as [Browser]
  const taken = await Promise.all(messageIds.map((id) => ask(first, 'leads.takeLead', { id })))
  const leadIds = taken.map((answer) =>
    answer.status === 'ok' ? (answer.result as { lead: { id: number } }).lead.id : 0,
  )
  const asked: Promise<Answer>[] = []
  for (let n = 0; n < moves; n += 1) {
    const browser = browsers[(n * 7) % browsers.length] as Browser
    const place = n % messageIds.length
    const messageId = messageIds[place] ?? 0
    const change = { assigneeId: browser.userId, from: browser.marks.get(messageId)?.assignee?.id ?? null }
    asked.push(
      n % HAND_ON_EVERY === 0
        ? ask(browser, 'leads.updateLeadOf', { id: messageId, ...change })
        : ask(browser, 'leads.updateLead', { id: leadIds[place], sum: n }),
    )
    await sleep(1_000 / rate)
  }
  const answers = await Promise.all(asked)
  return {
    moved: answers.filter(({ status }) => status === 'ok').length,
    refused: answers.filter(({ status }) => status !== 'ok').length,
  }
}

/** Until every browser knows what the database has; the number of those that do not in the end. */
async function countBehind({ db }: House, browsers: Browser[], messageIds: number[]): Promise<number> {
  const rows = await db
    .selectFrom('leads')
    .select(['messageId', 'status', 'assigneeId'])
    .where('messageId', 'in', messageIds)
    .execute()
  const isBehind = ({ marks }: Browser): boolean =>
    rows.some(({ messageId, status, assigneeId }) => {
      const mark = marks.get(messageId)
      return mark?.status !== status || (mark.assignee?.id ?? null) !== assigneeId
    })
  for (let tries = 0; tries < 600 && browsers.some(isBehind); tries += 1) await sleep(50)
  return browsers.filter(isBehind).length
}

const postgres = await startPostgres({ ephemeral: true })
try {
  const house = await openHouse(postgres.url, 'bench_team')
  const web = await runWeb(house)
  const people = await makeTeam(house)
  const make = await mixForLatency(house.standingQueries)
  const { source } = evenly(house, 'team', make, 100, 2)
  await runSource(house, source, new AbortController().signal)
  await web.announcer.catchUp()
  const browsers = await Promise.all(people.map((person) => openBrowser(web.address, person)))
  const page = await ask(browsers[0] as Browser, 'feed.queryFeed', { filter: {}, limit: 100 })
  if (page.status !== 'ok') throw new Error(`the feed is refused: ${page.code}`)
  const messageIds = (page.result as { messages: { id: number }[] }).messages.slice(0, leads).map(({ id }) => id)
  if (messageIds.length < leads) throw new Error(`only ${messageIds.length} messages in the feed`)

  const from = performance.now()
  const { moved, refused } = await work(browsers, messageIds)
  const behind = await countBehind(house, browsers, messageIds)
  const seconds = (performance.now() - from) / 1_000
  const most = (count: (browser: Browser) => number): number => Math.max(...browsers.map(count)) / moved
  const [ofLeads, ofCards] = [most((each) => each.leads), most((each) => each.cards)]
  console.log(`${members} members, ${moved} moves of ${leads} leads (${refused} refused) in ${seconds.toFixed(1)} s`)
  console.log(`signals for each move, to the busiest browser: leads ${ofLeads.toFixed(3)}, cards ${ofCards.toFixed(3)}`)
  console.log(`browsers that do not know how every lead stands: ${behind}`)
  if (behind > 0 || moved === 0 || ofLeads > MOST_PER_MOVE.leads || ofCards > MOST_PER_MOVE.cards) process.exitCode = 1
  for (const { socket } of browsers) socket.disconnect()
  await web.close()
  await house.close()
} finally {
  await postgres.stop()
}
