/**
 * All networks: how each one's adapter is opened from the settings, and which links are whose. A new network is a folder beside
 * this file and a line in each of these lists; see docs/flows/source.md.
 */
import type { Network } from '../../../contract/networks.ts'
import type { Config } from '../../config/config.ts'
import { hubCallback, hubSecret } from '../../features/watching/hubs/hubs.public.ts'
import { createFetchPublic } from '../../kit/fetch-public.ts'
import type { Log } from '../../kit/log.ts'
import type { NetworkAdapter, Time } from './shared/adapter.ts'
import { blueskyLimits } from './bluesky/app-view.ts'
import { blueskyAdapter } from './bluesky/bluesky.ts'
import { readBlueskyLink } from './bluesky/link.ts'
import { readMastodonLink } from './mastodon/link.ts'
import { mastodonAdapter } from './mastodon/mastodon.ts'
import { okAdapter } from './ok/ok.ts'
import { readOkLink } from './ok/link.ts'
import type { HubCallbacks } from './rss/ask-hub.ts'
import { readRssLink } from './rss/link.ts'
import { rssAdapter } from './rss/rss.ts'
import { readTelegramLink } from './telegram/link.ts'
import type { MtprotoGateway } from './telegram/mtproto/mtproto-gateway.ts'
import { telegramAdapter } from './telegram/telegram.ts'
import { openTokenPool, type TokenLimits, type TokenPool, type TokenUses } from './shared/token-pool.ts'
import { vkLimits } from './vk/ask-vk.ts'
import { readVkLink } from './vk/link.ts'
import { vkAdapter } from './vk/vk.ts'
import { youtubeLimits } from './youtube/api.ts'
import { readYoutubeLink } from './youtube/link.ts'
import { youtubeAdapter } from './youtube/youtube.ts'

/** A network that is listened to. */
export interface ListenedTo {
  adapter: NetworkAdapter
  /** Null where nothing is counted. */
  pool: TokenPool | null
  /** Each group may be on a server of its own: what one of them says is nothing to the others. */
  manyServers: boolean
  /** Ends what it keeps open apart from its streams. */
  close?(): Promise<void>
}

export interface NetworksOptions {
  config: Pick<Config, 'networks' | 'siteUrl' | 'supportEmail' | 'secretKey'>
  time: Time
  uses: TokenUses
  log: Pick<Log, 'warn'>
}

type Listened = Exclude<Network, 'mixed'>
type TelegramAccount = NonNullable<Config['networks']['telegram']['account']>
type Open = (options: NetworksOptions) => Promise<Omit<ListenedTo, 'manyServers'>> | Omit<ListenedTo, 'manyServers'>

const poolOf = (
  network: Listened,
  { time, uses }: NetworksOptions,
  tokens: string[],
  limits: TokenLimits,
): Promise<TokenPool> => openTokenPool({ network, tokens, limits, time, uses })

