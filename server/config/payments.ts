/** Settings of payments: gateways, the seller, taxes, and the counters that learn of a payment. */
import { number, oneOf, origin, text, type Field, type Needs, type ValuesOf } from './readers.ts'

export const gatewayNames = ['test', 'cloudpayments', 'unitpay', 'cent', 'interkassa', 'alfa'] as const
export type GatewayName = (typeof gatewayNames)[number]
const gateways = (value: string): GatewayName[] =>
  value === '' ? [] : value.split(',').map((word) => oneOf(...gatewayNames)(word.trim()))

export const paymentFields = {
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
  ACTIONPAY_AIM: { doc: 'номер цели ActionPay «первая оплата»; пусто: не сообщать', default: '', read: text },
  ACTIONPAY_AIM_REPEAT: { doc: 'номер цели ActionPay «повторная оплата»; пусто: не сообщать', default: '', read: text },
  ACTIONPAY_AIM_REGISTRATION: {
    doc: 'номер цели ActionPay «регистрация»; пусто: не сообщать',
    default: '',
    read: text,
  },
} satisfies Record<string, Field<unknown>>

type Values = ValuesOf<typeof paymentFields>

const requiredBy = {
  test: [],
  unitpay: ['UNITPAY_PUBLIC_KEY', 'UNITPAY_SECRET_KEY'],
  cloudpayments: ['CLOUDPAYMENTS_PUBLIC_ID', 'CLOUDPAYMENTS_SECRET'],
  cent: ['CENT_SHOP_ID', 'CENT_TOKEN'],
  interkassa: ['INTERKASSA_CHECKOUT_ID', 'INTERKASSA_SECRET'],
  alfa: ['ALFA_USER', 'ALFA_PASSWORD', 'ALFA_CALLBACK_KEY'],
} as const satisfies Record<GatewayName, readonly (keyof Values)[]>

export function checkPayments(values: Partial<Values>, { needs, reject, production }: Needs): void {
  const gateways = values.PAYMENT_GATEWAYS ?? []
  if (production && gateways.includes('test')) reject('PAYMENT_GATEWAYS не может быть test в production')
  for (const gateway of gateways)
    for (const name of requiredBy[gateway]) needs(name, true, `его требует PAYMENT_GATEWAYS=${gateway}`)
}

export function paymentConfig(values: Values, production: boolean) {
  const { PAYMENT_GATEWAYS: chosen } = values
  const byDefault: GatewayName[] = production ? [] : ['test']
  return {
    payments: {
      /** On offer, the first one first; in production `test` is never among them. */
      gateways: chosen.length > 0 ? chosen : byDefault,
      unitpay: {
        url: values.UNITPAY_URL,
        widgetUrl: values.UNITPAY_WIDGET_URL,
        publicKey: values.UNITPAY_PUBLIC_KEY,
        secretKey: values.UNITPAY_SECRET_KEY,
      },
      cloudpayments: {
        url: values.CLOUDPAYMENTS_URL,
        widgetUrl: values.CLOUDPAYMENTS_WIDGET_URL,
        publicId: values.CLOUDPAYMENTS_PUBLIC_ID,
        secret: values.CLOUDPAYMENTS_SECRET,
      },
      cent: { url: values.CENT_URL, shopId: values.CENT_SHOP_ID, token: values.CENT_TOKEN },
      interkassa: {
        url: values.INTERKASSA_URL,
        apiUrl: values.INTERKASSA_API_URL,
        checkoutId: values.INTERKASSA_CHECKOUT_ID,
        secret: values.INTERKASSA_SECRET,
        algorithm: values.INTERKASSA_ALGORITHM,
        account: values.INTERKASSA_ACCOUNT,
        apiKey: values.INTERKASSA_API_KEY,
      },
      alfa: {
        url: values.ALFA_URL,
        user: values.ALFA_USER,
        password: values.ALFA_PASSWORD,
        callbackKey: values.ALFA_CALLBACK_KEY,
      },
      seller: { name: values.SELLER_NAME, details: values.SELLER_DETAILS },
      taxSystem: values.TAX_SYSTEM,
      vat: values.VAT,
    },
    metrikaId: values.METRIKA_ID,
    actionpay: {
      url: values.ACTIONPAY_URL,
      aim: values.ACTIONPAY_AIM,
      repeatAim: values.ACTIONPAY_AIM_REPEAT,
      registrationAim: values.ACTIONPAY_AIM_REGISTRATION,
    },
  }
}
