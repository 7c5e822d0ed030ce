/** Mailings as people read and fill them: kinds, groups, and what is missing in a form. */
import {
  mailingTypes,
  namedGroups,
  type LeftOut,
  type MailingStat,
  type MailingStatus,
  type MailingType,
  type NamedGroup,
  type RecipientState,
} from '../../contract/office/mailings.ts'

export const mailingTypeTitles: Record<MailingType, string> = { info: 'Новости сервиса', advertising: 'Реклама' }

export const groupTitles: Record<NamedGroup, string> = {
  all: 'Все',
  paying: 'С оплаченной подпиской',
  trial: 'На пробном доступе',
  expired: 'Подписка закончилась',
  never: 'Никогда не покупали',
  partners: 'Партнёры',
  'team-owners': 'Владельцы команд',
  any: 'Список адресов',
}

/** Null: there is no such group. */
export function readRecipientGroup(text: string): NamedGroup | { categoryId: number } | null {
  const category = /^category:([1-9]\d{0,8})$/.exec(text)?.[1]
  if (category !== undefined) return { categoryId: Number(category) }
  return namedGroups.find((name) => name === text) ?? null
}

/** One a line, commas and semicolons do too; each once, whatever its capitals. */
export function readAddresses(text: string): { addresses: string[]; mistaken: string[] } {
  const [addresses, mistaken] = [new Set<string>(), new Set<string>()]
  for (const each of text.split(/[\s,;]+/)) {
    if (each === '') continue
    if (/^[^\s@<>"'(),:;[\]\\]{1,64}@[^\s@<>"'(),:;[\]\\]+\.[^\s@<>"'(),:;[\]\\]{2,}$/.test(each) && each.length <= 254)
      addresses.add(each.toLowerCase())
    else mistaken.add(each)
  }
  return { addresses: [...addresses], mistaken: [...mistaken] }
}

export interface MailingFields {
  type?: string | undefined
  recGroup?: string | undefined
  recAny?: string | undefined
  subj?: string | undefined
  body?: string | undefined
}

const required = {
  type: ['MAILING_TYPE_REQUIRED', ({ type = '' }: MailingFields) => (mailingTypes as readonly string[]).includes(type)],
  recGroup: ['MAILING_GROUP_REQUIRED', ({ recGroup = '' }: MailingFields) => readRecipientGroup(recGroup) !== null],
  recAny: [
    'MAILING_ADDRESSES_REQUIRED',
    ({ recGroup, recAny = '' }: MailingFields) => recGroup !== 'any' || recAny.trim() !== '',
  ],
  subj: ['MAILING_SUBJECT_REQUIRED', ({ subj = '' }: MailingFields) => subj.trim() !== ''],
  body: ['MAILING_BODY_REQUIRED', ({ body = '' }: MailingFields) => body.trim() !== ''],
} as const

export type MailingField = keyof typeof required
type MissingCode = (typeof required)[MailingField][0]

/** In the order of the form: which fields say nothing, and the code of the error that says so. */
export function missingFields(fields: MailingFields): { field: MailingField; code: MissingCode }[] {
  return (Object.keys(required) as MailingField[]).flatMap((field) => {
    const [code, isGiven] = required[field]
    return isGiven(fields) ? [] : [{ field, code }]
  })
}

export const leftOutTitles: Record<LeftOut, string> = {
  leaving: 'удаляют аккаунт',
  unconfirmed: 'email не подтверждён',
  suppressed: 'адрес не принимает писем',
  unsubscribed: 'отписались',
  noConsent: 'нет согласия на рекламу',
}

export type StateCounts = Partial<Record<RecipientState, number>>

/** As the specification counts; `total` is the sum of the others. Of a mailing that is paused, what waits is paused. */
export function statOf(counts: StateCounts, status: MailingStatus): MailingStat {
  const { wait = 0, active = 0, sent = 0, failed = 0, bounced = 0, unsubscribed = 0, skipped = 0, unknown = 0 } = counts
  const [completed, lost] = [sent + unsubscribed + skipped, failed + bounced + unknown]
  const paused = status === 'paused' ? wait : 0
  return { total: wait + active + completed + lost, wait: wait - paused, active, completed, failed: lost, paused }
}

/** Of the letters of a mailing that a server answered: how many there are, and how many of them came back. */
export interface Bounces {
  tried: number
  bounced: number
}

export const bouncesOf = ({ sent = 0, unsubscribed = 0, bounced = 0 }: StateCounts): Bounces => ({
  tried: sent + unsubscribed + bounced,
  bounced,
})

const LEAST_BOUNCES = 5
const MOST_BOUNCES_PERCENT = 5

/** Mail services take a list with so many dead addresses for one that was bought. @param seen what an admin knew of when they let it go on */
export function bouncesTooMuch(now: Bounces, seen: Bounces | null): boolean {
  const [tried, bounced] = [now.tried - (seen?.tried ?? 0), now.bounced - (seen?.bounced ?? 0)]
  return bounced >= LEAST_BOUNCES && bounced * 100 > tried * MOST_BOUNCES_PERCENT
}
