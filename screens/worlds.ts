/** The networks that are listened to, on this machine: a small world of each, and the real listening to them. */
import { fastTime } from '../server/testing/fast-time.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import { runPlan } from '../server/stream/plan/plan.ts'
import { tokenUses } from '../server/stream/plan/token-uses.ts'
import { startBlueskySimulator } from '../server/stream/receive/bluesky/bluesky.simulator.ts'
import { startMastodonSimulator } from '../server/stream/receive/mastodon/mastodon.simulator.ts'
import { mastodonAdapter } from '../server/stream/receive/mastodon/mastodon.ts'
import { openNetworks, type ListenedTo } from '../server/stream/receive/networks.ts'
import { startOkSimulator } from '../server/stream/receive/ok/ok.simulator.ts'
import { startRssSimulator } from '../server/stream/receive/rss/rss.simulator.ts'
import { rssAdapter } from '../server/stream/receive/rss/rss.ts'
import { startTelegramSimulator } from '../server/stream/receive/telegram/telegram.simulator.ts'
import { startVkSimulator } from '../server/stream/receive/vk/vk.simulator.ts'
import { startYoutubeSimulator } from '../server/stream/receive/youtube/youtube.simulator.ts'

/** Time runs so much faster for the networks: a link that is asked for again and again is given up within seconds. */
const TIMES = 50

/** All seven networks, with no one in them yet. No one listens to them until `listen`. */
export async function openWorlds(world: TestWorld) {
  const time = fastTime(TIMES, world.clock.now().toISOString())
  const now = (): Date => time.now()
  const [vk, ok, telegram, youtube, bluesky, mastodon, rss] = await Promise.all([
    startVkSimulator({ now, tokens: { service: 'service' } }),
    startOkSimulator({ now }),
    startTelegramSimulator({ now }),
    startYoutubeSimulator({ now, keys: ['key'] }),
    startBlueskySimulator({ now }),
    startMastodonSimulator({ now, domain: 'home.example' }),
    startRssSimulator({ now }),
  ])
  ok.tokens.add('token')
  const ending = new AbortController()
  let listening: Promise<void> | undefined
  return {
    vk,
    ok,
    telegram,
    youtube,
    bluesky,
    mastodon,
    rss,
    async listen(): Promise<void> {
      const { database, log, language, config, bus } = world
      const standingQueries = await world.standingQueries()
      const { key, secret } = ok.application
      const networks = {
        ...config.networks,
        on: ['vk' as const, 'ok' as const, 'telegram' as const, 'youtube' as const, 'bluesky' as const],
        vk: { url: vk.url, tokens: ['service'], userTokens: [], perSecond: 3, streaming: false },
        ok: { url: ok.url, key, secret, tokens: ['token'], perSecond: ok.perSecond },
        telegram: { ...config.networks.telegram, url: telegram.url, perSecond: telegram.perSecond },
        youtube: { url: youtube.url, keys: ['key'] },
        bluesky: { url: bluesky.url, jetstreams: bluesky.jetstreams },
      }
      // Sites that people name are not of this machine: these two are asked past the guard.
      const past: ListenedTo[] = [
        {
          adapter: mastodonAdapter({
            fetch: (url, init) => fetch(url, init),
            time,
            instances: [],
            addressOf: () => mastodon.url,
          }),
          pool: null,
          manyServers: true,
        },
        {
          adapter: rssAdapter({ fetch: rss.fetch, time, userAgent: 'Test (+mail@test.example)' }),
          pool: null,
          manyServers: true,
        },
      ]
      const all = [
        ...(await openNetworks({ config: { ...config, networks }, log, time, uses: tokenUses(database.db) })),
        ...past,
      ]
      listening = runPlan(
        { context: { database, log, language, clock: time, standingQueries }, bus, time, networks: all, madeUp: null },
        ending.signal,
      )
    },
    async close(): Promise<void> {
      ending.abort()
      await listening
      await Promise.all([
        vk.close(),
        ok.close(),
        telegram.close(),
        youtube.close(),
        bluesky.end(),
        mastodon.end(),
        rss.close(),
      ])
    },
  }
}
