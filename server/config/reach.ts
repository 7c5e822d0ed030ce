/** Settings of what reaches people where they are: notices of browsers, the bot of Telegram, messages of a VK community, mailings. */
import {
  ConfigError,
  list,
  number,
  oneOf,
  origin,
  smtpUrl,
  text,
  type Field,
  type Needs,
  type ValuesOf,
} from './readers.ts'

const groupId = (value: string): number | null => {
  if (value === '') return null
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new ConfigError('должно быть номером сообщества')
  return Number(value)
}

/** As the Bot API takes it. */
const webhookSecret = (value: string): string => {
  if (/^[A-Za-z0-9_-]{0,256}$/.test(value)) return value
  throw new ConfigError('должно состоять из букв латиницы, цифр, «_» и «-», не больше 256')
}

const domain = (value: string): string => {
  if (/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$|^$/.test(value)) return value
  throw new ConfigError('должно быть доменом вида news.example.ru')
}

export const reachFields = {
  VAPID_PUBLIC_KEY: {
    doc: 'открытый ключ уведомлений браузера (VAPID, base64url); без него сервис сделает пару ключей сам и сохранит её в базе',
    default: '',
    read: text,
  },
  VAPID_PRIVATE_KEY: { doc: 'закрытый ключ к нему', default: '', secret: true, read: text },
  VAPID_SUBJECT: {
    doc: 'как связаться с владельцем сервиса: `mailto:…` или адрес `https://…`; пусто: адрес сайта, а без https адрес отправителя писем',
    default: '',
    read: text,
  },
  PUSH_HOSTS: {
    doc: 'через запятую: каким службам, кроме служб Google, Mozilla, Microsoft и Apple, можно передавать уведомления браузера',
    default: '',
    read: list,
  },
  TELEGRAM_BOT_TOKEN: {
    doc: 'ключ бота Telegram; пусто: уведомлений в Telegram нет',
    default: '',
    secret: true,
    read: text,
  },
  TELEGRAM_BOT_URL: { doc: 'адрес Bot API', default: 'https://api.telegram.org', read: origin },
  TELEGRAM_BOT_UPDATES: {
    doc: 'как бот узнаёт новое: `poll` спрашивает сам, `webhook` ждёт на `/api/notices/telegram`, для чего сайт должен быть открыт по https',
    default: 'poll',
    read: oneOf('poll', 'webhook'),
  },
  TELEGRAM_BOT_SECRET: {
    doc: 'чем Telegram подтверждает, что на `/api/notices/telegram` пишет он: 1–256 букв, цифр, «_» и «-»',
    default: '',
    secret: true,
    read: webhookSecret,
  },
  VK_NOTICE_GROUP: {
    doc: 'номер сообщества VK, которое пишет уведомления; пусто: уведомлений в VK нет',
    default: '',
    read: groupId,
  },
  VK_NOTICE_TOKEN: { doc: 'ключ этого сообщества с правом на сообщения', default: '', secret: true, read: text },
  VK_NOTICE_URL: { doc: 'адрес API VK', default: 'https://api.vk.ru', read: origin },
  VK_NOTICE_UPDATES: {
    doc: 'как сообщество узнаёт новое: `poll` спрашивает само (Long Poll), `webhook` ждёт на `/api/notices/vk` (Callback API)',
    default: 'poll',
    read: oneOf('poll', 'webhook'),
  },
  VK_NOTICE_SECRET: { doc: 'секретный ключ Callback API', default: '', secret: true, read: text },
  VK_NOTICE_CONFIRMATION: { doc: 'строка, которой сервер подтверждает адрес Callback API', default: '', read: text },
  MAILING_SMTP_URL: {
    doc: 'через какой сервер уходят рассылки, если не через `SMTP_URL`: у рассылок своя репутация',
    default: '',
    secret: true,
    read: smtpUrl,
  },
  MAILING_FROM: { doc: 'от кого рассылки; пусто: как все письма, `MAIL_FROM`', default: '', read: text },
  MAILING_RETURN_DOMAIN: {
    doc: 'домен, на который почтовые серверы возвращают то, что не доставлено (`bounce+…@домен`), и куда пишут, чтобы отписаться (`leave+…@домен`); пусто: возвращают отправителю, и сервис об этом не узнает',
    default: '',
    read: domain,
  },
  MAILING_RETURN_SECRET: {
    doc: 'чем почтовый сервер подтверждает, что возвращённое письмо на `/api/mailings/returned` передаёт он; пусто: там ничего не принимают',
    default: '',
    secret: true,
    read: text,
  },
  MAILING_RATE: { doc: 'сколько писем рассылок в секунду уходит всего', default: '20', read: number(1, 10_000) },
  MAILING_LANE_RATE: {
    doc: 'и сколько из них на одну почтовую службу (Mail.ru, Яндекс, Gmail, Outlook, остальные); начинается с одного в секунду и растёт, пока служба принимает',
    default: '5',
    read: number(1, 10_000),
  },
  MAILING_CONNECTIONS: {
    doc: 'сколько соединений с почтовым сервером держат рассылки',
    default: '5',
    read: number(1, 100),
  },
} satisfies Record<string, Field<unknown>>

