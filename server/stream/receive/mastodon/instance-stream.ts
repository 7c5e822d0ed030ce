/**
 * What an instance sees: its public timeline, over a WebSocket where we have an account there, else asked now and then. A
 * socket replays nothing, so what was missed is read from the timeline, from a little before where it broke off.
 */
import type { NetworkStream, Time } from '../shared/adapter.ts'
import { backOff } from '../shared/back-off.ts'
import { asObject, asText, readJson } from '../shared/json.ts'
import { readSocket } from '../shared/read-socket.ts'
import { isRussian } from '../shared/russian.ts'
import type { RawBatch, RawMessage } from '../shared/source.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import { handedStatuses } from './handed-statuses.ts'
import { LONGEST_REST, type Instances } from './instances.ts'
import { compareIds, deletionOf, earlierId, groupOf, idAt, readStatus, type Account, type Status } from './shape.ts'

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
const MOST_DOUBTS = 10

/** Newest first, as it came. */
interface Page {
  statuses: unknown[]
  /** The ends of it; null: it is empty. */
  ids: { first: string; last: string } | null
  saidAt: number | null
}

type Batch = RawBatch<InstanceCursor>

export function instanceStream({
  host,
  token,
  instances,
  time,
  askEvery = ASK_EVERY,
  pingEvery,
}: InstanceStreamOptions): NetworkStream<InstanceCursor> {
  let watched: ReadonlySet<string> = new Set<string>()
  let heardAt: Date | null = null
  const accounts = new Map<string, Account>()
  const now = (): number => time.now().getTime()
  const hear = (): void => {
    heardAt = time.now()
  }

  /** With the group it was written in: the writer's own where it is watched, else that of whom it answers. */
  function messageOf({ message, account, answers }: Status): RawMessage {
    if (watched.has(account.handle)) {
      if (accounts.size >= MOST_ACCOUNTS) accounts.clear()
      accounts.set(account.handle, account)
    }
    const group = watched.has(account.handle)
      ? account
      : answers !== null && watched.has(answers)
        ? accounts.get(answers)
        : undefined
    return { ...message, group: group ? groupOf(group) : null }
  }

  return {
    name: `mastodon:${host}`,
    watch: ({ groups }) => {
      watched = new Set(groups)
    },
    heardAt: () => heardAt,
    async *read(cursor, signal) {
      let upTo = cursor?.upTo ?? null
      let tokenRestsUntil = 0
      /** Where a catching up was broken off: there it goes on, or one that is refused again and again would never come to its end. */
      let place: string | null = null
      let doubts = 0
      const startedAt = now()
      const handed = handedStatuses()
      const wait = backOff()

      function newsOf(body: unknown, domain: string): RawMessage[] {
        const status = readStatus(body, domain)
        if (!status) return []
        if (upTo === null || compareIds(status.id, upTo) > 0) upTo = status.id
        const { account, answers, id, uri, editedAt } = status
        const wanted =
          isRussian([status.language], status.message.text) ||
          watched.has(account.handle) ||
          (answers !== null && watched.has(answers)) ||
          handed.has(id)
        return wanted && handed.hand(id, uri, editedAt) ? [messageOf(status)] : []
      }

      /** The newest page, or the first one after an id. */
      async function askTimeline(after: string | null): Promise<Page> {
        const params = { limit: String(PAGE), ...(after === null ? {} : { min_id: after }) }
        const { body, saidAt } = await instances.ask(host, '/api/v1/timelines/public', params, { signal })
        if (!Array.isArray(body)) throw new NetworkError('temporary', `${host} answered no timeline`)
        const ids = body
          .map((each) => asText(asObject(each)?.id))
          .filter((id) => id !== null)
          .toSorted(compareIds)
        return {
          statuses: body,
          ids: ids.length > 0 ? { first: ids[0] as string, last: ids.at(-1) as string } : null,
          saidAt,
        }
      }

      function batchOf({ statuses }: Page, domain: string, after: string | null = null): Batch {
        hear()
        const news = statuses.filter(
          (each) => after === null || compareIds(asText(asObject(each)?.id) ?? '', after) > 0,
        )
        const messages = news.toReversed().flatMap((each) => newsOf(each, domain))
        return { messages, cursor: { upTo } }
      }

      /**
       * The timeline from a little before where it was left, oldest first, until the newest there was is met; at the very
       * first the newest page, and what has come since we began to ask for it.
       */
      async function* catchUp(domain: string, late: number): AsyncGenerator<Batch> {
        const isResumed = place !== null
        const top = await askTimeline(null)
        if (!top.ids) {
          // As of an instance that is being mended.
          if (upTo !== null && (await isThere(upTo)))
            throw new NetworkError('temporary', `${host} shows an empty timeline where there is more`)
          hear()
          place = null
          return
        }
        const isFirst = upTo === null
        let from =
          place ??
          (upTo === null
            ? idAt(top.ids.last, top.saidAt === null ? null : top.saidAt - (now() - startedAt))
            : earlierId(upTo, late))
        if (from === null || compareIds(top.ids.first, from) <= 0) {
          yield batchOf(top, domain, isFirst ? null : from)
          place = null
        } else {
          while (!signal.aborted && compareIds(from, top.ids.last) < 0) {
            const page = await askTimeline(from)
            if (page.ids === null || compareIds(page.ids.last, from) <= 0) {
              doubts += 1
              if (doubts <= MOST_DOUBTS)
                throw new NetworkError('temporary', `${host} says that there is more and does not show it`)
              yield batchOf(top, domain, from)
              break
            }
            yield batchOf(page, domain)
            place = from = page.ids.last
          }
          if (signal.aborted) return
          place = null
        }
        doubts = 0
        // What came late meanwhile, to where it was read before it was broken off.
        if (isResumed) yield* catchUp(domain, late)
      }

      async function isThere(id: string): Promise<boolean> {
        try {
          await instances.ask(host, `/api/v1/statuses/${encodeURIComponent(id)}`, {}, { signal })
          return true
        } catch (error) {
          if (isNetworkError(error, 'not-found', 'access-denied', 'bad-request')) return false
          throw error
        }
      }

      async function* hearSocket(streaming: string, domain: string, ofToken: string): AsyncGenerator<Batch> {
        const url = new URL('/api/v1/streaming', streaming)
        url.searchParams.set('stream', 'public')
        let isOpen = false
        let isCaughtUp = false
        const onOpen = (): void => {
          isOpen = true
        }
        const headers = { authorization: `Bearer ${ofToken}` }
        for await (const frames of readSocket(
          url,
          { headers, time, pingEvery, most: MOST_MESSAGES, within: OLDEST_MESSAGE, onOpen, onHeard: hear },
          signal,
        )) {
          // Only now that nothing more is missed; what comes meanwhile waits in the socket.
          if (isOpen && !isCaughtUp) {
            yield* catchUp(domain, LATE)
            isCaughtUp = true
            wait.reset()
          }
          const { messages, trouble } = readFrames(frames, (body) => newsOf(body, domain))
          if (messages.length > 0) yield { messages, cursor: { upTo } }
          if (trouble) throw trouble
        }
      }

      /** What came before an error counts. */
      function readFrames(
        frames: string[],
        news: (body: unknown) => RawMessage[],
      ): { messages: RawMessage[]; trouble: NetworkError | null } {
        const messages: RawMessage[] = []
        for (const frame of frames) {
          const fields = asObject(readJson(frame))
          if (fields?.error !== undefined) return { messages, trouble: refusalOf(host, fields) }
          const payload = asText(fields?.payload)
          if (payload === null) continue
          if (fields?.event === 'update' || fields?.event === 'status.update') messages.push(...news(readJson(payload)))
          const uri = fields?.event === 'delete' ? handed.drop(payload) : null
          if (uri !== null) messages.push(deletionOf(uri))
        }
        return { messages, trouble: null }
      }

      /** One connection, or one asking, and the wait after it. */
      async function* once(): AsyncGenerator<Batch> {
        const isStreaming = token !== null && now() >= tokenRestsUntil
        try {
          const { domain, streaming } = await instances.instanceAt(host, null, signal)
          if (isStreaming && streaming !== null) yield* hearSocket(streaming, domain, token)
          else {
            yield* catchUp(domain, LATE_ASKED)
            wait.reset()
            await time.sleep(askEvery, signal)
          }
        } catch (error) {
          if (!isNetworkError(error)) throw error
          heardAt = null
          // The timeline may be open to everybody.
          if (isStreaming && isNetworkError(error, 'auth-dead', 'access-denied')) tokenRestsUntil = now() + TOKEN_REST
          await time.sleep(wait.next(Math.min(error.retryAfter ?? 0, LONGEST_REST)), signal)
        }
      }

      try {
        while (!signal.aborted) yield* once()
      } finally {
        heardAt = null
      }
    },
  }
}

function refusalOf(host: string, { status, error }: Record<string, unknown>): NetworkError {
  return new NetworkError(
    status === 401 ? 'auth-dead' : status === 403 ? 'access-denied' : 'temporary',
    `${host} streams: ${String(error)}`,
  )
}
