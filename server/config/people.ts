/** Settings of what concerns people: letters, phone codes, sign-in through social networks, captcha. */
import { ConfigError, flag, oneOf, origin, smtpUrl, text, type Field, type Needs, type ValuesOf } from './readers.ts'

const prefixes = (value: string): string[] => {
  const list = value.split(',').map((prefix) => prefix.trim())
  if (list.some((prefix) => !/^\d{1,6}$/.test(prefix)))
    throw new ConfigError('должно быть списком начал номеров из цифр')
  return list
}

/** ИНН of a company has ten digits, of a person twelve; ОГРН thirteen, ОГРНИП fifteen. */
const digits =
  (...lengths: number[]) =>
  (value: string): string => {
    if (value !== '' && (!/^\d+$/.test(value) || !lengths.includes(value.length)))
      throw new ConfigError(`должно состоять из ${lengths.join(' или ')} цифр`)
    return value
  }

export const peopleFields = {
  SMTP_URL: {
    doc: 'через какой сервер уходят письма: `smtps://имя:пароль@хост:465`; без него письма лежат в `/dev/mail`, который открыт только с этой машины, а в `production` он обязателен',
    default: '',
    secret: true,
    read: smtpUrl,
  },
  SMTP_REQUIRE_TLS: {
    doc: 'со `smtp://` письма уходят только под TLS (STARTTLS); `off` для почтового сервера на этой же машине или в своей сети',
    default: 'on',
    read: flag,
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
  OPERATOR_NAME: {
    doc: 'кто обрабатывает персональные данные: название или фамилия, имя и отчество; стоит на страницах «Оферта», «Согласие», «О сервисе» и `/privacy`; пусто: там написано, что он не указан',
    default: '',
    read: text,
  },
  OPERATOR_INN: { doc: 'ИНН оператора', default: '', read: digits(10, 12) },
  OPERATOR_OGRN: { doc: 'ОГРН или ОГРНИП оператора', default: '', read: digits(13, 15) },
  OPERATOR_ADDRESS: { doc: 'адрес оператора', default: '', read: text },
  OPERATOR_DETAILS: {
    doc: 'адрес и ИНН оператора одной строкой, если на странице `/privacy` они должны стоять иначе, чем заданы по отдельности',
    default: '',
    read: text,
  },
  OPERATOR_EMAIL: { doc: 'куда писать о персональных данных', default: '', read: text },
  GEOIP_DATABASE: {
    doc: 'файл .mmdb с городами для истории входов; пусто: известна только страна',
    default: '',
    read: text,
  },
} satisfies Record<string, Field<unknown>>

type Values = ValuesOf<typeof peopleFields>

export function checkPeople(values: Partial<Values>, { needs, production }: Needs): void {
  needs('SMTP_URL', production, 'без писем никто не зарегистрируется')
  needs('SMSRU_API_ID', values.PHONE_GATEWAY === 'smsru', 'его требует PHONE_GATEWAY=smsru')
  needs('SMSC_LOGIN', values.PHONE_GATEWAY === 'smsc', 'его требует PHONE_GATEWAY=smsc')
  needs('SMSC_PASSWORD', values.PHONE_GATEWAY === 'smsc', 'его требует PHONE_GATEWAY=smsc')
  for (const name of ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']) {
    needs(name, values.APPLE_SERVICES_ID !== '', 'его требует APPLE_SERVICES_ID')
  }
  needs('YANDEX_CAPTCHA_SECRET', values.YANDEX_CAPTCHA_SITEKEY !== '', 'его требует YANDEX_CAPTCHA_SITEKEY')
}

const detailsOf = ({ OPERATOR_ADDRESS: address, OPERATOR_INN: inn, OPERATOR_OGRN: ogrn }: Values): string =>
  [address, inn && `ИНН ${inn}`, ogrn && `${ogrn.length === 15 ? 'ОГРНИП' : 'ОГРН'} ${ogrn}`]
    .filter((part) => part !== '')
    .join(', ')

export function peopleConfig(values: Values) {
  const apple = {
    url: values.APPLE_URL,
    servicesId: values.APPLE_SERVICES_ID,
    teamId: values.APPLE_TEAM_ID,
    keyId: values.APPLE_KEY_ID,
    privateKey: values.APPLE_PRIVATE_KEY.replaceAll('\\n', '\n'),
  }
  const captcha = {
    url: values.YANDEX_CAPTCHA_URL,
    sitekey: values.YANDEX_CAPTCHA_SITEKEY,
    secret: values.YANDEX_CAPTCHA_SECRET,
  }
  return {
    mail: { smtpUrl: values.SMTP_URL, requireTls: values.SMTP_REQUIRE_TLS, from: values.MAIL_FROM },
    supportEmail: values.SUPPORT_EMAIL,
    phone: {
      gateway: values.PHONE_GATEWAY,
      prefixes: values.PHONE_PREFIXES,
      smsRu: { url: values.SMSRU_URL, apiId: values.SMSRU_API_ID },
      smsc: { url: values.SMSC_URL, login: values.SMSC_LOGIN, password: values.SMSC_PASSWORD },
    },
    /** Null: not configured. */
    vkId:
      values.VK_ID_APP === '' ? null : { url: values.VK_ID_URL, app: values.VK_ID_APP, secret: values.VK_ID_SECRET },
    /** Null: not configured. */
    apple: apple.servicesId === '' ? null : apple,
    /** Null: our own captcha. */
    yandexCaptcha: captcha.sitekey === '' ? null : captcha,
    /** Who runs the service; an empty word is not said. */
    operator: {
      name: values.OPERATOR_NAME,
      inn: values.OPERATOR_INN,
      ogrn: values.OPERATOR_OGRN,
      address: values.OPERATOR_ADDRESS,
      email: values.OPERATOR_EMAIL,
      details: values.OPERATOR_DETAILS || detailsOf(values),
    },
    geoipDatabase: values.GEOIP_DATABASE,
  }
}
