/**
 * What an instance sees: its public timeline, over a WebSocket where we have an account there, else asked now and then. A
 * socket replays nothing, so what was missed is read from the timeline, from a little before where it broke off.
 */
import type { NetworkStream, Time } from '../shared/adapter.ts'
import { backOff, type BackOff } from '../shared/back-off.ts'
import { asObject } from '../../../kit/as-object.ts'
import { asText, readJson } from '../shared/json.ts'
import { readSocket, type SocketOptions } from '../shared/read-socket.ts'
import { isRussian } from '../shared/russian.ts'
import type { RawBatch, RawMessage } from '../shared/source.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import { handedStatuses } from './handed-statuses.ts'
import { LONGEST_REST, type Instances } from './instances.ts'
import {
  compareIds,
  deletionOf,
  earlierId,
  groupOf,
  idAt,
  readStatus,
  type MastodonAccount,
  type MastodonStatus,
} from './shape.ts'

export interface InstanceCursor {
  /** The newest status that was seen; null: none was. */
  upTo: string | null
}

export interface InstanceStreamOptions {
  host: string
  /** Without one nothing streams. */
  token: string | null
  instances: Instances
  time: Time
  /** Milliseconds between two askings where nothing streams. */
  askEvery?: number
  pingEvery?: number
  openWithin?: number
}

const PAGE = 40
const MOST_MESSAGES = 200
/** Milliseconds that a message waits for others. */
const OLDEST_MESSAGE = 1_000
const ASK_EVERY = 60_000
/**
 * Other servers' statuses arrive late, with numbers after the time they were written at. So far back one looks after a socket
 * broke; and, as that is done every minute, less where nothing streams.
 */
const LATE = 5 * 60_000
const LATE_ASKED = 2 * 60_000
/** A token that was refused is not tried before. */
const TOKEN_REST = 60 * 60_000
/** Pictures and names of watched accounts, for what others write in their threads. */
const MOST_ACCOUNTS = 5_000
/** So often in a row the timeline may say that there is more and not show it; then what it shows has to do. */
const MOST_CONTRADICTIONS = 10

/** Newest first, as it came. */
interface Page {
  statuses: unknown[]
  /** Null: it is empty. */
  ids: PageIds | null
  serverTime: number | null
}

/** The ends of a page. */
interface PageIds {
  first: string
  last: string
}

type Batch = RawBatch<InstanceCursor>

export function instanceStream(options: InstanceStreamOptions): NetworkStream<InstanceCursor> {
  return new InstanceStream(options)
}

class InstanceStream implements NetworkStream<InstanceCursor> {
  readonly name: string
  readonly #options: InstanceStreamOptions
  readonly #groups = new WatchedGroups()
  #heardAt: Date | null = null

  constructor(options: InstanceStreamOptions) {
    this.name = `mastodon:${options.host}`
    this.#options = options
  }

  watch({ groups }: { groups: string[] }): void {
    this.#groups.watch(groups)
  }

  heardAt(): Date | null {
    return this.#heardAt
  }

