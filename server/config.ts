/** The only reader of the environment. Documents every variable; prints every mistake at once. */

interface Field<Value> {
  doc: string
  /** As it would be written in the environment; null when there is no default. */
  default: string | null
  secret?: boolean
  read(text: string): Value
}

class Mistake extends Error {}

const text = (value: string): string => value
const flag = (value: string): boolean => {
  if (value === 'on') return true
  if (value === 'off') return false
  throw new Mistake('должно быть on или off')
}
const number =
  (min: number, max: number) =>
  (value: string): number => {
    const result = Number(value)
    if (!Number.isInteger(result) || result < min || result > max) throw new Mistake(`должно быть целым числом от ${min} до ${max}`)
    return result
  }
const oneOf =
  <const Option extends string>(...options: Option[]) =>
  (value: string): Option => {
    if ((options as string[]).includes(value)) return value as Option
    throw new Mistake(`должно быть одним из: ${options.join(', ')}`)
  }
const postgresUrl = (value: string): string => {
  if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol)) {
    throw new Mistake('должен быть адресом вида postgres://имя:пароль@хост:5432/база')
  }
  return value
}
const origin = (value: string): string => {
  if (value === '') return ''
  if (!URL.canParse(value)) throw new Mistake('должен быть адресом вида https://example.ru')
  return new URL(value).origin
}
export const roleWords = ['web', 'worker', 'stream'] as const
export type ProcessRole = (typeof roleWords)[number]
const roles = (value: string): ProcessRole[] => value.split(',').map((word) => oneOf(...roleWords)(word.trim()))

export const configFields = {
  NODE_ENV: { doc: '`production` выключает демо и делает cookie защищёнными', default: 'development', read: oneOf('development', 'production', 'test') },
  HOST: { doc: 'на каком адресе слушать', default: '127.0.0.1', read: text },
  PORT: { doc: 'на каком порту слушать', default: '3000', read: number(0, 65535) },
  PUBLIC_URL: { doc: 'под каким адресом сервис открывают в браузере, для проверки источника запросов; пусто: `Host` запроса', default: '', read: origin },
  TRUST_PROXY: { doc: '`on`, если впереди стоит ровно один обратный прокси: адрес человека — последний, который прокси записал в `X-Forwarded-For`', default: 'off', read: flag },
  DATABASE_URL: { doc: 'PostgreSQL 16 или новее; без неё `npm start` поднимает свой под `.data/`', default: null, secret: true, read: postgresUrl },
  DATABASE_POOL: { doc: 'сколько соединений с базой процесс открывает самое большее', default: '12', read: number(2, 200) },
  ROLES: { doc: 'что делает этот процесс: `web` отвечает, `worker` выполняет отложенную работу, `stream` слушает сети', default: 'web,worker,stream', read: roles },
  DEMO: { doc: 'завести людей для осмотра и их подписки (`on` везде, кроме `production`)', default: '', read: text },
  MADE_UP_NETWORK: { doc: 'придуманная сеть пишет сообщения с пометкой «Демо» (`on` везде, кроме `production`)', default: '', read: text },
  MADE_UP_PER_MINUTE: { doc: 'сколько сообщений в минуту пишет придуманная сеть', default: '30', read: number(1, 600_000) },
  MESSAGE_DAYS: { doc: 'сколько дней хранить сообщения, которые никому не подошли', default: '14', read: number(1, 366) },
  SESSION_DAYS: { doc: 'сколько дней человек остаётся в системе, если не заходит', default: '60', read: number(1, 400) },
  METRICS_TOKEN: { doc: '`/metrics` ждёт его как `Authorization: Bearer …`; пусто: только с этой машины, а в `production` никому', default: '', secret: true, read: text },
  LOG_LEVEL: { doc: 'насколько подробен журнал', default: 'info', read: oneOf('debug', 'info', 'warn', 'error', 'silent') },
} satisfies Record<string, Field<unknown>>

type Fields = typeof configFields
type Values = { [Name in keyof Fields]: ReturnType<Fields[Name]['read']> }

export interface Config {
  production: boolean
  host: string
  port: number
  publicOrigin: string
  trustProxy: boolean
  databaseUrl: string
  databasePool: number
  roles: ProcessRole[]
  demo: boolean
  madeUpNetwork: boolean
  madeUpPerMinute: number
  messageDays: number
  sessionDays: number
  metricsToken: string
  logLevel: Values['LOG_LEVEL']
}

/** @throws Error whose message lists every mistake, one a line */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const values: Record<string, unknown> = {}
  const mistakes: string[] = []
  for (const [name, field] of Object.entries(configFields) as [string, Field<unknown>][]) {
    const written = environment[name]
    const value = written === undefined || written === '' ? field.default : written
    if (value === null) {
      mistakes.push(`${name} не задан: ${field.doc}`)
      continue
    }
    try {
      values[name] = field.read(value)
    } catch (error) {
      if (!(error instanceof Mistake)) throw error
      mistakes.push(`${name} ${error.message}${field.secret ? '' : `, а задано «${value}»`}`)
    }
  }
  const production = values.NODE_ENV === 'production'
  const offInProduction = (name: 'DEMO' | 'MADE_UP_NETWORK'): boolean => {
    const value = values[name] as string
    if (value === '') return !production
    if (value === 'on' || value === 'off') return value === 'on'
    mistakes.push(`${name} должно быть on или off, а задано «${value}»`)
    return false
  }
  const demo = offInProduction('DEMO')
  const madeUpNetwork = offInProduction('MADE_UP_NETWORK')
  if (mistakes.length > 0) throw new Error(`Ошибки в настройках:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
  const known = values as Values
  return {
    production,
    host: known.HOST,
    port: known.PORT,
    publicOrigin: known.PUBLIC_URL,
    trustProxy: known.TRUST_PROXY,
    databaseUrl: known.DATABASE_URL,
    databasePool: known.DATABASE_POOL,
    roles: known.ROLES,
    demo,
    madeUpNetwork,
    madeUpPerMinute: known.MADE_UP_PER_MINUTE,
    messageDays: known.MESSAGE_DAYS,
    sessionDays: known.SESSION_DAYS,
    metricsToken: known.METRICS_TOKEN,
    logLevel: known.LOG_LEVEL,
  }
}