type Values = ValuesOf<typeof reachFields>

export function checkReach(values: Partial<Values>, { needs }: Needs): void {
  needs('VAPID_PRIVATE_KEY', values.VAPID_PUBLIC_KEY !== '', 'его требует VAPID_PUBLIC_KEY')
  needs('VAPID_PUBLIC_KEY', values.VAPID_PRIVATE_KEY !== '', 'его требует VAPID_PRIVATE_KEY')
  const telegram = values.TELEGRAM_BOT_TOKEN !== '' && values.TELEGRAM_BOT_UPDATES === 'webhook'
  needs('TELEGRAM_BOT_SECRET', telegram, 'его требует TELEGRAM_BOT_UPDATES=webhook')
  const vk = values.VK_NOTICE_GROUP !== null && values.VK_NOTICE_GROUP !== undefined
  needs('VK_NOTICE_TOKEN', vk, 'его требует VK_NOTICE_GROUP')
  const hooked = vk && values.VK_NOTICE_UPDATES === 'webhook'
  needs('VK_NOTICE_SECRET', hooked, 'его требует VK_NOTICE_UPDATES=webhook')
  needs('VK_NOTICE_CONFIRMATION', hooked, 'её требует VK_NOTICE_UPDATES=webhook')
}

export function reachConfig(values: Values) {
  return {
    vapid: { publicKey: values.VAPID_PUBLIC_KEY, privateKey: values.VAPID_PRIVATE_KEY, subject: values.VAPID_SUBJECT },
    pushHosts: values.PUSH_HOSTS,
    mailings: {
      /** Empty: the server of all letters. */
      smtpUrl: values.MAILING_SMTP_URL,
      /** Empty: as all letters. */
      from: values.MAILING_FROM,
      returnDomain: values.MAILING_RETURN_DOMAIN,
      returnSecret: values.MAILING_RETURN_SECRET,
      /** Letters a second. */
      rate: values.MAILING_RATE,
      laneRate: values.MAILING_LANE_RATE,
      connections: values.MAILING_CONNECTIONS,
    },
    /** Null: there is no bot. */
    telegramBot:
      values.TELEGRAM_BOT_TOKEN === ''
        ? null
        : {
            token: values.TELEGRAM_BOT_TOKEN,
            url: values.TELEGRAM_BOT_URL,
            updates: values.TELEGRAM_BOT_UPDATES,
            secret: values.TELEGRAM_BOT_SECRET,
          },
    /** The community that writes notices; null: none does. */
    vkNotices:
      values.VK_NOTICE_GROUP === null
        ? null
        : {
            groupId: values.VK_NOTICE_GROUP,
            token: values.VK_NOTICE_TOKEN,
            url: values.VK_NOTICE_URL,
            updates: values.VK_NOTICE_UPDATES,
            secret: values.VK_NOTICE_SECRET,
            confirmation: values.VK_NOTICE_CONFIRMATION,
          },
  }
}
