/** The settings of the networks that are listened to. */
import { networks as knownNetworks, type Network } from '../contract/networks.ts'
import { flag, list, Mistake, oneOf, origin, text, type Field } from './config-readers.ts'

export type ListenedNetwork = Exclude<Network, 'mixed'>
const listenedNetworks = knownNetworks.filter((network): network is ListenedNetwork => network !== 'mixed')

/** '': those that have what they need, in production. */
const networkList = (value: string): ListenedNetwork[] | 'none' | '' =>
  value === '' || value === 'none' ? value : list(value).map((word) => oneOf(...listenedNetworks)(word))
const rate = (value: string): number => {
  const result = Number(value)
  if (!(result > 0 && result <= 1_000)) throw new Mistake('должно быть числом больше 0 и не больше 1000')
  return result
}
const sockets = (value: string): string[] =>
  list(value).map((word) => {
    if (!/^wss?:\/\//.test(word) || !URL.canParse(word))
      throw new Mistake('должно быть списком адресов вида wss://example.com')
    return new URL(word).origin
  })
const instances = (value: string): { host: string; token: string | null }[] =>
  list(value).map((word) => {
    const [host = '', token] = word.split('=')
    if (!/^[a-z0-9.-]+\.[a-z0-9-]+$/i.test(host))
      throw new Mistake('должно быть списком вида mastodon.example=ключ,другой.example')
    return { host: host.toLowerCase(), token: token || null }
  })
const hostPorts = (value: string): string[] => {
  const words = list(value)
  if (words.some((word) => !/^[^\s/:]+:\d{1,5}$/.test(word))) throw new Mistake('должно быть списком вида хост:порт')
  return words
}

export const networkFields = {
  NETWORKS: {
    doc: 'какие сети слушать, через запятую: `vk`, `ok`, `telegram`, `youtube`, `bluesky`, `mastodon`, `rss`; пусто: в `production` все, для которых есть ключи, иначе никакие; `none`: никакие',
    default: '',
    read: networkList,
  },
  VK_URL: { doc: 'адрес API ВКонтакте', default: 'https://api.vk.ru', read: origin },
  VK_SERVICE_KEYS: {
    doc: 'сервисные ключи приложений ВКонтакте, через запятую',
    default: '',
    secret: true,
    read: list,
  },
  VK_USER_TOKENS: { doc: 'ключи пользователей ВКонтакте, через запятую', default: '', secret: true, read: list },
  VK_PER_SECOND: { doc: 'сколько запросов в секунду ВКонтакте позволяет одному ключу', default: '3', read: rate },
  VK_STREAMING: {
    doc: 'слушать ещё и Streaming API ВКонтакте (`on`): только с сервисными ключами',
    default: 'off',
    read: flag,
  },
  OK_URL: { doc: 'адрес API Одноклассников', default: 'https://api.ok.ru', read: origin },
  OK_APPLICATION_KEY: { doc: 'публичный ключ приложения Одноклассников', default: '', read: text },
  OK_APPLICATION_SECRET: { doc: 'секретный ключ приложения Одноклассников', default: '', secret: true, read: text },
  OK_TOKENS: {
    doc: 'ключи доступа (access_token) Одноклассников, через запятую',
    default: '',
    secret: true,
    read: list,
  },
  OK_PER_SECOND: { doc: 'сколько запросов в секунду Одноклассники позволяют одному ключу', default: '3', read: rate },
  TELEGRAM_URL: { doc: 'откуда читаются открытые каналы Telegram', default: 'https://t.me', read: origin },
  TELEGRAM_PER_SECOND: { doc: 'сколько страниц Telegram читать в секунду', default: '1', read: rate },
  TELEGRAM_BOT_URL: { doc: 'адрес Bot API Telegram', default: 'https://api.telegram.org', read: origin },
  TELEGRAM_LISTENER_TOKENS: {
    doc: 'ключи ботов Telegram, которые слушают группы, где они состоят, через запятую',
    default: '',
    secret: true,
    read: list,
  },
  YOUTUBE_URL: { doc: 'адрес YouTube Data API', default: 'https://www.googleapis.com', read: origin },
  YOUTUBE_API_KEYS: { doc: 'ключи YouTube Data API, через запятую', default: '', secret: true, read: list },
  BLUESKY_URL: { doc: 'откуда читаются страницы Bluesky', default: 'https://public.api.bsky.app', read: origin },
  BLUESKY_JETSTREAMS: {
    doc: 'адреса Jetstream, через запятую; пусто: четыре общедоступных',
    default: '',
    read: sockets,
  },
  MASTODON_INSTANCES: {
    doc: 'серверы Mastodon, чьи общие ленты слушать, через запятую: `сервер=ключ` или `сервер`; страницы на любых серверах читаются и без этого',
    default: '',
    secret: true,
    read: instances,
  },
  RSS_CONTACT: {
    doc: 'кому писать, если сайту мешает чтение его лент: почта, стоит в User-Agent; пусто: `SUPPORT_EMAIL`; без неё ЖЖ не отвечает',
    default: '',
    read: text,
  },
  ALLOWED_ADDRESSES: {
    doc: 'какие адреса своей сети можно читать по ссылкам людей, `хост:порт` через запятую; для проверки, не в `production`',
    default: '',
    read: hostPorts,
  },
} satisfies Record<string, Field<unknown>>

type Values = { [Name in keyof typeof networkFields]: ReturnType<(typeof networkFields)[Name]['read']> }

export interface NetworkConfig {
  /** Those that are listened to. */
  on: ListenedNetwork[]
  vk: { url: string; tokens: string[]; perSecond: number; streaming: boolean }
  ok: { url: string; key: string; secret: string; tokens: string[]; perSecond: number }
  telegram: { url: string; perSecond: number; botUrl: string; botTokens: string[] }
  youtube: { url: string; keys: string[] }
  bluesky: { url: string; jetstreams: string[] }
  mastodon: { instances: { host: string; token: string | null }[] }
  rss: { contact: string }
  allowedAddresses: string[]
}

/** What a network can not be listened to without. */
const needs: Record<ListenedNetwork, (keyof Values)[][]> = {
  // Any of them will do.
  vk: [['VK_SERVICE_KEYS', 'VK_USER_TOKENS']],
  ok: [['OK_APPLICATION_KEY'], ['OK_APPLICATION_SECRET'], ['OK_TOKENS']],
  telegram: [],
  youtube: [['YOUTUBE_API_KEYS']],
  bluesky: [],
  mastodon: [],
  rss: [],
}

/** What `NETWORKS` asks for and is not there, and why it is needed. */
export function missingForNetworks(values: Record<string, unknown>): [name: string, why: string][] {
  const asked = values.NETWORKS
  const missing = Array.isArray(asked)
    ? (asked as ListenedNetwork[]).flatMap((network) =>
        missingFor(network, values).map((name): [string, string] => [name, `его требует NETWORKS=${network}`]),
      )
    : []
  if (values.VK_STREAMING === true && isEmpty(values.VK_SERVICE_KEYS))
    missing.push(['VK_SERVICE_KEYS', 'его требует VK_STREAMING=on'])
  return missing
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const missingFor = (network: ListenedNetwork, values: Record<string, unknown>): string[] =>
  needs[network].flatMap((names) => (names.every((name) => isEmpty(values[name])) ? [names[0] as string] : []))

/** @param given as read; what was wrongly written is missing, and told elsewhere */
export function networkConfig(given: Record<string, unknown>, production: boolean): NetworkConfig {
  const values = given as Partial<Values>
  const asked = values.NETWORKS ?? 'none'
  const able = listenedNetworks.filter((network) => missingFor(network, given).length === 0)
  return {
    on:
      asked === 'none'
        ? []
        : asked === ''
          ? production
            ? able
            : []
          : listenedNetworks.filter((network) => asked.includes(network)),
    vk: {
      url: values.VK_URL ?? '',
      tokens: [...(values.VK_SERVICE_KEYS ?? []), ...(values.VK_USER_TOKENS ?? [])],
      perSecond: values.VK_PER_SECOND ?? 1,
      streaming: values.VK_STREAMING ?? false,
    },
    ok: {
      url: values.OK_URL ?? '',
      key: values.OK_APPLICATION_KEY ?? '',
      secret: values.OK_APPLICATION_SECRET ?? '',
      tokens: values.OK_TOKENS ?? [],
      perSecond: values.OK_PER_SECOND ?? 1,
    },
    telegram: {
      url: values.TELEGRAM_URL ?? '',
      perSecond: values.TELEGRAM_PER_SECOND ?? 1,
      botUrl: values.TELEGRAM_BOT_URL ?? '',
      botTokens: values.TELEGRAM_LISTENER_TOKENS ?? [],
    },
    youtube: { url: values.YOUTUBE_URL ?? '', keys: values.YOUTUBE_API_KEYS ?? [] },
    bluesky: { url: values.BLUESKY_URL ?? '', jetstreams: values.BLUESKY_JETSTREAMS ?? [] },
    mastodon: { instances: values.MASTODON_INSTANCES ?? [] },
    rss: { contact: values.RSS_CONTACT ?? '' },
    allowedAddresses: production ? [] : (values.ALLOWED_ADDRESSES ?? []),
  }
}
