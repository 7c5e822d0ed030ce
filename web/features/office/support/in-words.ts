/** What the desk calls things. */
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import type {
  FoundPerson,
  HeldSubscription,
  InfoOf,
  PersonPlace,
  SupportAction,
} from '../../../../contract/office/support.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import { plural } from '../../../../rules/plural.ts'
import { dayOf } from '../../../../rules/support/changes.ts'

type Tone = 'good' | 'warn' | 'quiet'

export const placeTitles: Record<PersonPlace, string> = {
  details: 'Сводка',
  subscriptions: 'Подписки',
  purchases: 'Покупки',
  sessions: 'Входы',
  products: 'Проекты и группы',
  letters: 'Письма',
  team: 'Команда',
  partner: 'Партнёр',
  log: 'Журнал',
}

export const actionTitles: Record<SupportAction, string> = {
  'trial-subscribe': 'Открыть пробный доступ',
  subscribe: 'Открыть подписку',
  'team-subscribe': 'Открыть командную подписку',
  'delete-account': 'Удалить аккаунт',
}

/** What is opened, as one of a list: the product of categories is one category. */
export const thingTitles: Record<ProductType, string> = {
  ...productTitles,
  category: 'Категория',
  project: 'Проект',
}

export const dayInDigits = (at: string, zone: string): string => dayOf(new Date(at), zone)

/** «2 платные, 1 пробная до 14.12.2026»; empty: none. */
export function runningInWords({ paid, trial, endsAt }: FoundPerson['running'], zone: string): string {
  const parts = [
    ...(paid === 0 ? [] : [`${paid} ${plural(paid, ['платная', 'платные', 'платных'])}`]),
    ...(trial === 0 ? [] : [`${trial} ${plural(trial, ['пробная', 'пробные', 'пробных'])}`]),
  ]
  if (parts.length === 0 || endsAt === null) return parts.join(', ')
  return `${parts.join(', ')}, ${paid + trial === 1 ? '' : 'первая '}до ${dayInDigits(endsAt, zone)}`
}

export const heldStates: Record<HeldSubscription['state'], { title: string; tone: Tone }> = {
  running: { title: 'действует', tone: 'good' },
  frozen: { title: 'заморожена', tone: 'warn' },
  waiting: { title: 'ещё не началась', tone: 'quiet' },
  over: { title: 'закончилась', tone: 'quiet' },
}

export const orderStates: Record<InfoOf<'purchases'>['docs'][number]['status'], { title: string; tone: Tone }> = {
  waiting: { title: 'ждёт оплаты', tone: 'quiet' },
  paid: { title: 'оплачен', tone: 'good' },
  failed: { title: 'не оплачен', tone: 'quiet' },
  refunded: { title: 'деньги возвращены', tone: 'warn' },
}

export const letterStates: Record<InfoOf<'letters'>['docs'][number]['state'], { title: string; tone: Tone }> = {
  sent: { title: 'отправлено', tone: 'good' },
  failed: { title: 'не доставлено', tone: 'warn' },
  waiting: { title: 'ждёт отправки', tone: 'quiet' },
}

export const memberStates = {
  pending: { title: 'приглашён', tone: 'quiet' },
  accepted: { title: 'в команде', tone: 'good' },
  rejected: { title: 'отказался', tone: 'warn' },
} as const satisfies Record<string, { title: string; tone: Tone }>

export const memberRightTitles = { view: 'просмотр', work: 'работа', manage: 'управление' } as const

export const gatewayTitles: Record<string, string> = {
  none: 'без оплаты',
  test: 'тестовая оплата',
  cloudpayments: 'CloudPayments',
  unitpay: 'UnitPay',
  cent: 'cent',
  interkassa: 'Interkassa',
  alfa: 'Альфа-Банк',
}
