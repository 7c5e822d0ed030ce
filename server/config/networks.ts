/** The settings of the networks that are listened to. */
import { networks as knownNetworks, type Network } from '../../contract/networks.ts'
import {
  flag,
  list,
  number,
  ConfigError,
  oneOf,
  origin,
  text,
  type Field,
  type Needs,
  type ValuesOf,
} from './readers.ts'

export type ListenedNetwork = Exclude<Network, 'mixed'>
const listenedNetworks = knownNetworks.filter((network): network is ListenedNetwork => network !== 'mixed')

/** '': those that have what they need, in production. */
const networkList = (value: string): ListenedNetwork[] | 'none' | '' =>
  value === '' || value === 'none' ? value : list(value).map((word) => oneOf(...listenedNetworks)(word))
const rate = (value: string): number => {
  const result = Number(value)
  if (!(result > 0 && result <= 1_000)) throw new ConfigError('должно быть числом больше 0 и не больше 1000')
  return result
}
const sockets = (value: string): string[] =>
  list(value).map((word) => {
    if (!/^wss?:\/\//.test(word) || !URL.canParse(word))
      throw new ConfigError('должно быть списком адресов вида wss://example.com')
    return new URL(word).origin
  })
const instances = (value: string): { host: string; token: string | null }[] =>
  list(value).map((word) => {
    const [host = '', token] = word.split('=')
    if (!/^[a-z0-9.-]+\.[a-z0-9-]+$/i.test(host))
      throw new ConfigError('должно быть списком вида mastodon.example=ключ,другой.example')
    return { host: host.toLowerCase(), token: token || null }
  })
const apiId = (value: string): number | '' => (value === '' ? '' : number(1, 2 ** 31 - 1)(value))
const apiHash = (value: string): string => {
  if (value !== '' && !/^[0-9a-f]{32}$/i.test(value))
    throw new ConfigError('должен состоять из 32 шестнадцатеричных цифр')
  return value
}
/** Its first byte is the version of its format, its end a key of 256 bytes. */
const telegramSession = (value: string): string => {
  const isSession = /^Aw[\w-]{350,2000}$/.test(value)
  if (value !== '' && !isSession) throw new ConfigError('не похож на сессию: её печатает npm run telegram:login')
  return value
}
const hubsWanted = (value: string): boolean | '' => (value === '' ? '' : flag(value))
const hostPorts = (value: string): string[] => {
  const words = list(value)
  if (words.some((word) => !/^[^\s/:]+:\d{1,5}$/.test(word)))
    throw new ConfigError('должно быть списком вида хост:порт')
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
  VK_USER_TOKENS: {
    doc: 'ключи пользователей ВКонтакте, через запятую; с ними стены читаются по 25 за один запрос',
    default: '',
    secret: true,
    read: list,
  },
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
  TELEGRAM_API_ID: {
    doc: 'номер приложения Telegram (api_id с my.telegram.org); вместе с `TELEGRAM_API_HASH` и `TELEGRAM_SESSION` открытые группы, каналы без предпросмотра и поиск читает аккаунт человека',
    default: '',
    read: apiId,
  },
  TELEGRAM_API_HASH: {
    doc: 'ключ приложения Telegram (api_hash с my.telegram.org)',
    default: '',
    secret: true,
    read: apiHash,
  },
  TELEGRAM_SESSION: {
    doc: 'сессия аккаунта Telegram, её печатает `npm run telegram:login`; кто её знает, владеет аккаунтом',
    default: '',
    secret: true,
    read: telegramSession,
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
  RSS_HUBS: {
    doc: 'просить хабы лент (WebSub) сообщать о новом (`on` или `off`); пусто: `on`, если `SITE_URL` начинается с https, — хабы обращаются по нему',
    default: '',
    read: hubsWanted,
  },
  ALLOWED_ADDRESSES: {
    doc: 'какие адреса своей сети можно читать по ссылкам людей, `хост:порт` через запятую; для проверки, не в `production`',
    default: '',
    read: hostPorts,
  },
} satisfies Record<string, Field<unknown>>

type Values = ValuesOf<typeof networkFields>

/** Without these a network cannot be listened to. */
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

const telegramAccount = ['TELEGRAM_API_ID', 'TELEGRAM_API_HASH', 'TELEGRAM_SESSION'] as const

export function checkNetworks(values: Partial<Values>, { reject }: Needs): void {
  // What was written wrongly is reported already.
  if (telegramAccount.some((name) => !isEmpty(values[name])))
    for (const name of telegramAccount)
      if (values[name] === '') reject(`${name} не задан: аккаунту Telegram нужны ${telegramAccount.join(', ')} вместе`)
  const { NETWORKS: asked } = values
  if (Array.isArray(asked))
    for (const network of asked)
      for (const name of missingFor(network, values)) reject(`${name} не задан: его требует NETWORKS=${network}`)
  if (values.VK_STREAMING !== true) return
  if (isEmpty(values.VK_SERVICE_KEYS)) reject('VK_SERVICE_KEYS не задан: его требует VK_STREAMING=on')
  if (!isEmpty(values.VK_USER_TOKENS))
    reject('VK_STREAMING=on работает только с сервисными ключами: уберите VK_USER_TOKENS')
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const missingFor = (network: ListenedNetwork, values: Partial<Values>): string[] =>
  needs[network].flatMap((names) => (names.every((name) => isEmpty(values[name])) ? [names[0] as string] : []))

export function networkConfig(values: Values, production: boolean, siteUrl: string) {
  return {
    /** Those that are listened to. */
    on: networksToListenTo(values, production),
    vk: {
      url: values.VK_URL,
      tokens: [...values.VK_SERVICE_KEYS, ...values.VK_USER_TOKENS],
      userTokens: values.VK_USER_TOKENS,
      perSecond: values.VK_PER_SECOND,
      streaming: values.VK_STREAMING,
    },
    ok: {
      url: values.OK_URL,
      key: values.OK_APPLICATION_KEY,
      secret: values.OK_APPLICATION_SECRET,
      tokens: values.OK_TOKENS,
      perSecond: values.OK_PER_SECOND,
    },
    telegram: {
      url: values.TELEGRAM_URL,
      perSecond: values.TELEGRAM_PER_SECOND,
      botUrl: values.TELEGRAM_BOT_URL,
      botTokens: values.TELEGRAM_LISTENER_TOKENS,
      /** Null: no account of a person reads. */
      account:
        values.TELEGRAM_API_ID === ''
          ? null
          : {
              apiId: values.TELEGRAM_API_ID,
              apiHash: values.TELEGRAM_API_HASH,
              session: values.TELEGRAM_SESSION,
            },
    },
    youtube: { url: values.YOUTUBE_URL, keys: values.YOUTUBE_API_KEYS },
    bluesky: { url: values.BLUESKY_URL, jetstreams: values.BLUESKY_JETSTREAMS },
    mastodon: { instances: values.MASTODON_INSTANCES },
    rss: {
      contact: values.RSS_CONTACT,
      hubs: values.RSS_HUBS === '' ? siteUrl.startsWith('https:') : values.RSS_HUBS,
    },
    allowedAddresses: production ? [] : values.ALLOWED_ADDRESSES,
  }
}

/** Without a choice: in production every network that has its keys, elsewhere none. */
function networksToListenTo(values: Values, production: boolean): ListenedNetwork[] {
  const { NETWORKS: asked } = values
  if (Array.isArray(asked)) return listenedNetworks.filter((network) => asked.includes(network))
  if (asked === 'none' || !production) return []
  return listenedNetworks.filter((network) => missingFor(network, values).length === 0)
}