const openers: Record<Listened, Open> = {
  async vk(options) {
    const { url, tokens, userTokens, perSecond, streaming } = options.config.networks.vk
    const pool = await poolOf('vk', options, tokens, { ...vkLimits, perSecond })
    return {
      pool,
      adapter: vkAdapter({
        pool,
        time: options.time,
        baseUrl: url,
        userTokens,
        streaming: streaming ? { scheme: url.startsWith('http:') ? 'http' : 'https' } : null,
      }),
    }
  },
  async ok(options) {
    const { url, key, secret, tokens, perSecond } = options.config.networks.ok
    const pool = await poolOf('ok', options, tokens, { perSecond })
    return { pool, adapter: okAdapter({ pool, time: options.time, application: { key, secret }, url: `${url}/fb.do` }) }
  },
  async telegram(options) {
    const { url, perSecond, botUrl, botTokens, account } = options.config.networks.telegram
    const preview = await poolOf('telegram', options, [], { perSecond })
    const gateway = account && (await openTelegramAccount(account, options))
    return {
      pool: gateway ? joinPools(preview, gateway.pools) : preview,
      adapter: telegramAdapter({ preview, time: options.time, previewUrl: url, botUrl, botTokens, gateway }),
      ...(gateway ? { close: () => gateway.close() } : {}),
    }
  },
  async youtube(options) {
    const { url, keys } = options.config.networks.youtube
    const pool = await poolOf('youtube', options, keys, youtubeLimits(options.time.now()))
    return { pool, adapter: youtubeAdapter({ pool, time: options.time, baseUrl: url }) }
  },
  async bluesky(options) {
    const { url, jetstreams } = options.config.networks.bluesky
    const pool = await poolOf('bluesky', options, [], blueskyLimits)
    return {
      pool,
      adapter: blueskyAdapter({
        pool,
        time: options.time,
        appView: url,
        ...(jetstreams.length > 0 ? { jetstreams } : {}),
      }),
    }
  },
  mastodon({ config, time }) {
    const { mastodon, allowedAddresses } = config.networks
    const addressOf = (host: string): string => (allowedAddresses.includes(host) ? `http://${host}` : `https://${host}`)
    const fetch = createFetchPublic({ allow: allowedAddresses })
    return { pool: null, adapter: mastodonAdapter({ fetch, time, instances: mastodon.instances, addressOf }) }
  },
  rss({ config, time }) {
    const fetch = createFetchPublic({ allow: config.networks.allowedAddresses })
    // LiveJournal wants an address to write to.
    const contact = config.networks.rss.contact || config.supportEmail
    const userAgent = `Mozilla/5.0 (compatible; Echolot/1.0; +${config.siteUrl}${contact === '' ? '' : `; ${contact}`})`
    return { pool: null, adapter: rssAdapter({ fetch, time, userAgent, hubs: hubCallbacks(config) }) }
  },
}

const hubCallbacks = (config: NetworksOptions['config']): HubCallbacks | null =>
  config.networks.rss.hubs
    ? {
        callbackOf: (callbackId) => hubCallback(config.siteUrl, callbackId),
        secretOf: (callbackId) => hubSecret(config, callbackId),
      }
    : null

/** Its library is large, and loaded only where there is an account. */
async function openTelegramAccount(account: TelegramAccount, options: NetworksOptions): Promise<MtprotoGateway> {
  const { openMtprotoGateway } = await import('./telegram/mtproto/mtproto-gateway.ts')
  return openMtprotoGateway({
    ...account,
    time: options.time,
    log: options.log,
    openPool: (token, limits) => poolOf('telegram', options, [token], limits),
  })
}

/** One pool makes the calls; what is reported and kept is that of all of them. */
function joinPools(first: TokenPool, others: TokenPool[]): TokenPool {
  const all = [first, ...others]
  return {
    use: (method, call, signal) => first.use(method, call, signal),
    spend: (token, method, most) => first.spend(token, method, most),
    allowance: (method) => first.allowance(method),
    health: () => all.flatMap((pool) => pool.health()),
    async flush() {
      for (const pool of all) await pool.flush()
    },
  }
}

const onManyServers: Network[] = ['mastodon', 'rss']

/** Those that the settings turn on. */
export async function openNetworks(options: NetworksOptions): Promise<ListenedTo[]> {
  return Promise.all(
    options.config.networks.on.map(async (network) => ({
      ...(await openers[network](options)),
      manyServers: onManyServers.includes(network),
    })),
  )
}

/**
 * Whose a link is, whether that network is listened to or not: a page of a network that is off is no feed. Asked in this order;
 * any address may be one of the last.
 */
export const linkReaders: { network: Network; readLink: NetworkAdapter['readLink'] }[] = [
  { network: 'vk', readLink: readVkLink },
  { network: 'ok', readLink: readOkLink },
  { network: 'telegram', readLink: readTelegramLink },
  { network: 'youtube', readLink: readYoutubeLink },
  { network: 'bluesky', readLink: readBlueskyLink },
  { network: 'mastodon', readLink: readMastodonLink },
  { network: 'rss', readLink: readRssLink },
]
