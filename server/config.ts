/** The only reader of the environment. Documents every variable; prints every mistake at once. */
import { missingForNetworks, networkConfig, networkFields, type NetworkConfig } from './config-networks.ts'
import { flag, Mistake, number, oneOf, origin, text, type Field } from './config-readers.ts'

const postgresUrl = (value: string): string => {
  if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol)) {
    throw new Mistake('должен быть адресом вида postgres://имя:пароль@хост:5432/база')
  }
  return value
}
const smtpUrl = (value: string): string => {
  if (value !== '' && (!URL.canParse(value) || !/^smtps?:$/.test(new URL(value).protocol)))
    throw new Mistake('должен быть адресом вида smtps://имя:пароль@хост:465')
  return value
}
const secretKey = (value: string): string => {
  if (value !== '' && value.length < 32) throw new Mistake('должен быть не короче 32 знаков')
  return value
}
const prefixes = (value: string): string[] => {
  const list = value.split(',').map((prefix) => prefix.trim())
  if (list.some((prefix) => !/^\d{1,6}$/.test(prefix))) throw new Mistake('должно быть списком начал номеров из цифр')
  return list
}
export const gatewayNames = ['test', 'cloudpayments', 'unitpay', 'cent', 'interkassa', 'alfa'] as const
export type GatewayName = (typeof gatewayNames)[number]
const gateways = (value: string): GatewayName[] =>
  value === '' ? [] : value.split(',').map((word) => oneOf(...gatewayNames)(word.trim()))
export const roleWords = ['web', 'worker', 'stream'] as const
export type ProcessRole = (typeof roleWords)[number]
const roles = (value: string): ProcessRole[] => value.split(',').map((word) => oneOf(...roleWords)(word.trim()))

