/** Bluesky: everything that is written comes by itself; accounts are looked up, and read back, at the AppView. */
import type { NetworkAdapter, Time } from '../shared/adapter.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { NetworkError } from '../shared/network-error.ts'
import { openAppView } from './app-view.ts'
import { authorFeed } from './author-feed.ts'
import { jetstream } from './jetstream.ts'
import { readBlueskyLink } from './link.ts'
import { openProfiles } from './profiles.ts'
import { foundGroupOf, readProfile } from './shape.ts'

export interface BlueskyOptions {
  /** `https://…` without a path. */
  appView?: string
  /** `wss://…` without a path, taken in turn when one breaks. */
  jetstreams?: string[]
  /** Of one empty token, as the network wants none; with `blueskyLimits`. */
  pool: TokenPool
  time: Time
  /** Milliseconds between pings of the stream; silent for two of them, it is replaced. */
  pingEvery?: number
  /** Milliseconds within which the stream has to open; one that does not is replaced. */
  openWithin?: number
  /** Milliseconds that a message may wait for the names of who wrote it. */
  patience?: number
}

const publicAppView = 'https://public.api.bsky.app'
const publicJetstreams = ['jetstream1.us-east', 'jetstream1.us-west', 'jetstream2.us-east', 'jetstream2.us-west'].map(
  (name) => `wss://${name}.bsky.network`,
)

export function blueskyAdapter({
  appView = publicAppView,
  jetstreams = publicJetstreams,
  pool,
  time,
  pingEvery,
  openWithin,
  patience,
}: BlueskyOptions): NetworkAdapter {
  const ask = openAppView({ appView, pool })
  const profiles = openProfiles({ ask, time, patience })
  return {
    network: 'bluesky',
    readLink: readBlueskyLink,
    async resolve(key, signal) {
      const profile = readProfile(await ask('app.bsky.actor.getProfile', [['actor', key]], signal))
      if (!profile) throw new NetworkError('temporary', 'getProfile answered no profile')
      profiles.keep(profile)
      return foundGroupOf(profile)
    },
    groups: authorFeed({ ask, pool, profiles, time }),
    // The stream brings every post there is: a search could bring no more.
    search: null,
    streams: [jetstream({ hosts: jetstreams, profiles, time, pingEvery, openWithin })],
  }
}
