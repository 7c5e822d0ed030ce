/** YouTube by its Data API: channels with their videos and all comments, and videos by words. */
import type { FoundGroup, NetworkAdapter } from '../shared/adapter.ts'
import { NetworkError } from '../shared/network-error.ts'
import { openApi, type ApiOptions } from './api.ts'
import { readKey, readYoutubeLink } from './link.ts'
import { askChannel, channelReader } from './reader.ts'
import { videoSearch } from './search.ts'

/** `pool` is one of API keys, opened with `youtubeLimits`. */
export type YoutubeOptions = Omit<ApiOptions, 'baseUrl'> & { baseUrl?: string }

export function youtubeAdapter({ baseUrl = 'https://www.googleapis.com', ...options }: YoutubeOptions): NetworkAdapter {
  const { pool, time } = options
  const ask = openApi({ ...options, baseUrl })
  return {
    network: 'youtube',
    readLink: readYoutubeLink,
    async resolve(key, signal) {
      const read = readKey(key)
      if (!read) throw new NetworkError('bad-request', 'no key of YouTube')
      const found = await findChannel(read, signal)
      if (!found) throw new NetworkError('not-found', `${key} leads to no channel`)
      return found
    },
    groups: channelReader({ ask, pool, time }),
    search: videoSearch({ ask, pool, time }),
    streams: [],
  }

  async function findChannel(
    { kind, value }: NonNullable<ReturnType<typeof readKey>>,
    signal: AbortSignal,
  ): Promise<FoundGroup | null> {
    switch (kind) {
      case 'id':
        return askChannel(ask, { id: value }, signal)
      case 'handle':
        return askChannel(ask, { forHandle: `@${value}` }, signal)
      case 'user':
        return askChannel(ask, { forUsername: value }, signal)
      case 'video': {
        const { items = [] } = await ask('videos', { part: 'snippet', id: value }, signal)
        const id = items[0]?.snippet?.channelId
        return id ? askChannel(ask, { id }, signal) : null
      }
      case 'name':
        return (
          (await askChannel(ask, { forHandle: `@${value}` }, signal)) ??
          (await askChannel(ask, { forUsername: value }, signal)) ??
          (await findByTitle(value, signal))
        )
    }
  }

  /** No call takes a custom address of old. A search finds what resembles it; only what is called just so is taken. */
  async function findByTitle(name: string, signal: AbortSignal): Promise<FoundGroup | null> {
    const { items = [] } = await ask('search', { part: 'snippet', type: 'channel', q: name, maxResults: '5' }, signal)
    const same = items.find(({ snippet }) => squeezed(snippet?.title ?? '') === squeezed(name))
    const id = same?.snippet?.channelId ?? same?.id?.channelId
    return id ? askChannel(ask, { id }, signal) : null
  }
}

const squeezed = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
