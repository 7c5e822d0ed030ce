/**
 * The browsers of `bench/feeds.ts`, in a process of their own: each holds one open feed. Obeys what its parent sends, and answers
 * each order when it is done.
 */
import { io, type Socket } from 'socket.io-client'
import type { Answer } from '../contract/call.ts'
import type { FeedUpdate } from '../contract/reading/feed.ts'
import { obey } from './child.ts'
import { moment } from './stream-latency.ts'

/** Whose feed it is. */
export interface Viewer {
  cookie: string
  filterId: number
}

export type Order =
  | { do: 'open'; address: string; viewers: Viewer[]; since: number }
  | { do: 'reconnect' }
  | { do: 'report'; items: { seqId: number; dueAt: number }[]; newest: number }
  | { do: 'leave' }

export interface Report {
  p50: number
  p99: number
  longest: number
  signals: number
  /** What was counted, by feed, over the whole time. */
  counts: number[]
}

interface Feed {
  viewer: Viewer
  socket: Socket
  counted: number
  /** Up to where it has counted. */
  upTo: number
  heard: { seqId: number; at: number }[]
}

const feeds: Feed[] = []

obey<Order>({
  async open({ address, viewers, since }) {
    await inTurns(viewers, 20, async (viewer) => {
      const socket = io(address, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders: { cookie: viewer.cookie },
      })
      const feed: Feed = { viewer, socket, counted: 0, upTo: since, heard: [] }
      socket.on('feed.updates', (update: FeedUpdate) => void take(feed, update))
      feeds.push(feed)
      await connected(socket)
      await listen(feed)
    })
  },
  /** All at once, as after a network that was away. */
  async reconnect() {
    for (const { socket } of feeds) socket.disconnect()
    await Promise.all(
      feeds.map(async (feed) => {
        const done = connected(feed.socket)
        feed.socket.connect()
        await done
        await listen(feed)
      }),
    )
  },
  async report({ items, newest }): Promise<Report> {
    const until = moment() + 30_000
    while (feeds.some(({ upTo }) => upTo < newest) && moment() < until)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const waits = new Float64Array(feeds.length * items.length)
    feeds.forEach(({ heard }, n) => {
      let signal = 0
      items.forEach(({ seqId, dueAt }, m) => {
        while (signal < heard.length && (heard[signal]?.seqId ?? 0) < seqId) signal += 1
        waits[n * items.length + m] = (heard[signal]?.at ?? Infinity) - dueAt
      })
    })
    waits.sort()
    const at = (share: number): number => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
    const signals = feeds.reduce((sum, { heard }) => sum + heard.length, 0)
    for (const feed of feeds) feed.heard = []
    return { p50: at(0.5), p99: at(0.99), longest: at(1), signals, counts: feeds.map(({ counted }) => counted) }
  },
  async leave() {
    for (const { socket } of feeds) socket.disconnect()
    feeds.length = 0
  },
})

/** As the page does: what does not begin where the last ended is asked for again. */
async function take(feed: Feed, { count, since, seqId }: FeedUpdate): Promise<void> {
  if (since !== feed.upTo) return listen(feed)
  feed.counted += count
  feed.upTo = seqId
  feed.heard.push({ seqId, at: moment() })
}

async function listen(feed: Feed): Promise<void> {
  const input = { filters: [{ filterId: feed.viewer.filterId, since: feed.upTo }] }
  const answer = (await feed.socket.emitWithAck('call', { name: 'feed.setFeedListener', input })) as Answer<{
    updates: FeedUpdate[]
  }>
  if (answer.status !== 'ok') throw new Error(`a feed was refused: ${answer.code}`)
  for (const update of answer.result.updates) {
    feed.counted += update.count
    feed.upTo = update.seqId
  }
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
}

async function inTurns<Item>(items: Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) await Promise.all(items.slice(at, at + atOnce).map(work))
}
