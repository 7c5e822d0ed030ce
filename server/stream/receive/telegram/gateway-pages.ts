/** A gateway, read page by page, searched and listened to. */
import { HOUR } from '../../../kit/clock.ts'
import type { FoundGroup, NetworkSearch, NetworkStream, Time } from '../shared/adapter.ts'
import { rawGroupOf } from '../shared/raw-group.ts'
import type { RawAuthor, RawMessage } from '../shared/source.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { GatewayAuthor, GatewayChat, GatewayFind, GatewayMessage, TelegramGateway } from './gateway.ts'
import type { PageMessage, TelegramPages } from './telegram-pages.ts'

const PAGE = 100
/** What is heard while no one asks for it waits here; beyond that the oldest is left to the reading of groups. */
const MOST_HEARD = 5_000
/** Milliseconds that a group is left alone while the account that reads it is dead: an operator has to act. */
const DEAD_REST = HOUR

export function openGatewayPages(gateway: TelegramGateway): TelegramPages {
  return {
    async page(name, before, signal) {
      const [chat, newest] = await Promise.all([
        gateway.resolve(name, signal),
        gateway.history(name, { before, limit: PAGE }, signal),
      ])
      const messages = newest
        .map((message) => toPageMessage(message, `https://t.me/${chat.name}/${message.id}`))
        .toSorted((a, b) => a.id - b.id)
      return { group: toFoundGroup(chat), messages, older: newest.length >= PAGE }
    },
    async discussion(name, post, before, signal) {
      const newest = await gateway.replies(name, post, { before, limit: PAGE }, signal)
      if (!newest) return null
      const comments = newest
        .map((message) => toPageMessage(message, `https://t.me/${name}/${post}?comment=${message.id}`))
        .toSorted((a, b) => a.id - b.id)
      return { comments, older: newest.length >= PAGE }
    },
    async isThere(name, id, signal) {
      const newest = await gateway.history(name, { before: id + 1, limit: 1 }, signal)
      return newest.length === 0 || newest[0]?.id === id
    },
  }
}

function toFoundGroup({ name, kind, title, avatar, members }: GatewayChat): FoundGroup {
  return { externalId: name.toLowerCase(), kind, name: title, avatar, followers: members, link: `https://t.me/${name}` }
}

export interface TelegramSearchCursor {
  /** The next page of the search that is being gone through. */
  next: string | null
  /** Nothing older is news: when the newest that was met was written, and what it will be once this search is through. */
  until: string | null
  newest: string | null
}

export function openGatewaySearch(gateway: TelegramGateway): NetworkSearch<TelegramSearchCursor> {
  return {
    async read(words, known, since, signal) {
      const cursor = known ?? { next: null, until: null, newest: null }
      // One moment may hold several messages: the edge itself is read again.
      const edge = cursor.until && new Date(cursor.until) > since ? new Date(cursor.until) : since
      const { found, next } = await gateway.search(
        words.join(' '),
        { next: cursor.next, since: edge, limit: PAGE },
        signal,
      )
      const fresh = found.filter(({ message }) => message.date >= edge)
      const newest = fresh.reduce(
        (latest, { message }) =>
          latest === null || message.date > new Date(latest) ? message.date.toISOString() : latest,
        cursor.newest,
      )
      const more = next !== null && fresh.length === found.length && found.length > 0
      return {
        messages: fresh.map(toRawMessage),
        cursor: more ? { next, until: cursor.until, newest } : { next: null, until: newest ?? cursor.until, newest },
        more,
      }
    },
    allowance: () => gateway.allowance('search'),
    callsPerRead: 1,
    mostResults: Infinity,
  }
}

/** What is pushed has no place to go on from: what was missed is found when its group is read. */
export function openGatewayStream(gateway: TelegramGateway): NetworkStream<null> {
  return {
    name: 'telegram-gateway',
    heardAt: () => gateway.heardAt(),
    async *read(_cursor, signal) {
      const heard: RawMessage[] = []
      let wake = (): void => {}
      const stop = gateway.onMessage((find) => {
        heard.push(toRawMessage(find))
        if (heard.length > MOST_HEARD) heard.shift()
        wake()
      })
      const end = (): void => wake()
      signal.addEventListener('abort', end)
      try {
        while (!signal.aborted) {
          if (heard.length > 0) yield { messages: heard.splice(0, 200), cursor: null }
          else
            await new Promise<void>((resolve) => {
              wake = resolve
            })
        }
      } finally {
        signal.removeEventListener('abort', end)
        stop()
      }
    },
  }
}

/**
 * What keeps an account from asking, FLOOD_WAIT or a dead session, keeps no one from reading previews: said by a gateway it puts
 * off what was asked of it, and the network does not rest.
 */
export function sparingTheNetwork(gateway: TelegramGateway, { now }: Pick<Time, 'now'>): TelegramGateway {
  const spare = async <Result>(asked: Promise<Result>): Promise<Result> => {
    try {
      return await asked
    } catch (error) {
      if (!isNetworkError(error, 'rate-limited', 'quota-exceeded', 'auth-dead')) throw error
      const retryAfter = error.retryAfter ?? (error.until ? error.until.getTime() - now().getTime() : DEAD_REST)
      throw new NetworkError('temporary', error.message, { cause: error, retryAfter })
    }
  }
  return {
    ...gateway,
    resolve: (name, signal) => spare(gateway.resolve(name, signal)),
    history: (name, page, signal) => spare(gateway.history(name, page, signal)),
    replies: (name, post, page, signal) => spare(gateway.replies(name, post, page, signal)),
  }
}

/** @returns null where a gateway finds nothing, or may not look */
export async function findThrough(
  gateway: TelegramGateway,
  name: string,
  signal: AbortSignal,
): Promise<FoundGroup | null> {
  try {
    return toFoundGroup(await gateway.resolve(name, signal))
  } catch (error) {
    if (isNetworkError(error, 'not-found', 'access-denied')) return null
    throw error
  }
}

function toRawMessage({ chat, message, post, deleted }: GatewayFind): RawMessage {
  const found = toFoundGroup(chat)
  const { externalId, kind, name, avatar, link } = found
  const asComment = post !== null
  return {
    network: 'telegram',
    externalId: asComment ? `${externalId}/${post}/c${message.id}` : `${externalId}/${message.id}`,
    kind: asComment || message.replyTo !== null ? 'comment' : 'post',
    publishedAt: message.date,
    text: message.text,
    url: asComment ? `${link}/${post}?comment=${message.id}` : `${link}/${message.id}`,
    author: message.author
      ? toAuthor(message.author)
      : kind === 'channel' && !asComment
        ? { externalId, name, avatar, url: link }
        : null,
    group: rawGroupOf(found),
    editedAt: message.editedAt,
    deleted,
  }
}

function toPageMessage({ id, date, editedAt, text, author, replyTo }: GatewayMessage, url: string): PageMessage {
  return {
    id,
    publishedAt: date,
    text,
    url,
    author: author && toAuthor(author),
    edited: editedAt !== null,
    editedAt,
    isReply: replyTo !== null,
  }
}

function toAuthor({ id, username, name, avatar }: GatewayAuthor): RawAuthor {
  return {
    externalId: username?.toLowerCase() ?? `id${id}`,
    name,
    avatar,
    url: username ? `https://t.me/${username}` : null,
  }
}
