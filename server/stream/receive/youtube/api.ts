/** The Data API of YouTube, version 3: its lists, as far as we read them, and its errors. Everything may be missing. */
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { Time } from '../shared/adapter.ts'
import { askNetwork, errorOfStatus, type Fetch, type NetworkAnswer } from '../shared/ask-network.ts'
import { readJson } from '../shared/json.ts'
import type { TokenLimits, TokenPool } from '../shared/token-pool.ts'
import { NetworkError, type NetworkErrorKind } from '../shared/network-error.ts'

export interface List<Item> {
  items?: Item[]
  nextPageToken?: string
}

export interface Thumbnails {
  default?: { url?: string }
  medium?: { url?: string }
}

export interface YoutubeChannel {
  id?: string
  snippet?: { title?: string; customUrl?: string; thumbnails?: Thumbnails }
  statistics?: { subscriberCount?: string; hiddenSubscriberCount?: boolean }
}

export interface Video {
  id?: string
  snippet?: VideoSnippet
}

export interface VideoSnippet {
  publishedAt?: string
  channelId?: string
  channelTitle?: string
  title?: string
  description?: string
}

export interface PlaylistItem {
  snippet?: VideoSnippet & { resourceId?: { videoId?: string } }
  contentDetails?: { videoId?: string; videoPublishedAt?: string }
}

export interface SearchResult {
  id?: { videoId?: string; channelId?: string }
  snippet?: VideoSnippet
}

export interface CommentThread {
  id?: string
  snippet?: { channelId?: string; videoId?: string; topLevelComment?: YoutubeComment; totalReplyCount?: number }
  replies?: { comments?: YoutubeComment[] }
}

export interface YoutubeComment {
  id?: string
  snippet?: {
    authorDisplayName?: string
    authorProfileImageUrl?: string
    authorChannelUrl?: string
    authorChannelId?: { value?: string }
    textDisplay?: string
    textOriginal?: string
    publishedAt?: string
    updatedAt?: string
    videoId?: string
    parentId?: string
  }
}

interface Lists {
  channels: YoutubeChannel
  videos: Video
  playlistItems: PlaylistItem
  search: SearchResult
  commentThreads: CommentThread
  comments: YoutubeComment
}

/** What the pool counts: searches have a bucket of their own, all the rest shares one, a unit a call. */
export const SEARCHES = 'search.list'
export const CALL_UNITS = 'units'

/** A day of YouTube begins at midnight on the Pacific coast, which moves by an hour twice a year. */
export const youtubeLimits = (now: Date): TokenLimits => ({
  perSecond: 10,
  perDay: { [SEARCHES]: 100, [CALL_UNITS]: 10_000 },
  dayStartsAt: 24 - pacificHour(new Date(Math.floor(now.getTime() / DAY) * DAY)),
})

export class YoutubeError extends NetworkError {
  /** In YouTube's words, such as `commentsDisabled`. */
  readonly reason: string

  constructor(
    kind: NetworkErrorKind,
    message: string,
    reason: string,
    details: { retryAfter?: number; until?: Date } = {},
  ) {
    super(kind, message, details)
    this.reason = reason
  }
}

export type AskYoutube = <Resource extends keyof Lists>(
  resource: Resource,
  parameters: Record<string, string>,
  signal: AbortSignal,
) => Promise<List<Lists[Resource]>>

export interface ApiOptions {
  baseUrl: string
  pool: TokenPool
  time: Time
  fetch?: Fetch
  /** Milliseconds for one answer. */
  timeout?: number
}

export function openApi({ baseUrl, pool, time, fetch, timeout }: ApiOptions): AskYoutube {
  return (resource, parameters, signal) =>
    pool.use(
      resource === 'search' ? SEARCHES : CALL_UNITS,
      async (key) => {
        const url = new URL(`/youtube/v3/${resource}`, baseUrl)
        for (const [name, value] of Object.entries({ ...parameters, key })) url.searchParams.set(name, value)
        const answer = await askNetwork(url, {
          signal,
          ...(fetch ? { fetch } : {}),
          ...(timeout === undefined ? {} : { timeout }),
        })
        const body = readJson(answer.text)
        if (answer.status !== 200) throw errorOf(answer, body, resource, time.now())
        if (typeof body !== 'object' || body === null) throw new NetworkError('temporary', `${resource}: no JSON came`)
        return body as List<Lists[typeof resource]>
      },
      signal,
    )
}

interface ErrorBody {
  error?: { message?: string; status?: string; errors?: { reason?: string }[]; details?: { reason?: string }[] }
}

const kindOfReason: Record<string, NetworkErrorKind> = {
  quotaExceeded: 'quota-exceeded',
  dailyLimitExceeded: 'quota-exceeded',
  rateLimitExceeded: 'rate-limited',
  userRateLimitExceeded: 'rate-limited',
  keyInvalid: 'auth-dead',
  keyExpired: 'auth-dead',
  API_KEY_INVALID: 'auth-dead',
  accessNotConfigured: 'auth-dead',
  ipRefererBlocked: 'auth-dead',
  processingFailure: 'temporary',
  backendError: 'temporary',
  internalError: 'temporary',
}

function errorOf(answer: NetworkAnswer, body: unknown, resource: string, now: Date): NetworkError {
  const { error } = (body ?? {}) as ErrorBody
  const reasons = [...(error?.errors ?? []), ...(error?.details ?? [])].flatMap(({ reason }) =>
    reason ? [reason] : [],
  )
  const reason = reasons.find((each) => each in kindOfReason) ?? reasons[0] ?? ''
  const usual = errorOfStatus(answer)
  const kind = kindOfReason[reason] ?? usual?.kind ?? 'temporary'
  const message = `${resource}: ${answer.status} ${reason || error?.status || ''}`.trim()
  if (kind === 'quota-exceeded') return new YoutubeError(kind, message, reason, { until: nextPacificMidnight(now) })
  return new YoutubeError(kind, message, reason, usual?.retryAfter == null ? {} : { retryAfter: usual.retryAfter })
}

const pacificClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  hourCycle: 'h23',
})
const pacificHour = (moment: Date): number => Number(pacificClock.format(moment))

/** The full hour at which the clock there shows 0 next; days that the clock is moved in have 23 or 25. */
export function nextPacificMidnight(now: Date): Date {
  let hour = (Math.floor(now.getTime() / HOUR) + 1) * HOUR
  while (pacificHour(new Date(hour)) !== 0) hour += HOUR
  return new Date(hour)
}
