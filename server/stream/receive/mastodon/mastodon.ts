/** Mastodon: accounts at whatever instance people name; whole instances where the operator has chosen some. */
import type { NetworkAdapter, Time } from '../shared/adapter.ts'
import type { Fetch } from '../shared/ask-network.ts'
import { accountStatuses } from './account-statuses.ts'
import { instanceStream } from './instance-stream.ts'
import { openInstances } from './instances.ts'
import { readMastodonLink } from './link.ts'
import { resolveAccount } from './resolve.ts'

export interface MastodonOptions {
  /** One that keeps to public addresses: the hosts are named by people. */
  fetch: Fetch
  time: Time
  /** Instances whose public timeline is listened to; with a token of an account there it streams, without it is asked. */
  instances?: { host: string; token: string | null }[]
  /** Where a host is asked: `https://…` without a path. */
  addressOf?: (host: string) => string
  /** Milliseconds between two askings of a timeline that does not stream. */
  askEvery?: number
  /** Milliseconds between pings of a stream; silent for two of them, it is replaced. */
  pingEvery?: number
  /** Milliseconds within which a stream has to open; one that does not is replaced. */
  openWithin?: number
}

export function mastodonAdapter({
  fetch,
  time,
  instances: chosen = [],
  addressOf = (host) => `https://${host}`,
  askEvery,
  pingEvery,
  openWithin,
}: MastodonOptions): NetworkAdapter {
  const instances = openInstances({
    fetch,
    time,
    addressOf,
    chosen: new Map(chosen.map(({ host, token }) => [host, token])),
  })
  return {
    network: 'mastodon',
    readLink: readMastodonLink,
    resolve: (key, signal) => resolveAccount(instances, key, signal),
    groups: accountStatuses({ instances, time }),
    // Full-text search depends on the instance, and finds only what its people have to do with.
    search: null,
    streams: chosen.map(({ host, token }) =>
      instanceStream({ host, token, instances, time, askEvery, pingEvery, openWithin }),
    ),
  }
}
