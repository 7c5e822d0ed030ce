/**
 * Telegram: channels by their public preview; groups where a bot of ours is a member; and, where an account is given as a
 * gateway, any public group, channels without a preview, and search.
 */
import type { FoundGroup, GroupTarget, NetworkAdapter, Reading, Time } from '../shared/adapter.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import { openBotApi, type BotApi } from './bot-api.ts'
import { openBotStream } from './bot-stream.ts'
import {
  findThrough,
  openGatewayPages,
  openGatewaySearch,
  openGatewayStream,
  sparingTheNetwork,
} from './gateway-pages.ts'
import type { TelegramGateway } from './gateway.ts'
import { openPreviewPages } from './preview-pages.ts'
import type { ReaderCursor } from './reader-cursor.ts'
import { openReader } from './reader.ts'
import { readTelegramLink } from './link.ts'

interface TelegramOptions {
  time: Time
  /** Calls of the public pages, which want no token: about one a second. Methods: `page`, `discussion`, `post`, `card`. */
  preview: TokenPool
  previewUrl?: string
  botTokens?: string[]
  botUrl?: string
  gateway?: TelegramGateway | null
}

export interface TelegramCursor {
  /** Which way it is read; a bot hears by itself. */
  by: 'preview' | 'gateway' | 'bot'
  reader: ReaderCursor | null
  /** What reaches it through a gateway: names are asked for seldom. */
  handle?: string
}

export function telegramAdapter({
  time,
  preview,
  previewUrl = 'https://t.me',
  botTokens = [],
  botUrl = 'https://api.telegram.org',
  gateway = null,
}: TelegramOptions): NetworkAdapter {
  const pages = openPreviewPages({ url: previewUrl, pool: preview })
  const bots = botTokens.map((token) => openBotApi({ url: botUrl, token }))
  const readPreview = openReader({ pages, time, replies: 'post' })
  const reachable = gateway && sparingTheNetwork(gateway, time)
  const readGateway = reachable && openReader({ pages: openGatewayPages(reachable), time, replies: 'comment' })

  async function isHeard(name: string, signal: AbortSignal): Promise<boolean> {
    for (const bot of bots) if (await isMember(bot, name, signal)) return true
    return false
  }

  /** A chat, or a channel without a preview: only through an account or a bot. */
  async function resolveClosed(found: FoundGroup, signal: AbortSignal): Promise<FoundGroup> {
    const seen = reachable && (await findThrough(reachable, found.externalId, signal))
    if (seen) return { ...seen, avatar: seen.avatar ?? found.avatar }
    if (await isHeard(found.externalId, signal)) return found
    throw new NetworkError('access-denied', `t.me/${found.externalId}: read only through a member`)
  }

  const handleOf = (by: TelegramCursor['by'], { externalId }: GroupTarget): string | null =>
    by === 'gateway' ? (gateway?.handleOf(externalId) ?? null) : null

  return {
    network: 'telegram',
    readLink: readTelegramLink,
    async resolve(key, signal) {
      const { kind, name, title, avatar, followers } = await pages.card(key, signal)
      if (kind === 'person') throw new NetworkError('bad-request', `t.me/${key} is a person or a bot`)
      const found: FoundGroup = { externalId: key, kind, name: title, avatar, followers, link: `https://t.me/${name}` }
      return kind === 'channel' ? found : resolveClosed(found, signal)
    },
    groups: {
      async read(target, known, since, signal) {
        const cursor = known as TelegramCursor | null
        const by = cursor?.by ?? 'preview'
        if (cursor?.handle !== undefined) gateway?.recall(target.externalId, cursor.handle)
        const reading =
          by === 'preview'
            ? await readPreview(target, cursor?.reader ?? null, since, signal)
            : by === 'gateway'
              ? await readGateway?.(target, cursor?.reader ?? null, since, signal)
              : null
        if (reading) return through(by, reading, handleOf(by, target))
        // No preview (any more), no gateway, or a bot that may have been sent away: which way is there now?
        const { kind, name, title, avatar, followers } = await pages.card(target.externalId, signal)
        if (kind === 'person')
          throw new NetworkError('access-denied', `t.me/${target.externalId} is a person or a bot now`)
        const group = await resolveClosed(
          { externalId: target.externalId, kind, name: title, avatar, followers, link: `https://t.me/${name}` },
          signal,
        )
        const seen = by !== 'gateway' && (await readGateway?.(target, null, since, signal))
        return seen
          ? through('gateway', seen, handleOf('gateway', target))
          : { messages: [], cursor: { by: 'bot', reader: null } satisfies TelegramCursor, more: false, group }
      },
      allowance: () => preview.allowance('page'),
      callsPerRead: 2,
    },
    search: gateway && openGatewaySearch(gateway),
    streams: [...bots.map((api) => openBotStream({ api, time })), ...(gateway ? [openGatewayStream(gateway)] : [])],
  }
}

function through(
  by: TelegramCursor['by'],
  reading: Reading<ReaderCursor>,
  handle: string | null,
): Reading<TelegramCursor> {
  return { ...reading, cursor: { by, reader: reading.cursor, ...(handle === null ? {} : { handle }) } }
}

async function isMember(bot: BotApi, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status, is_member: stillIn } = await bot.call(
      'getChatMember',
      { chat_id: `@${name}`, user_id: Number(bot.id) },
      signal,
    )
    return status === 'creator' || status === 'administrator' || status === 'member' || stillIn === true
  } catch (error) {
    if (isNetworkError(error, 'access-denied', 'not-found', 'bad-request', 'auth-dead')) return false
    throw error
  }
}
