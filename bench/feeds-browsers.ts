/**
 * The browsers of `bench/feeds.ts`, in a process of their own: each holds one open feed. Obeys what its parent sends, and answers
 * each order when it is done.
 */
import { io, type Socket } from 'socket.io-client'
import type { Answer } from '../contract/call.ts'
import type { FeedUpdate, ViewUpdate } from '../contract/reading/feed-updates.ts'
import { obey } from './child.ts'
import { moment } from './stream-latency.ts'

/** Whose feed it is. */
export interface Viewer {
  cookie: string
  filterId: number
  /** The views beside the filter, by their keys. */
  views: string[]
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
  /** The same of its views together. */
  countsByViews: number[]
}

interface Feed {
  viewer: Viewer
  socket: Socket
  counted: number
  /** Up to where it has counted, and each of its views. */
  upTo: number
  viewsUpTo: Map<string, number>
  countedByViews: number
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
      const viewsUpTo = new Map(viewer.views.map((view) => [view, since]))
      const feed: Feed = { viewer, socket, counted: 0, upTo: since, viewsUpTo, countedByViews: 0, heard: [] }
      socket.on('feed.updates', (update: FeedUpdate) => void take(feed, update))
      socket.on('feed.views', ({ updates }: { updates: ViewUpdate[] }) => takeViews(feed, updates))
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
    const counts = feeds.map(({ counted }) => counted)
    const countsByViews = feeds.map(({ countedByViews }) => countedByViews)
    return { p50: at(0.5), p99: at(0.99), longest: at(1), signals, counts, countsByViews }
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
  const views = [...feed.viewsUpTo].map(([view, since]) => ({ view, since }))
  const input = { filters: [{ filterId: feed.viewer.filterId, since: feed.upTo }], views }
  const answer = (await feed.socket.emitWithAck('call', { name: 'feed.setFeedListener', input })) as Answer<{
    updates: FeedUpdate[]
    views: ViewUpdate[]
  }>
  if (answer.status !== 'ok') throw new Error(`a feed was refused: ${answer.code}`)
  for (const update of answer.result.updates) {
    feed.counted += update.count
    feed.upTo = update.seqId
  }
  takeViews(feed, answer.result.views)
}

function takeViews(feed: Feed, updates: ViewUpdate[]): void {
  for (const { view, count, seqId } of updates) {
    feed.countedByViews += count
    feed.viewsUpTo.set(view, seqId)
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