  async *read(cursor: InstanceCursor | null, signal: AbortSignal): AsyncGenerator<Batch> {
    const { host, token, instances, time, askEvery = ASK_EVERY } = this.#options
    const now = (): number => time.now().getTime()
    const hear = (): void => {
      this.#heardAt = time.now()
    }
    const news = new News(this.#groups, cursor?.upTo ?? null)
    const timeline = new Timeline(this.#options, news, hear, signal)
    const wait = backOff()
    let tokenRestsUntil = 0
    try {
      // One connection, or one asking, and the wait after it.
      while (!signal.aborted) {
        const isStreaming = token !== null && now() >= tokenRestsUntil
        try {
          const { domain, streaming } = await instances.instanceAt(host, null, signal)
          if (isStreaming && streaming !== null) {
            const url = socketUrl(streaming)
            yield* hearSocket(url, { ...this.#options, token, domain, news, timeline, wait, hear }, signal)
          } else {
            yield* timeline.catchUp(domain, LATE_ASKED)
            wait.reset()
            await time.sleep(askEvery, signal)
          }
        } catch (error) {
          if (!isNetworkError(error)) throw error
          this.#heardAt = null
          // The timeline may be open to everybody.
          if (isStreaming && isNetworkError(error, 'auth-dead', 'access-denied')) tokenRestsUntil = now() + TOKEN_REST
          await time.sleep(wait.next(Math.min(error.retryAfter ?? 0, LONGEST_REST)), signal)
        }
      }
    } finally {
      this.#heardAt = null
    }
  }
}

/** The accounts that are watched, and what is known of them. */
class WatchedGroups {
  #watched: ReadonlySet<string> = new Set<string>()
  readonly #accounts = new Map<string, MastodonAccount>()

  watch(handles: string[]): void {
    this.#watched = new Set(handles)
  }

  concern({ account, answers }: MastodonStatus): boolean {
    return this.#watched.has(account.handle) || (answers !== null && this.#watched.has(answers))
  }

  /** With the group it was written in: the writer's own where it is watched, else that of whom it answers. */
  messageOf({ message, account, answers }: MastodonStatus): RawMessage {
    const isOwn = this.#watched.has(account.handle)
    if (isOwn) {
      if (this.#accounts.size >= MOST_ACCOUNTS) this.#accounts.clear()
      this.#accounts.set(account.handle, account)
    }
    const isAnswer = !isOwn && answers !== null && this.#watched.has(answers)
    const group = isOwn ? account : isAnswer ? this.#accounts.get(answers) : undefined
    return { ...message, group: group ? groupOf(group) : null }
  }
}

/** What is worth handing on and was not yet, and up to where it was seen. */
class News {
  upTo: string | null
  readonly #groups: WatchedGroups
  readonly #handed = handedStatuses()

  constructor(groups: WatchedGroups, upTo: string | null) {
    this.#groups = groups
    this.upTo = upTo
  }

  of(body: unknown, domain: string): RawMessage[] {
    const status = readStatus(body, domain)
    if (!status) return []
    if (this.upTo === null || compareIds(status.id, this.upTo) > 0) this.upTo = status.id
    const { id, uri, editedAt } = status
    const wanted =
      isRussian([status.language], status.message.text) || this.#groups.concern(status) || this.#handed.has(id)
    return wanted && this.#handed.hand(id, uri, editedAt) ? [this.#groups.messageOf(status)] : []
  }

  /** Of a status that is deleted. */
  ofDeletion(id: string): RawMessage[] {
    const uri = this.#handed.drop(id)
    return uri === null ? [] : [deletionOf(uri)]
  }
}

class Timeline {
  readonly #host: string
  readonly #instances: Instances
  readonly #time: Time
  readonly #news: News
  readonly #hear: () => void
  readonly #signal: AbortSignal
  readonly #startedAt: number
  /** Where a catching up was broken off: there it goes on, or one that is refused again and again would never come to its end. */
  #place: string | null = null
  #contradictions = 0

  constructor({ host, instances, time }: InstanceStreamOptions, news: News, hear: () => void, signal: AbortSignal) {
    this.#host = host
    this.#instances = instances
    this.#time = time
    this.#news = news
    this.#hear = hear
    this.#signal = signal
    this.#startedAt = time.now().getTime()
  }

  /**
   * The timeline from a little before where it was left, oldest first, until the newest there was is met; at the very
   * first the newest page, and what has come since we began to ask for it.
   */
  async *catchUp(domain: string, late: number): AsyncGenerator<Batch> {
    const isResumed = this.#place !== null
    const { upTo } = this.#news
    const top = await this.#askPage(null)
    if (!top.ids) {
      // As of an instance that is being mended.
      if (upTo !== null && (await this.#isThere(upTo)))
        throw new NetworkError('temporary', `${this.#host} shows an empty timeline where there is more`)
      this.#hear()
      this.#place = null
      return
    }
    const from = this.#place ?? (upTo === null ? this.#startOf(top, top.ids) : earlierId(upTo, late))
    if (from === null || compareIds(top.ids.first, from) <= 0) {
      yield this.#batchOf(top, domain, upTo === null ? null : from)
    } else {
      yield* this.#readUp(from, top, top.ids, domain)
      if (this.#signal.aborted) return
    }
    this.#place = null
    this.#contradictions = 0
    // What came late meanwhile, to where it was read before it was broken off.
    if (isResumed) yield* this.catchUp(domain, late)
  }

  /** Page by page, up to the newest one. */
  async *#readUp(from: string, top: Page, { last }: PageIds, domain: string): AsyncGenerator<Batch> {
    let place = from
    while (!this.#signal.aborted && compareIds(place, last) < 0) {
      const page = await this.#askPage(place)
      if (page.ids === null || compareIds(page.ids.last, place) <= 0) {
        this.#contradictions += 1
        if (this.#contradictions <= MOST_CONTRADICTIONS)
          throw new NetworkError('temporary', `${this.#host} says that there is more and does not show it`)
        yield this.#batchOf(top, domain, place)
        return
      }
      yield this.#batchOf(page, domain)
      this.#place = place = page.ids.last
    }
  }

  /** Which id a status would have that came as we began. */
  #startOf({ serverTime }: Page, { last }: PageIds): string | null {
    return idAt(last, serverTime === null ? null : serverTime - (this.#time.now().getTime() - this.#startedAt))
  }

  /** The newest page, or the first one after an id. */
  async #askPage(after: string | null): Promise<Page> {
    const params = { limit: String(PAGE), ...(after === null ? {} : { min_id: after }) }
    const path = '/api/v1/timelines/public'
    const { body, serverTime } = await this.#instances.ask(this.#host, path, params, { signal: this.#signal })
    if (!Array.isArray(body)) throw new NetworkError('temporary', `${this.#host} answered no timeline`)
    const ids = body
      .map((each) => asText(asObject(each)?.id))
      .filter((id) => id !== null)
      .toSorted(compareIds)
    return {
      statuses: body,
      ids: ids.length > 0 ? { first: ids[0] as string, last: ids.at(-1) as string } : null,
      serverTime,
    }
  }

  #batchOf({ statuses }: Page, domain: string, after: string | null = null): Batch {
    this.#hear()
    const news = statuses.filter((each) => after === null || compareIds(asText(asObject(each)?.id) ?? '', after) > 0)
    const messages = news.toReversed().flatMap((each) => this.#news.of(each, domain))
    return { messages, cursor: { upTo: this.#news.upTo } }
  }

  async #isThere(id: string): Promise<boolean> {
    try {
      const path = `/api/v1/statuses/${encodeURIComponent(id)}`
      await this.#instances.ask(this.#host, path, {}, { signal: this.#signal })
      return true
    } catch (error) {
      if (isNetworkError(error, 'not-found', 'access-denied', 'bad-request')) return false
      throw error
    }
  }
}

function socketUrl(streaming: string): URL {
  const url = new URL('/api/v1/streaming', streaming)
  url.searchParams.set('stream', 'public')
  return url
}

interface Hearing extends InstanceStreamOptions {
  token: string
  domain: string
  news: News
  timeline: Timeline
  wait: BackOff
  hear(): void
}

async function* hearSocket(
  url: URL,
  { host, token, time, pingEvery, openWithin, domain, news, timeline, wait, hear }: Hearing,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  let isOpen = false
  let isCaughtUp = false
  const options: SocketOptions = {
    headers: { authorization: `Bearer ${token}` },
    time,
    pingEvery,
    openWithin,
    most: MOST_MESSAGES,
    within: OLDEST_MESSAGE,
    onOpen: () => {
      isOpen = true
    },
    onHeard: hear,
  }
  for await (const frames of readSocket(url, options, signal)) {
    // Only now that nothing more is missed; what comes meanwhile waits in the socket.
    if (isOpen && !isCaughtUp) {
      yield* timeline.catchUp(domain, LATE)
      isCaughtUp = true
      wait.reset()
    }
    const { messages, error } = readFrames(frames, host, domain, news)
    if (messages.length > 0) yield { messages, cursor: { upTo: news.upTo } }
    if (error) throw error
  }
}

/** What came before an error counts. */
function readFrames(
  frames: string[],
  host: string,
  domain: string,
  news: News,
): { messages: RawMessage[]; error: NetworkError | null } {
  const messages: RawMessage[] = []
  for (const frame of frames) {
    const fields = asObject(readJson(frame))
    if (fields?.error !== undefined) return { messages, error: refusalOf(host, fields) }
    const payload = asText(fields?.payload)
    if (payload === null) continue
    if (fields?.event === 'update' || fields?.event === 'status.update')
      messages.push(...news.of(readJson(payload), domain))
    if (fields?.event === 'delete') messages.push(...news.ofDeletion(payload))
  }
  return { messages, error: null }
}

function refusalOf(host: string, { status, error }: Record<string, unknown>): NetworkError {
  return new NetworkError(
    status === 401 ? 'auth-dead' : status === 403 ? 'access-denied' : 'temporary',
    `${host} streams: ${String(error)}`,
  )
}
