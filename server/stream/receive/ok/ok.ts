/** Odnoklassniki: groups, their topics and comments. It has no search over the whole network but by hashtags. */
import type { FoundGroup, NetworkAdapter, Time } from '../shared/adapter.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { NetworkError } from '../shared/network-error.ts'
import { openOkApi, type OkApplication } from './ok-api.ts'
import { openOkCalls } from './ok-calls.ts'
import { openOkReader, type OkCursor } from './ok-reader.ts'
import { readOkLink } from './link.ts'

interface OkOptions {
  time: Time
  application: OkApplication
  /** Access tokens of sessions; a few calls a second each. Methods as the API names them: `stream.get`. */
  pool: TokenPool
  /** Of `fb.do`. */
  url?: string
}

export function okAdapter({ time, application, pool, url = 'https://api.ok.ru/fb.do' }: OkOptions): NetworkAdapter {
  const calls = openOkCalls(openOkApi({ url, application, pool }))
  const read = openOkReader({ calls, time })

  async function groupOf(key: string, signal: AbortSignal): Promise<string> {
    if (/^\d+$/.test(key)) return key
    const { id, type } = await calls.link(key, signal)
    if (type !== 'GROUP') throw new NetworkError('bad-request', `ok.ru/${key} is no group but ${type}`)
    return id
  }

  return {
    network: 'ok',
    readLink: readOkLink,
    async resolve(key, signal): Promise<FoundGroup> {
      const { closed, ...group } = await calls.group(await groupOf(key, signal), signal)
      if (closed) throw new NetworkError('access-denied', `ok group ${group.externalId} is closed`)
      return group
    },
    groups: {
      read: (target, cursor, since, signal) => read(target, cursor as OkCursor | null, since, signal),
      allowance: () => pool.allowance('stream.get'),
      callsPerRead: 2,
    },
    search: null,
    streams: [],
  }
}
