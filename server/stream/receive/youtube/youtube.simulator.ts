/**
 * The Data API of YouTube as its sheet tells: six lists, page tokens, a bucket of searches and one of units for each key
 * and Pacific day, errors with their reasons. The world in it is made by
 * anyone who starts it; channels, videos and comments may be changed as they are.
 */
import type { ServerResponse } from 'node:http'
import { openLocalServer, openSecondCounter } from '../shared/local-server.simulator.ts'
import type { Channel, Comment, CommentThread, List, PlaylistItem, SearchResult, Video } from './api.ts'
import { nextPacificMidnight, SEARCHES, UNITS } from './api.ts'

interface SimulatedChannel {
  id: string
  title: string
  handle: string
  userName?: string
  subscribers: number
  hidden?: boolean
  commentsOff?: boolean
  gone?: boolean
}

interface SimulatedVideo {
  id: string
  channelId: string
  title: string
  description: string
  at: Date
  isPrivate?: boolean
}

interface SimulatedComment {
  id: string
  videoId: string
  channelId: string
  parentId: string | null
  author: string
  text: string
  at: Date
  updatedAt: Date
}

/** What the next call meets instead of its answer. */
export type YoutubeFault = { status: number; reason?: string; retryAfter?: number } | 'silent' | 'broken' | 'no-json'

export interface YoutubeSimulator {
  /** For `baseUrl`. */
  url: string
  calls: Record<string, number>
  /** Calls that came though the bucket was empty, or too many in one second. */
  refused: number
  faults: YoutubeFault[]
  /** Mixes every page up and says some entries twice. */
  untidy: boolean
  /** Milliseconds its clock is ahead. */
  skew: number
  addChannel(channel: Partial<SimulatedChannel> & { title: string }): SimulatedChannel
  post(channel: SimulatedChannel, title: string, description?: string, at?: Date): SimulatedVideo
  comment(video: SimulatedVideo, text: string, to?: SimulatedComment, at?: Date): SimulatedComment
  edit(comment: SimulatedComment, text: string): void
  delete(entry: SimulatedVideo | SimulatedComment): void
  close(): Promise<void>
}

interface SimulatorOptions {
  now: () => Date
  keys?: string[]
  perDay?: { searches: number; units: number }
  perSecond?: number
}

type Answer = { status: number; body: unknown; headers?: Record<string, string> }

const refusal = (code: number, reason: string, domain = 'youtube'): Answer => ({
  status: code,
  body: {
    error: {
      code,
      message: `Said in words: ${reason}`,
      errors: [{ message: reason, domain, reason }],
      status: code === 400 ? 'INVALID_ARGUMENT' : 'FAILED',
    },
  },
})

/** Ids have the lengths they have there. */
const madeUpId = (start: string, length: number, number: number): string =>
  start + number.toString(36).padStart(length - start.length, '0')
const video11 = (number: number): string => madeUpId('v', 11, number)

