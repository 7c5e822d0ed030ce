/** Videos by words. A search is dear, a hundred a day, so what it cuts short is asked for where calls are cheap. */
import { HOUR } from '../../../kit/clock.ts'
import type { FoundGroup, NetworkSearch, Time } from '../shared/adapter.ts'
import { asTime } from '../shared/json.ts'
import type { RawMessage } from '../shared/source.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { isNetworkError } from '../shared/network-error.ts'
import { SEARCHES, YoutubeError, type AskYoutube, type SearchResult, type VideoSnippet } from './api.ts'
import { readPage, startList, type ListCursor } from './newest-first.ts'
import { groupOf, unescaped, videoMessage } from './shape.ts'

/** Videos are found some time after they were published. */
const OVERLAP = 6 * HOUR

interface SearchOptions {
  ask: AskYoutube
  pool: TokenPool
  time: Time
}

export function videoSearch({ ask, pool, time }: SearchOptions): NetworkSearch<ListCursor> {
  return {
    allowance: () => pool.allowance(SEARCHES),
    callsPerRead: 1,
    mostResults: 500,
    async read(words, last, since, signal) {
      const list = last ?? startList(since)
      const parameters = {
        part: 'snippet',
        type: 'video',
        order: 'date',
        maxResults: '50',
        q: queryOf(words),
        relevanceLanguage: 'ru',
        regionCode: 'RU',
        publishedAfter: new Date(Math.max(list.from, list.edge - OVERLAP)).toISOString(),
        ...(list.page ? { pageToken: list.page.token } : {}),
      }
      try {
        const { items = [], nextPageToken } = await ask('search', parameters, signal)
        const { cursor, fresh } = readPage(list, items.flatMap(entryOf), { nextToken: nextPageToken, now: time.now() })
        return {
          messages: await messagesOf(
            ask,
            fresh.map(({ item }) => item.snippet),
            signal,
          ),
          cursor,
          more: cursor.page !== null,
        }
      } catch (error) {
        if (!(error instanceof YoutubeError) || error.reason !== 'invalidPageToken' || !list.page) throw error
        return { messages: [], cursor: { ...list, page: null }, more: true }
      }
    },
  }
}

type FoundVideo = VideoSnippet & { videoId: string }

function entryOf({ id, snippet }: SearchResult): { id: string; at: number; stamp: string; snippet: FoundVideo }[] {
  const at = asTime(snippet?.publishedAt)
  if (!id?.videoId || !snippet?.channelId || !at) return []
  const found = {
    ...snippet,
    videoId: id.videoId,
    title: unescaped(snippet.title ?? ''),
    description: unescaped(snippet.description ?? ''),
    channelTitle: unescaped(snippet.channelTitle ?? ''),
  }
  return [{ id: id.videoId, at: at.getTime(), stamp: '', snippet: found }]
}

async function messagesOf(ask: AskYoutube, found: FoundVideo[], signal: AbortSignal): Promise<RawMessage[]> {
  if (found.length === 0) return []
  const ids = (values: (string | undefined)[]): string => [...new Set(values)].join(',')
  const whole = new Map<string, VideoSnippet>()
  const channels = new Map<string, FoundGroup>()
  try {
    const videos = await ask(
      'videos',
      { part: 'snippet', id: ids(found.map(({ videoId }) => videoId)), maxResults: '50' },
      signal,
    )
    for (const { id = '', snippet = {} } of videos.items ?? []) whole.set(id, snippet)
    const owners = await ask(
      'channels',
      { part: 'snippet,statistics', id: ids(found.map(({ channelId }) => channelId)), maxResults: '50' },
      signal,
    )
    for (const channel of owners.items ?? []) channels.set(channel.id ?? '', groupOf(channel))
  } catch (error) {
    // The search was paid for: what it gave is enough.
    if (!isNetworkError(error, 'quota-exceeded', 'rate-limited', 'temporary')) throw error
  }
  return found.flatMap((video) => {
    const channel =
      channels.get(video.channelId ?? '') ??
      groupOf({ id: video.channelId ?? '', snippet: { title: video.channelTitle ?? '' } })
    const message = videoMessage(video.videoId, video.publishedAt, whole.get(video.videoId) ?? video, channel)
    return message ? [message] : []
  })
}

/** A minus and a bar mean something there. */
const queryOf = (words: string[]): string =>
  words
    .map((word) =>
      word
        .replace(/["|]/g, ' ')
        .replace(/(^|\s)-+/g, '$1')
        .trim(),
    )
    .filter((word) => word !== '')
    .join(' ')
