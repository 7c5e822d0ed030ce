/** ВКонтакте: walls of communities and people, the search over all of it, and its stream. */
import type { NetworkAdapter, Time } from '../shared/adapter.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { openAskVk } from './ask-vk.ts'
import { vkAvatars } from './avatars.ts'
import { readVkLink } from './link.ts'
import { resolveVk } from './resolve.ts'
import { vkSearch } from './search.ts'
import { vkStream, type VkStreaming } from './streaming.ts'
import { vkWalls } from './wall.ts'

export interface VkOptions {
  pool: TokenPool
  time: Time
  baseUrl?: string
  /** Those of the pool that are of users: with them walls are read several at once. */
  userTokens?: string[]
  /** The Streaming API wants a service token. Null: it is not listened to. */
  streaming: VkStreaming | null
}

export function vkAdapter({
  pool,
  time,
  baseUrl = 'https://api.vk.ru',
  userTokens = [],
  streaming,
}: VkOptions): NetworkAdapter {
  const ask = openAskVk({ pool, baseUrl, userTokens })
  return {
    network: 'vk',
    readLink: readVkLink,
    resolve: (key, signal) => resolveVk(ask, key, signal),
    groups: vkWalls({ ask, pool, time, sharesCalls: userTokens.length > 0 }),
    search: vkSearch({ ask, pool, time }),
    avatars: vkAvatars(ask, time),
    streams: streaming ? [vkStream({ ask, time, ...streaming })] : [],
  }
}