export const configFields = {
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
  TRUST_PROXY: {
    doc: '`on`, если впереди стоит ровно один обратный прокси: адрес человека — последний, который прокси записал в `X-Forwarded-For`',
    default: 'off',
    read: flag,
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
  ...networkFields,
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
  SECRET_KEY: {
    doc: 'ключ сервиса, не короче 32 знаков: им защищены коды подтверждения, задачи капчи и то, что отдают сети входа; в `production` обязателен, менять его нельзя',
    default: '',
    secret: true,
    read: secretKey,
  },
  SMTP_URL: {
    doc: 'через какой сервер уходят письма: `smtps://имя:пароль@хост:465`; без него письма лежат в `/dev/mail`, а в `production` он обязателен',
    default: '',
    secret: true,
    read: smtpUrl,
  },
  MAIL_FROM: { doc: 'от кого письма', default: 'Эхолот <noreply@localhost>', read: text },
  SUPPORT_EMAIL: {
    doc: 'куда приходят письма со страницы «Контакты»; пусто: они только в базе',
    default: '',
    read: text,
  },
  PHONE_GATEWAY: {
    doc: 'кто звонит с кодом: `smsru` или `smsc`; пусто: номер не проверить, а вне `production` звонок виден в `/dev/mail`',
    default: '',
    read: oneOf('', 'smsru', 'smsc'),
  },
  PHONE_PREFIXES: { doc: 'на какие номера звонить: начала через запятую', default: '79', read: prefixes },
  SMSRU_URL: { doc: 'адрес SMS.RU', default: 'https://sms.ru', read: origin },
  SMSRU_API_ID: { doc: 'ключ SMS.RU', default: '', secret: true, read: text },
  SMSC_URL: { doc: 'адрес SMSC', default: 'https://smsc.ru', read: origin },
  SMSC_LOGIN: { doc: 'имя в SMSC', default: '', read: text },
  SMSC_PASSWORD: { doc: 'пароль в SMSC', default: '', secret: true, read: text },
  VK_ID_URL: { doc: 'адрес VK ID', default: 'https://id.vk.ru', read: origin },
  VK_ID_APP: {
    doc: 'номер приложения VK ID, адрес возврата `/auth/vk/callback`; пусто: входа через VK нет',
    default: '',
    read: text,
  },
  VK_ID_SECRET: {
    doc: 'защищённый ключ приложения VK ID, если оно его требует',
    default: '',
    secret: true,
    read: text,
  },
  APPLE_URL: { doc: 'адрес входа через Apple', default: 'https://appleid.apple.com', read: origin },
  APPLE_SERVICES_ID: {
    doc: 'Services ID входа через Apple, адреса возврата `/auth/apple/callback/reg` и `/auth/apple/callback/auth`, уведомления на `/auth/apple/notice`; пусто: входа через Apple нет',
    default: '',
    read: text,
  },
  APPLE_TEAM_ID: { doc: 'Team ID', default: '', read: text },
  APPLE_KEY_ID: { doc: 'Key ID ключа .p8', default: '', read: text },
  APPLE_PRIVATE_KEY: {
    doc: 'сам ключ .p8, переводы строк можно писать как `\\n`',
    default: '',
    secret: true,
    read: text,
  },
  YANDEX_CAPTCHA_URL: {
    doc: 'адрес Яндекс SmartCaptcha',
    default: 'https://smartcaptcha.yandexcloud.net',
    read: origin,
  },
  YANDEX_CAPTCHA_SITEKEY: { doc: 'ключ сайта Яндекс SmartCaptcha; пусто: своя капча', default: '', read: text },
  YANDEX_CAPTCHA_SECRET: { doc: 'ключ сервера Яндекс SmartCaptcha', default: '', secret: true, read: text },
  GEOIP_DATABASE: {
    doc: 'файл .mmdb с городами для истории входов; пусто: известна только страна',
    default: '',
    read: text,
  },
  PAYMENT_GATEWAYS: {
    doc: 'чем платят, через запятую, первый первым: `unitpay`, `cloudpayments`, `cent`, `interkassa`, `alfa`; `test` (везде, кроме `production`) платит сам',
    default: '',
    read: gateways,
  },
  UNITPAY_URL: { doc: 'адрес UnitPay', default: 'https://unitpay.ru', read: origin },
  UNITPAY_WIDGET_URL: { doc: 'откуда берётся виджет UnitPay', default: 'https://widget.unitpay.ru', read: origin },
  UNITPAY_PUBLIC_KEY: { doc: 'публичный ключ проекта UnitPay', default: '', read: text },
  UNITPAY_SECRET_KEY: { doc: 'секретный ключ UnitPay', default: '', secret: true, read: text },
  CLOUDPAYMENTS_URL: { doc: 'адрес API CloudPayments', default: 'https://api.cloudpayments.ru', read: origin },
  CLOUDPAYMENTS_WIDGET_URL: {
    doc: 'откуда берётся виджет CloudPayments',
    default: 'https://widget.cloudpayments.ru',
    read: origin,
  },
  CLOUDPAYMENTS_PUBLIC_ID: { doc: 'Public ID сайта в CloudPayments', default: '', read: text },
  CLOUDPAYMENTS_SECRET: { doc: 'API Secret CloudPayments', default: '', secret: true, read: text },
  CENT_URL: { doc: 'адрес cent', default: 'https://cent.app', read: origin },
  CENT_SHOP_ID: { doc: 'номер магазина в cent', default: '', read: text },
  CENT_TOKEN: { doc: 'ключ API cent', default: '', secret: true, read: text },
  INTERKASSA_URL: { doc: 'адрес формы оплаты Interkassa', default: 'https://sci.interkassa.com', read: origin },
  INTERKASSA_API_URL: { doc: 'адрес API Interkassa', default: 'https://api.interkassa.com', read: origin },
  INTERKASSA_CHECKOUT_ID: { doc: 'номер кассы Interkassa', default: '', read: text },
  INTERKASSA_SECRET: { doc: 'секретный ключ кассы', default: '', secret: true, read: text },
  INTERKASSA_ALGORITHM: { doc: 'чем подписывает касса', default: 'sha256', read: oneOf('md5', 'sha256') },
  INTERKASSA_ACCOUNT: { doc: 'номер аккаунта Interkassa, чтобы спрашивать о платежах', default: '', read: text },
  INTERKASSA_API_KEY: { doc: 'ключ API Interkassa', default: '', secret: true, read: text },
  ALFA_URL: { doc: 'адрес шлюза Альфа-Банка', default: 'https://payment.alfabank.ru', read: origin },
  ALFA_USER: { doc: 'имя пользователя API Альфа-Банка', default: '', read: text },
  ALFA_PASSWORD: { doc: 'его пароль', default: '', secret: true, read: text },
  ALFA_CALLBACK_KEY: { doc: 'ключ, которым подписаны уведомления Альфа-Банка', default: '', secret: true, read: text },
  SELLER_NAME: { doc: 'кто продаёт: стоит в счёте', default: '', read: text },
  SELLER_DETAILS: { doc: 'реквизиты продавца для счёта', default: '', read: text },
  TAX_SYSTEM: { doc: 'система налогообложения для чека, тег 1055', default: '1', read: number(0, 5) },
  VAT: {
    doc: 'ставка НДС для чека, в процентах; `none`: без НДС',
    default: 'none',
    read: oneOf('none', '0', '5', '7', '10', '20', '22'),
  },
  METRIKA_ID: { doc: 'номер счётчика Яндекс.Метрики; пусто: целей нет', default: '', read: text },
  ACTIONPAY_URL: { doc: 'адрес ActionPay', default: 'https://x.actionpay.ru', read: origin },
  ACTIONPAY_AIM: { doc: 'номер цели ActionPay «первая оплата»; пусто: ничего не сообщать', default: '', read: text },
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
  networks: NetworkConfig
  messageDays: number
  sessionDays: number
  /** The address of the service, as letters and networks are told it: no slash at the end. */
  siteUrl: string
  secretKey: string
  mail: { smtpUrl: string; from: string }
  supportEmail: string
  phone: {
    gateway: Values['PHONE_GATEWAY']
    prefixes: string[]
    smsRu: { url: string; apiId: string }
    smsc: { url: string; login: string; password: string }
  }
  /** Null: not configured. */
  vkId: { url: string; app: string; secret: string } | null
  apple: { url: string; servicesId: string; teamId: string; keyId: string; privateKey: string } | null
  /** Null: our own captcha. */
  yandexCaptcha: { url: string; sitekey: string; secret: string } | null
  geoipDatabase: string
  /** `gateways` on offer, the first one first; in production `test` is never among them. */
  payments: {
    gateways: GatewayName[]
    unitpay: { url: string; widgetUrl: string; publicKey: string; secretKey: string }
    cloudpayments: { url: string; widgetUrl: string; publicId: string; secret: string }
    cent: { url: string; shopId: string; token: string }
    interkassa: {
      url: string
      apiUrl: string
      checkoutId: string
      secret: string
      algorithm: 'md5' | 'sha256'
      account: string
      apiKey: string
    }
    alfa: { url: string; user: string; password: string; callbackKey: string }
    seller: { name: string; details: string }
    taxSystem: number
    vat: Values['VAT']
  }
  metrikaId: string
  actionpay: { url: string; aim: string }
  metricsToken: string
  logLevel: Values['LOG_LEVEL']
}

/** Known to everybody, and so good for nothing but development. */
const DEVELOPMENT_KEY = 'a key for development, known to all'

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
  const needed = (name: keyof Fields, when: boolean, why: string): void => {
    if (when && values[name] === '') mistakes.push(`${name} не задан: ${why}`)
  }
  needed('SECRET_KEY', production, 'в production нужен свой ключ')
  needed('SMTP_URL', production, 'без писем никто не зарегистрируется')
  needed('SMSRU_API_ID', values.PHONE_GATEWAY === 'smsru', 'его требует PHONE_GATEWAY=smsru')
  needed('SMSC_LOGIN', values.PHONE_GATEWAY === 'smsc', 'его требует PHONE_GATEWAY=smsc')
  needed('SMSC_PASSWORD', values.PHONE_GATEWAY === 'smsc', 'его требует PHONE_GATEWAY=smsc')
  for (const name of ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const) {
    needed(name, values.APPLE_SERVICES_ID !== '', 'его требует APPLE_SERVICES_ID')
  }
  const paysBy = (values.PAYMENT_GATEWAYS ?? []) as GatewayName[]
  if (production && paysBy.includes('test')) mistakes.push('PAYMENT_GATEWAYS не может быть test в production')
  const neededBy = {
    test: [],
    unitpay: ['UNITPAY_PUBLIC_KEY', 'UNITPAY_SECRET_KEY'],
    cloudpayments: ['CLOUDPAYMENTS_PUBLIC_ID', 'CLOUDPAYMENTS_SECRET'],
    cent: ['CENT_SHOP_ID', 'CENT_TOKEN'],
    interkassa: ['INTERKASSA_CHECKOUT_ID', 'INTERKASSA_SECRET'],
    alfa: ['ALFA_USER', 'ALFA_PASSWORD', 'ALFA_CALLBACK_KEY'],
  } as const satisfies Record<GatewayName, readonly (keyof Fields)[]>
  for (const gateway of paysBy)
    for (const name of neededBy[gateway]) needed(name, true, `его требует PAYMENT_GATEWAYS=${gateway}`)
  needed('YANDEX_CAPTCHA_SECRET', values.YANDEX_CAPTCHA_SITEKEY !== '', 'его требует YANDEX_CAPTCHA_SITEKEY')
  const networks = networkConfig(values, production)
  for (const [name, why] of missingForNetworks(values)) mistakes.push(`${name} не задан: ${why}`)
  if (values.VK_STREAMING === true && (values.VK_USER_TOKENS as string[]).length > 0)
    mistakes.push('VK_STREAMING=on работает только с сервисными ключами: уберите VK_USER_TOKENS')
  const demo = offInProduction('DEMO')
  const madeUpNetwork = offInProduction('MADE_UP_NETWORK')
  if (mistakes.length > 0)
    throw new Error(`Ошибки в настройках:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
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
    networks,
    messageDays: known.MESSAGE_DAYS,
    sessionDays: known.SESSION_DAYS,
    siteUrl: known.SITE_URL || known.PUBLIC_URL || `http://${known.HOST}:${known.PORT}`,
    secretKey: known.SECRET_KEY || DEVELOPMENT_KEY,
    mail: { smtpUrl: known.SMTP_URL, from: known.MAIL_FROM },
    supportEmail: known.SUPPORT_EMAIL,
    phone: {
      gateway: known.PHONE_GATEWAY,
      prefixes: known.PHONE_PREFIXES,
      smsRu: { url: known.SMSRU_URL, apiId: known.SMSRU_API_ID },
      smsc: { url: known.SMSC_URL, login: known.SMSC_LOGIN, password: known.SMSC_PASSWORD },
    },
    vkId: known.VK_ID_APP === '' ? null : { url: known.VK_ID_URL, app: known.VK_ID_APP, secret: known.VK_ID_SECRET },
    apple:
      known.APPLE_SERVICES_ID === ''
        ? null
        : {
            url: known.APPLE_URL,
            servicesId: known.APPLE_SERVICES_ID,
            teamId: known.APPLE_TEAM_ID,
            keyId: known.APPLE_KEY_ID,
            privateKey: known.APPLE_PRIVATE_KEY.replaceAll('\\n', '\n'),
          },
    yandexCaptcha:
      known.YANDEX_CAPTCHA_SITEKEY === ''
        ? null
        : { url: known.YANDEX_CAPTCHA_URL, sitekey: known.YANDEX_CAPTCHA_SITEKEY, secret: known.YANDEX_CAPTCHA_SECRET },
    geoipDatabase: known.GEOIP_DATABASE,
    payments: {
      gateways: known.PAYMENT_GATEWAYS.length > 0 || production ? known.PAYMENT_GATEWAYS : ['test'],
      unitpay: {
        url: known.UNITPAY_URL,
        widgetUrl: known.UNITPAY_WIDGET_URL,
        publicKey: known.UNITPAY_PUBLIC_KEY,
        secretKey: known.UNITPAY_SECRET_KEY,
      },
      cloudpayments: {
        url: known.CLOUDPAYMENTS_URL,
        widgetUrl: known.CLOUDPAYMENTS_WIDGET_URL,
        publicId: known.CLOUDPAYMENTS_PUBLIC_ID,
        secret: known.CLOUDPAYMENTS_SECRET,
      },
      cent: { url: known.CENT_URL, shopId: known.CENT_SHOP_ID, token: known.CENT_TOKEN },
      interkassa: {
        url: known.INTERKASSA_URL,
        apiUrl: known.INTERKASSA_API_URL,
        checkoutId: known.INTERKASSA_CHECKOUT_ID,
        secret: known.INTERKASSA_SECRET,
        algorithm: known.INTERKASSA_ALGORITHM,
        account: known.INTERKASSA_ACCOUNT,
        apiKey: known.INTERKASSA_API_KEY,
      },
      alfa: {
        url: known.ALFA_URL,
        user: known.ALFA_USER,
        password: known.ALFA_PASSWORD,
        callbackKey: known.ALFA_CALLBACK_KEY,
      },
      seller: { name: known.SELLER_NAME, details: known.SELLER_DETAILS },
      taxSystem: known.TAX_SYSTEM,
      vat: known.VAT,
    },
    metrikaId: known.METRIKA_ID,
    actionpay: { url: known.ACTIONPAY_URL, aim: known.ACTIONPAY_AIM },
    metricsToken: known.METRICS_TOKEN,
    logLevel: known.LOG_LEVEL,
  }
}