export async function startYoutubeSimulator({
  now,
  keys = ['key-a'],
  perDay = { searches: 100, units: 10_000 },
  perSecond = 10,
}: SimulatorOptions): Promise<YoutubeSimulator> {
  const channels: SimulatedChannel[] = []
  const videos: SimulatedVideo[] = []
  const comments: SimulatedComment[] = []
  const used = new Map<string, number>()
  let day = nextPacificMidnight(now())
  const seconds = openSecondCounter()
  let made = 0

  const told = (at: Date): string => new Date(at.getTime() + simulator.skew).toISOString().replace(/\.\d+Z$/, 'Z')
  const newest = <Entry extends { at: Date }>(entries: Entry[]): Entry[] =>
    entries.toReversed().toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const thumbnails = (id: string) => ({ default: { url: `https://yt3.ggpht.com/${id}=s88`, width: 88, height: 88 } })

  function countCall(resource: string, key: string): Answer | null {
    const moment = now()
    if (moment >= day) {
      day = nextPacificMidnight(moment)
      used.clear()
    }
    const inSecond = seconds.count('all', moment)
    if (!keys.includes(key))
      return {
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'API key not valid.',
            errors: [{ domain: 'global', reason: 'badRequest' }],
            status: 'INVALID_ARGUMENT',
            details: [{ reason: 'API_KEY_INVALID' }],
          },
        },
      }
    const bucket = `${key} ${resource === 'search' ? SEARCHES : UNITS}`
    const count = (used.get(bucket) ?? 0) + 1
    used.set(bucket, count)
    const isUsedUp = count > (resource === 'search' ? perDay.searches : perDay.units)
    if (!isUsedUp && inSecond <= perSecond * keys.length) return null
    simulator.refused += 1
    return refusal(403, isUsedUp ? 'quotaExceeded' : 'rateLimitExceeded', 'youtube.quota')
  }

  /** Tokens of uploads and searches count entries, so that pages move when something comes; those of comments name the last one. */
  function page<Entry, Out>(
    entries: Entry[],
    asked: URLSearchParams,
    shape: (entry: Entry) => Out,
    idOf?: (entry: Entry) => string,
  ): List<Out> | null {
    const most = Math.min(Number(asked.get('maxResults') ?? 5), idOf ? 100 : 50)
    const token = asked.get('pageToken')
    let from = 0
    if (token !== null) {
      const [, written = ''] = /^T\.(.+)$/.exec(token) ?? []
      from = idOf ? entries.findIndex((entry) => idOf(entry) === written) + 1 : Number(written)
      if (written === '' || Number.isNaN(from) || (idOf && from === 0)) return null
    }
    const taken = entries.slice(from, from + most)
    const last = taken.at(-1)
    const next =
      from + most < entries.length && last !== undefined
        ? { nextPageToken: `T.${idOf ? idOf(last) : from + most}` }
        : {}
    const items = taken.map(shape)
    const untidy = simulator.untidy ? [...items.slice(-1), ...items.toReversed(), ...items.slice(0, 2)] : items
    const list = {
      kind: 'list',
      etag: 'e',
      ...next,
      pageInfo: { totalResults: entries.length, resultsPerPage: most },
      items: untidy,
    }
    return list
  }

  const commentOf = (comment: SimulatedComment): Comment => ({
    id: comment.id,
    snippet: {
      authorDisplayName: `@${comment.author}`,
      authorProfileImageUrl: `https://yt3.ggpht.com/${comment.author}=s48`,
      authorChannelUrl: `http://www.youtube.com/@${comment.author}`,
      authorChannelId: { value: `UC-${comment.author}` },
      textDisplay: comment.text,
      publishedAt: told(comment.at),
      updatedAt: told(comment.updatedAt),
      ...(comment.parentId ? { parentId: comment.parentId } : { videoId: comment.videoId }),
    },
  })

  const snippetOf = (video: SimulatedVideo) => {
    const channel = channels.find(({ id }) => id === video.channelId)!
    return {
      publishedAt: told(video.at),
      channelId: channel.id,
      channelTitle: channel.title,
      title: video.title,
      description: video.description,
      thumbnails: thumbnails(video.id),
    }
  }

  const escaped = (text: string): string =>
    text.replace(/[&<>"']/g, (sign) =>
      sign === "'" ? '&#39;' : { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[sign]!,
    )

  const lists: Record<string, (asked: URLSearchParams) => List<unknown> | Answer | null> = {
    channels: (asked) => {
      const handle = asked.get('forHandle')?.replace(/^@/, '').toLowerCase()
      const found = channels.filter(
        (channel) =>
          !channel.gone &&
          (asked.get('id')?.split(',').includes(channel.id) ||
            channel.handle.toLowerCase() === handle ||
            (channel.userName !== undefined && channel.userName === asked.get('forUsername'))),
      )
      const shape = (channel: SimulatedChannel): Channel => ({
        id: channel.id,
        snippet: {
          title: channel.title,
          customUrl: `@${channel.handle.toLowerCase()}`,
          thumbnails: thumbnails(channel.id),
        },
        statistics: {
          subscriberCount: channel.hidden ? '0' : String(channel.subscribers),
          hiddenSubscriberCount: channel.hidden ?? false,
        },
      })
      // What is not there is left out, even the list.
      return found.length === 0 ? ({ kind: 'list' } as List<unknown>) : page(found, asked, shape)
    },
    videos: (asked) =>
      page(
        videos.filter(({ id, isPrivate }) => !isPrivate && asked.get('id')?.split(',').includes(id)),
        asked,
        (video): Video => ({ id: video.id, snippet: snippetOf(video) }),
      ),
    playlistItems: (asked) => {
      const channel = channels.find(({ id, gone }) => !gone && `UU${id.slice(2)}` === asked.get('playlistId'))
      const uploads = newest(videos.filter(({ channelId }) => channelId === channel?.id))
      if (!channel || uploads.length === 0) return refusal(404, 'playlistNotFound', 'youtube.playlistItem')
      return page(uploads, asked, (video): PlaylistItem =>
        video.isPrivate
          ? {
              snippet: { ...snippetOf(video), title: 'Private video', description: 'This video is private.' },
              contentDetails: { videoId: video.id },
            }
          : {
              snippet: { ...snippetOf(video), resourceId: { videoId: video.id } },
              contentDetails: { videoId: video.id, videoPublishedAt: told(video.at) },
            },
      )
    },
    search: (asked) => {
      const words = (asked.get('q') ?? '').toLowerCase().split(/[\s-]+/)
      const after = new Date(asked.get('publishedAfter') ?? 0)
      if (asked.get('type') === 'channel') {
        const found = channels.filter(
          ({ title, gone }) => !gone && words.some((word) => title.toLowerCase().includes(word)),
        )
        return page(found, asked, (channel): SearchResult => ({
          id: { channelId: channel.id },
          snippet: { channelId: channel.id, title: escaped(channel.title) },
        }))
      }
      const found = newest(
        videos.filter(
          ({ title, description, at, isPrivate }) =>
            !isPrivate && at >= after && words.every((word) => `${title} ${description}`.toLowerCase().includes(word)),
        ),
      ).slice(0, 500)
      return page(found, asked, (video): SearchResult => {
        const snippet = snippetOf(video)
        return {
          id: { videoId: video.id },
          snippet: {
            ...snippet,
            title: escaped(snippet.title),
            description: escaped(snippet.description.slice(0, 100)),
          },
        }
      })
    },
    commentThreads: (asked) => {
      const channel = channels.find(({ id, gone }) => !gone && id === asked.get('allThreadsRelatedToChannelId'))
      if (!channel) return refusal(404, 'channelNotFound', 'youtube.commentThread')
      if (channel.commentsOff) return refusal(403, 'commentsDisabled', 'youtube.commentThread')
      const threads = newest(
        comments.filter((comment) => comment.parentId === null && comment.channelId === channel.id),
      )
      return page(
        threads,
        asked,
        (top): CommentThread => {
          const replies = comments.filter(({ parentId }) => parentId === top.id)
          return {
            id: top.id,
            snippet: {
              channelId: channel.id,
              videoId: top.videoId,
              topLevelComment: commentOf(top),
              totalReplyCount: replies.length,
            },
            ...(replies.length > 0 ? { replies: { comments: replies.slice(-5).map(commentOf) } } : {}),
          }
        },
        ({ id }) => id,
      )
    },
    comments: (asked) => {
      const parent = comments.find(({ id }) => id === asked.get('parentId'))
      if (!parent) return refusal(404, 'commentNotFound', 'youtube.comment')
      return page(
        comments.filter(({ parentId }) => parentId === parent.id),
        asked,
        commentOf,
        ({ id }) => id,
      )
    },
  }

  function answer(url: URL): Answer {
    const resource = /^\/youtube\/v3\/(\w+)$/.exec(url.pathname)?.[1] ?? ''
    simulator.calls[resource] = (simulator.calls[resource] ?? 0) + 1
    const refused = countCall(resource, url.searchParams.get('key') ?? '')
    if (refused) return refused
    const list = lists[resource]?.(url.searchParams)
    if (list === undefined) return { status: 404, body: 'Not Found' }
    if (list === null) return refusal(400, 'invalidPageToken')
    return 'status' in list && 'body' in list ? list : { status: 200, body: list }
  }

  function send(response: ServerResponse, { status, body, headers }: Answer): void {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  const local = await openLocalServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://simulator.invalid')
    const fault = simulator.faults.shift()
    if (fault === 'silent') return
    if (fault === 'broken') return void response.destroy()
    const usual = answer(url)
    if (fault === 'no-json') send(response, { status: 200, body: '<html>' })
    else if (fault)
      send(response, {
        ...(fault.reason ? refusal(fault.status, fault.reason) : { body: '' }),
        status: fault.status,
        ...(fault.retryAfter === undefined ? {} : { headers: { 'retry-after': String(fault.retryAfter) } }),
      })
    else send(response, usual)
  })

  const simulator: YoutubeSimulator = {
    url: local.url,
    calls: {},
    refused: 0,
    faults: [],
    untidy: false,
    skew: 0,
    addChannel(given) {
      const number = ++made
      const channel = {
        id: madeUpId('UC', 24, number),
        handle: `channel${number}`,
        subscribers: number * 1000,
        ...given,
      }
      channels.push(channel)
      return channel
    },
    post(channel, title, description = '', at = now()) {
      const video = { id: video11(++made), channelId: channel.id, title, description, at }
      videos.push(video)
      return video
    },
    comment(video, text, to, at = now()) {
      const id = to ? `${to.id}.${madeUpId('9', 22, ++made)}` : madeUpId('Ug', 26, ++made)
      const comment = {
        id,
        videoId: video.id,
        channelId: video.channelId,
        parentId: to?.id ?? null,
        author: `person${made}`,
        text,
        at,
        updatedAt: at,
      }
      comments.push(comment)
      return comment
    },
    edit(comment, text) {
      comment.text = text
      comment.updatedAt = now()
    },
    delete(entry) {
      if ('parentId' in entry) comments.splice(comments.indexOf(entry), 1)
      else videos.splice(videos.indexOf(entry), 1)
    },
    close: local.close,
  }
  return simulator
}
