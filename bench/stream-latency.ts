/** From a message being received to the signal of an open feed that counts it: what a person waits for the badge. */
import { io } from 'socket.io-client'
import type { Answer, InputOf } from '../contract/call.ts'
import { contract } from '../contract/contract.ts'
import type { FeedUpdate } from '../contract/reading/feed-updates.ts'
import { readAskedFields, readScope } from '../server/features/reading/feed/read/scope.ts'
import { pickAmong } from '../server/features/reading/feed/read/pick.ts'
import { sessionCookieName } from '../server/gate/cookies.ts'
import { demoPeople } from '../server/demo/demo.ts'
import type { AppContext } from '../server/kit/context.ts'
import { runWeb } from '../server/roles/web.ts'
import type { StandingQueries } from '../server/stream/match/standing-queries.ts'
import { runSource } from '../server/stream/pipeline.ts'
import type { RawMessage, Source } from '../server/stream/receive/shared/source.ts'

export interface Latency {
  perSecond: number
  sent: number
  fitted: number
  signals: number
  p50: number
  p99: number
  longest: number
}

/** Who watches all categories. */
const watcher = demoPeople.find(({ watches }) => watches === 'all categories')

/** Messages come evenly at this rate; each counts from the moment it is due, so that falling behind shows. */
export async function measureLatency(
  house: AppContext,
  standingQueries: StandingQueries,
  make: (n: number, id: string, publishedAt: Date) => RawMessage,
  perSecond: number,
  seconds: number,
): Promise<Latency> {
  const web = await runWeb(house)
  const feed = await openFeed(web.address, sessionCookieName(house.config))
  const name = `bench ${perSecond}`
  const { source, dueAt } = evenly(house, name, make, perSecond, seconds)
  await runSource({ ...house, standingQueries }, source, new AbortController().signal)

  const { rows } = await house.database.pool.query<{ id: string; seq_id: number }>(
    'select m.external_id as id, i.seq_id from feed_items i join messages m on m.id = i.message_id where m.external_id like $1',
    [`${name} %`],
  )
  // Whatever an item is hidden for, no signal comes for it: the feed itself says which are its cards.
  const fields = await readAskedFields(house, feed.userId, { filterId: feed.filterId })
  const scope = await readScope(house, { id: feed.userId, roles: [] }, fields)
  const shown = new Set(
    await pickAmong(
      house.db,
      scope,
      rows.map((row) => row.seq_id),
    ),
  )
  const cards = rows.filter((row) => shown.has(row.seq_id))
  if (cards.length > 0) await feed.until(Math.max(...cards.map((row) => row.seq_id)))
  feed.close()
  await web.close()

  const waits = cards
    .map(
      ({ id, seq_id }) => (feed.heard.find((signal) => signal.seqId >= seq_id)?.at ?? Infinity) - (dueAt.get(id) ?? 0),
    )
    .sort((a, b) => a - b)
  const at = (share: number): number => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
  return {
    perSecond,
    sent: dueAt.size,
    fitted: new Set(cards.map(({ id }) => id)).size,
    signals: feed.heard.length,
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1),
  }
}

/** Messages that come evenly at this rate, and when each was due, by its id: of the clock of the whole machine. */
export function evenly(
  { clock }: Pick<AppContext, 'clock'>,
  name: string,
  make: (n: number, id: string, publishedAt: Date) => RawMessage,
  perSecond: number,
  seconds: number,
): { source: Source<number>; dueAt: Map<string, number> } {
  const dueAt = new Map<string, number>()
  const source: Source<number> = {
    name,
    async *read(_, signal) {
      const startedAt = moment()
      const total = perSecond * seconds
      const due = (n: number): number => startedAt + (n * 1000) / perSecond
      for (let n = 0; n < total && !signal.aborted;) {
        const wait = due(n) - moment()
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        const messages: RawMessage[] = []
        for (const now = moment(); n < total && due(n) <= now; n += 1) {
          const id = `${name} ${n}`
          dueAt.set(id, due(n))
          messages.push(make(n, id, clock.now()))
        }
        if (messages.length > 0) yield { messages, cursor: n }
      }
    },
  }
  return { source, dueAt }
}

/** In milliseconds, the same in every process of this machine. */
export const moment = (): number => performance.timeOrigin + performance.now()

/** A browser with an open feed, as far as the socket sees it. */
async function openFeed(address: string, cookie: string) {
  if (!watcher) throw new Error('nobody of the demo watches all categories')
  const login: InputOf<typeof contract.accounts.login> = { email: watcher.email, password: watcher.password }
  const response = await fetch(`${address}${contract.accounts.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  const token = new RegExp(`${cookie}=([^;]+)`).exec(response.headers.get('set-cookie') ?? '')?.[1]
  if (!token) throw new Error(`could not sign in: ${response.status} ${await response.text()}`)
  const socket = io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie: `${cookie}=${token}` },
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const ask = async <Result>(name: string, input: object): Promise<Result> => {
    const answer = (await socket.emitWithAck('call', { name, input })) as Answer<Result>
    if (answer.status !== 'ok') throw new Error(`${name} was refused: ${answer.code}`)
    return answer.result
  }
  const { user } = await ask<{ user: { id: number } }>('accounts.getMe', {})
  const { filters } = await ask<{ filters: { id: number }[] }>('filters.listFilters', {})
  const filterId = filters[0]?.id ?? 0
  const heard: { seqId: number; at: number }[] = []
  let onUpdate: () => void = () => {}
  socket.on('feed.updates', ({ seqId }: FeedUpdate) => {
    heard.push({ seqId, at: moment() })
    onUpdate()
  })
  await ask('feed.setFeedListener', { filters: [{ filterId, since: 0 }] })
  return {
    userId: user.id,
    filterId,
    heard,
    until: (seqId: number) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no signal came for item ${seqId} within 10 seconds`)), 10_000)
        onUpdate = () => {
          if ((heard.at(-1)?.seqId ?? 0) < seqId) return
          clearTimeout(timer)
          resolve()
        }
        onUpdate()
      }),
    close: () => socket.disconnect(),
  }
}
