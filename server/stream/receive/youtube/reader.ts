/** A channel: the list of its uploads, and the comments under all of them in one list. */
import { DAY } from '../../../kit/clock.ts'
import type { CallAllowance, FoundGroup, GroupReader, GroupTarget, Reading, Time } from '../shared/adapter.ts'
import { asTime } from '../shared/json.ts'
import { shortHash } from '../shared/short-hash.ts'
import type { RawMessage } from '../shared/source.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import { CALL_UNITS, YoutubeError, type AskYoutube, type CommentThread, type PlaylistItem } from './api.ts'
import { readPage, startList, type ListCursor } from './newest-first.ts'
import { commentMessage, groupOf, videoMessage } from './shape.ts'

export interface ChannelCursor {
  /** As YouTube reported it last; asked again once a day, for its name and its followers. */
  channel: { found: FoundGroup; askedAt: number }
  videos: ListCursor
  comments: ListCursor
  /** Comments whose answers are still to be asked for: the thread, its video, the page. */
  replies: [thread: string, video: string | null, token: string | null][]
  /** Milliseconds: comments are switched off, or failed just now, and are not asked for again before. */
  commentsOffUntil: number
}

/** Calls for the answers to comments in one step. */
const REPLY_CALLS = 5
/** After comments failed. YouTube goes on failing for some channels. */
const REST = 5 * 60_000

interface ReaderOptions {
  ask: AskYoutube
  pool: TokenPool
  time: Time
}

export async function askChannel(
  ask: AskYoutube,
  parameters: Record<string, string>,
  signal: AbortSignal,
): Promise<FoundGroup | null> {
  const { items = [] } = await ask('channels', { part: 'snippet,statistics', ...parameters }, signal)
  return items[0]?.id ? groupOf(items[0]) : null
}

export function channelReader(options: ReaderOptions): GroupReader<ChannelCursor> {
  return new ChannelReader(options)
}

class ChannelReader implements GroupReader<ChannelCursor> {
  readonly callsPerRead = 2
  readonly #ask: AskYoutube
  readonly #pool: TokenPool
  readonly #time: Time

  constructor({ ask, pool, time }: ReaderOptions) {
    this.#ask = ask
    this.#pool = pool
    this.#time = time
  }

  allowance(): CallAllowance {
    return this.#pool.allowance(CALL_UNITS)
  }

