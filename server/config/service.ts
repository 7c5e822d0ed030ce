/** Settings of the process itself: address, database, roles, demo, retention, log. */
import {
  ConfigError,
  flag,
  list,
  number,
  oneOf,
  origin,
  text,
  type Field,
  type Needs,
  type ValuesOf,
} from './readers.ts'

const postgresUrl = (value: string): string => {
  if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol)) {
    throw new ConfigError('должен быть адресом вида postgres://имя:пароль@хост:5432/база')
  }
  return value
}
const secretKey = (value: string): string => {
  if (value !== '' && value.length < 32) throw new ConfigError('должен быть не короче 32 знаков')
  return value
}
/** Compared letter for letter with what a browser sends: `null`, which any page can have, is none. */
const appOrigins = (value: string): string[] => {
  const origins = list(value)
  if (origins.some((each) => !/^[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+(:\d{1,5})?$/.test(each)))
    throw new ConfigError('должно быть списком адресов вида capacitor://localhost')
  return origins
}
export const roleWords = ['web', 'worker', 'stream'] as const
export type ProcessRole = (typeof roleWords)[number]
const roles = (value: string): ProcessRole[] => value.split(',').map((word) => oneOf(...roleWords)(word.trim()))

const verification = (value: string): string => {
  if (!/^[\w-]{0,100}$/.test(value)) throw new ConfigError('должно быть тем, что стоит в `content` мета-тега')
  return value
}

export const serviceFields = {
  NODE_ENV: {
    doc: '`production` выключает демо и делает cookie защищёнными',
    default: 'development',
    read: oneOf('development', 'production', 'test'),
  },
  HOST: { doc: 'на каком адресе слушать', default: '127.0.0.1', read: text },
  PORT: { doc: 'на каком порту слушать', default: '3000', read: number(0, 65535) },
  PUBLIC_URL: {
    doc: 'под каким адресом сервис открывают в браузере, для проверки источника запросов; пусто: `Host` запроса',
    default: '',
    read: origin,
  },
  SITE_URL: {
    doc: 'под каким адресом сервис называет себя в письмах и сетям входа; пусто: `PUBLIC_URL`, а без него `HOST` и `PORT`',
    default: '',
    read: origin,
  },
  YANDEX_VERIFICATION: {
    doc: 'чем сайт подтверждается в Яндекс Вебмастере: значение мета-тега `yandex-verification`',
    default: '',
    read: verification,
  },
  GOOGLE_VERIFICATION: {
    doc: 'чем сайт подтверждается в Google Search Console: значение мета-тега `google-site-verification`',
    default: '',
    read: verification,
  },
  APP_ORIGINS: {
    doc: 'под какими адресами открыты страницы мобильных приложений, через запятую: `capacitor://localhost`, `https://localhost`; только им, кроме `PUBLIC_URL`, можно обращаться к сервису из браузера',
    default: '',
    read: appOrigins,
  },
  TRUST_PROXY: {
    doc: '`on`, если впереди стоит ровно один обратный прокси: адрес человека — последний, который прокси записал в `X-Forwarded-For`',
    default: 'off',
    read: flag,
  },
  SOCKETS_PER_ADDRESS: {
    doc: 'сколько постоянных соединений держит один адрес самое большее; тем, кто не вошёл, — пятидесятая часть; вошедшему — 20, где бы он ни был',
    default: '500',
    read: number(1, 10_000),
  },
  DATABASE_URL: {
    doc: 'PostgreSQL 16 или новее; без неё `npm start` поднимает свой под `.data/`',
    default: null,
    secret: true,
    read: postgresUrl,
  },
  DATABASE_POOL: {
    doc: 'сколько соединений с базой процесс открывает самое большее',
    default: '12',
    read: number(2, 200),
  },
  ROLES: {
    doc: 'что делает этот процесс: `web` отвечает, `worker` выполняет отложенную работу, `stream` слушает сети',
    default: 'web,worker,stream',
    read: roles,
  },
  DEMO: { doc: 'завести людей для осмотра и их подписки (`on` везде, кроме `production`)', default: '', read: text },
  MADE_UP_NETWORK: {
    doc: 'придуманная сеть пишет сообщения с пометкой «Демо» (`on` везде, кроме `production`)',
    default: '',
    read: text,
  },
  MADE_UP_PER_MINUTE: {
    doc: 'сколько сообщений в минуту пишет придуманная сеть',
    default: '30',
    read: number(1, 600_000),
  },
} satisfies Record<string, Field<unknown>>

export const retentionFields = {
  MESSAGE_DAYS: {
    doc: 'сколько дней хранить сообщения, которые никому не подошли',
    default: '14',
    read: number(1, 366),
  },
  SESSION_DAYS: {
    doc: 'сколько дней человек остаётся в системе, если не заходит',
    default: '60',
    read: number(1, 400),
  },
  SESSION_MOST_DAYS: {
    doc: 'сколько дней живёт вход самое большее, даже если человек заходит каждый день',
    default: '90',
    read: number(1, 400),
  },
  STAFF_SECOND_FACTOR: {
    doc: 'роли сотрудников действуют только с двухфакторной защитой (`on` в `production`, иначе `off`: людям демо она не нужна)',
    default: '',
    read: text,
  },
  SECRET_KEY: {
    doc: 'ключ сервиса, не короче 32 знаков: им защищены коды подтверждения, задачи капчи и то, что отдают сети входа; в `production` обязателен, менять его нельзя',
    default: '',
    secret: true,
    read: secretKey,
  },
} satisfies Record<string, Field<unknown>>

export const monitoringFields = {
  METRICS_TOKEN: {
    doc: '`/metrics` ждёт его как `Authorization: Bearer …`; пусто: только с этой машины, а в `production` никому',
    default: '',
    secret: true,
    read: text,
  },
  LOG_LEVEL: {
    doc: 'насколько подробен журнал',
    default: 'info',
    read: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
} satisfies Record<string, Field<unknown>>

/** Public knowledge, and therefore good for nothing but development. */
const DEVELOPMENT_KEY = 'a key for development, known to all'

const isLoopback = (host = ''): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/** The setting by which other machines reach the service; none: only this one does. */
const openedBy = ({ HOST, TRUST_PROXY }: Partial<Pick<Values, 'HOST' | 'TRUST_PROXY'>>): string =>
  TRUST_PROXY === true ? 'TRUST_PROXY=on' : isLoopback(HOST) ? '' : `HOST=${HOST}`

type Values = ValuesOf<typeof serviceFields & typeof retentionFields & typeof monitoringFields>

export function checkService(values: Partial<Values>, { needs, reject }: Needs): void {
  needs('SECRET_KEY', values.NODE_ENV === 'production', 'в production нужен свой ключ')
  for (const name of ['DEMO', 'MADE_UP_NETWORK', 'STAFF_SECOND_FACTOR'] as const) {
    const value = values[name] ?? ''
    if (!['', 'on', 'off'].includes(value)) reject(`${name} должно быть on или off, а задано «${value}»`)
  }
  // Their passwords stand in the source, and one of them is an administrator.
  const open = openedBy(values)
  if (open !== '' && isOn(values.DEMO ?? '', values.NODE_ENV === 'production'))
    reject(
      `DEMO заводит людей с известными всем паролями, а с ${open} сервис открыт другим: задайте DEMO=off или NODE_ENV=production`,
    )
}

/** Unless it is said, everywhere but in production. */
const isOn = (value: string, production: boolean): boolean => (value === '' ? !production : value === 'on')

/** Under which address people of this machine open it: a cookie of `localhost` is none of `127.0.0.1`, so it has one name everywhere. */
export const addressOf = (host: string, port: number): string =>
  `http://${['127.0.0.1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host}:${port}`

export function serviceConfig(values: Values) {
  const production = values.NODE_ENV === 'production'
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    publicOrigin: values.PUBLIC_URL,
    /** Origins of the pages that app shells bring along. */
    appOrigins: values.APP_ORIGINS,
    trustProxy: values.TRUST_PROXY,
    /** Other machines reach it: what is meant for the one who develops is not shown. */
    openToOthers: openedBy(values) !== '',
    socketsPerAddress: values.SOCKETS_PER_ADDRESS,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    roles: values.ROLES,
    demo: isOn(values.DEMO, production),
    madeUpNetwork: isOn(values.MADE_UP_NETWORK, production),
    madeUpPerMinute: values.MADE_UP_PER_MINUTE,
    messageDays: values.MESSAGE_DAYS,
    sessionDays: values.SESSION_DAYS,
    sessionMostDays: values.SESSION_MOST_DAYS,
    staffSecondFactor: values.STAFF_SECOND_FACTOR === '' ? production : values.STAFF_SECOND_FACTOR === 'on',
    /** The address of the service in letters and for social networks, without a slash at the end. */
    siteUrl: values.SITE_URL || values.PUBLIC_URL || addressOf(values.HOST, values.PORT),
    yandexVerification: values.YANDEX_VERIFICATION,
    googleVerification: values.GOOGLE_VERIFICATION,
    secretKey: values.SECRET_KEY || DEVELOPMENT_KEY,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  }
}