  async read(
    target: GroupTarget,
    last: ChannelCursor | null,
    since: Date,
    signal: AbortSignal,
  ): Promise<Reading<ChannelCursor>> {
    const now = this.#time.now().getTime()
    const due = !last || now - last.channel.askedAt >= DAY
    const channel = due ? { found: await this.#getChannel(target, signal), askedAt: now } : last.channel
    const cursor: ChannelCursor = last
      ? { ...last, channel, replies: [...last.replies] }
      : { channel, videos: startList(since), comments: startList(since), replies: [], commentsOffUntil: 0 }
    const messages: RawMessage[] = []
    const isTalking = (): boolean =>
      cursor.commentsOffUntil <= now && (cursor.comments.page !== null || cursor.replies.length > 0)
    const begins = !cursor.videos.page && !isTalking()
    if (begins || cursor.videos.page) messages.push(...(await this.#readVideos(target, cursor, signal)))
    // What is found of answers goes first, so that their list stays short.
    if (isTalking() && cursor.replies.length > 0) messages.push(...(await this.#readReplies(cursor, signal)))
    else if ((begins || isTalking()) && cursor.commentsOffUntil <= now)
      messages.push(...(await this.#readComments(target, cursor, signal)))
    const more = cursor.videos.page !== null || isTalking()
    const reading: Reading<ChannelCursor> = { messages, cursor, more }
    return due ? { ...reading, group: channel.found } : reading
  }

  async #getChannel({ externalId }: GroupTarget, signal: AbortSignal): Promise<FoundGroup> {
    const found = await askChannel(this.#ask, { id: externalId }, signal)
    if (!found) throw new NetworkError('not-found', `channel ${externalId} is gone`)
    return found
  }

  async #readVideos(target: GroupTarget, cursor: ChannelCursor, signal: AbortSignal): Promise<RawMessage[]> {
    const { page } = cursor.videos
    const parameters = {
      part: 'snippet,contentDetails',
      playlistId: `UU${target.externalId.slice(2)}`,
      maxResults: '50',
      ...(page ? { pageToken: page.token } : {}),
    }
    try {
      const { items = [], nextPageToken } = await this.#ask('playlistItems', parameters, signal)
      const entries = items.flatMap((item) => entryOf(item, cursor.channel.found))
      const read = readPage(cursor.videos, entries, { nextToken: nextPageToken, now: this.#time.now() })
      cursor.videos = read.cursor
      return read.fresh.map(({ item, before }) =>
        before === null ? item.message : { ...item.message, editedAt: this.#time.now() },
      )
    } catch (error) {
      if (isPageGone(error) && page) cursor.videos = { ...cursor.videos, page: null }
      // A channel that never had a video has no such list either.
      else if (isNetworkError(error, 'not-found')) await this.#getChannel(target, signal)
      else throw error
      return []
    }
  }

  /** Comments that fail must not keep videos from being read. */
  #restFromComments(cursor: ChannelCursor, error: unknown, signal: AbortSignal): void {
    if (!isNetworkError(error, 'temporary') || signal.aborted) throw error
    cursor.commentsOffUntil = this.#time.now().getTime() + REST
  }

  async #readComments(target: GroupTarget, cursor: ChannelCursor, signal: AbortSignal): Promise<RawMessage[]> {
    const { page } = cursor.comments
    const parameters = {
      part: 'snippet,replies',
      allThreadsRelatedToChannelId: target.externalId,
      order: 'time',
      maxResults: '100',
      textFormat: 'plainText',
      ...(page ? { pageToken: page.token } : {}),
    }
    try {
      const { items = [], nextPageToken } = await this.#ask('commentThreads', parameters, signal)
      const entries = items.flatMap((thread) => threadOf(thread, cursor.channel.found))
      const read = readPage(cursor.comments, entries, { nextToken: nextPageToken, now: this.#time.now() })
      cursor.comments = read.cursor
      return read.fresh.flatMap(({ item, before }) => {
        const isSame = before !== null && changeOf(before) === changeOf(item.stamp)
        return [...(isSame ? [] : [item.message]), ...newReplies(item, before, cursor)]
      })
    } catch (error) {
      if (isPageGone(error) && page) cursor.comments = { ...cursor.comments, page: null }
      // Switched off, or not for us: its videos are.
      else if (isNetworkError(error, 'access-denied', 'not-found')) {
        cursor.comments = { ...cursor.comments, page: null }
        cursor.commentsOffUntil = this.#time.now().getTime() + DAY
      } else this.#restFromComments(cursor, error, signal)
      return []
    }
  }

  async #readReplies(cursor: ChannelCursor, signal: AbortSignal): Promise<RawMessage[]> {
    const messages: RawMessage[] = []
    for (const [thread, video, token] of cursor.replies.slice(0, REPLY_CALLS)) {
      const parameters = {
        part: 'snippet',
        parentId: thread,
        maxResults: '100',
        textFormat: 'plainText',
        ...(token ? { pageToken: token } : {}),
      }
      let next: string | undefined
      try {
        const { items = [], nextPageToken } = await this.#ask('comments', parameters, signal)
        for (const reply of items) messages.push(...present(commentMessage(reply, video, cursor.channel.found)))
        next = nextPageToken
      } catch (error) {
        // Taken away since we saw it, or switched off: its neighbours are not.
        if (!isNetworkError(error, 'not-found', 'access-denied', 'bad-request')) {
          this.#restFromComments(cursor, error, signal)
          return messages
        }
      }
      cursor.replies = cursor.replies.slice(1)
      if (next !== undefined) cursor.replies.push([thread, video, next])
    }
    return messages
  }
}

interface VideoEntry {
  id: string
  at: number
  stamp: string
  message: RawMessage
}

interface ThreadEntry extends VideoEntry {
  thread: CommentThread
}

function entryOf({ snippet = {}, contentDetails = {} }: PlaylistItem, channel: FoundGroup): VideoEntry[] {
  const id = contentDetails.videoId ?? snippet.resourceId?.videoId
  // Without its own time it is private now, or deleted.
  const message = videoMessage(id, contentDetails.videoPublishedAt, snippet, channel)
  return message?.publishedAt
    ? [{ id: message.externalId, at: message.publishedAt.getTime(), stamp: shortHash(message.text), message }]
    : []
}

function threadOf(thread: CommentThread, channel: FoundGroup): ThreadEntry[] {
  const { topLevelComment, totalReplyCount = 0, videoId = null } = thread.snippet ?? {}
  const message = topLevelComment ? commentMessage(topLevelComment, videoId, channel) : null
  if (!message?.publishedAt) return []
  const changed = asTime(topLevelComment?.snippet?.updatedAt) ?? message.publishedAt
  return [
    {
      id: message.externalId,
      at: message.publishedAt.getTime(),
      stamp: stampOfThread(totalReplyCount, changed),
      message,
      thread,
    },
  ]
}

/** How many answers a comment has, and when its own text was changed. */
const stampOfThread = (replies: number, changed: Date): string => `${replies}@${changed.getTime() / 1000}`
const repliesOf = (stamp: string): number => Number(stamp.split('@')[0])
const changeOf = (stamp: string): string | undefined => stamp.split('@')[1]

/** Answers come with their comment, but not all of them; those that are left out are put down to be asked for. */
function newReplies({ id, thread }: ThreadEntry, before: string | null, cursor: ChannelCursor): RawMessage[] {
  const { totalReplyCount = 0, videoId = null } = thread.snippet ?? {}
  if (totalReplyCount <= repliesOf(before ?? '0@')) return []
  const given = thread.replies?.comments ?? []
  if (given.length < totalReplyCount) {
    cursor.replies.push([id, videoId, null])
    return []
  }
  return given.flatMap((reply) => present(commentMessage(reply, videoId, cursor.channel.found)))
}

const present = <Item>(item: Item | null): Item[] => (item === null ? [] : [item])

const isPageGone = (error: unknown): boolean => error instanceof YoutubeError && error.reason === 'invalidPageToken'
