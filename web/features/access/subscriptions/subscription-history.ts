/** One's own subscriptions as a history: what runs, what is to come, what is over. */
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { pageNumber } from '../../../../rules/paging/page-hash.ts'
import { dayForms, plural, type PluralForms } from '../../../../rules/plural.ts'
import { daysLeft } from '../../../../rules/pricing/period.ts'
import { dayInWords } from '../../../kit/ui/text/day-in-words.ts'

type Held = Pick<Subscription, 'id' | 'startsAt' | 'expiresAt' | 'frozenAt'>

export interface SubscriptionHistory<Each extends Held> {
  running: Each[]
  /** They stand still, and have not ended though the day they were to end on may have passed. */
  frozen: Each[]
  coming: Each[]
  over: Each[]
}

/** What ends first is reported first; of what is over, what ended last. Periods are half-open (decisions §6). */
export function subscriptionHistory<Each extends Held>(held: readonly Each[], now: Date): SubscriptionHistory<Each> {
  const at = now.getTime()
  const byEnd = held.toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt) || a.id - b.id)
  const moving = byEnd.filter(({ frozenAt }) => frozenAt === null)
  return {
    running: moving.filter(({ startsAt, expiresAt }) => Date.parse(startsAt) <= at && Date.parse(expiresAt) > at),
    frozen: byEnd.filter(({ frozenAt }) => frozenAt !== null),
    coming: moving.filter(({ startsAt, expiresAt }) => Date.parse(startsAt) > at && Date.parse(expiresAt) > at),
    over: moving.filter((each) => isSubscriptionOver(each, now)).toReversed(),
  }
}

/** What stands still has not ended. */
export function isSubscriptionOver({ expiresAt, frozenAt }: Pick<Held, 'expiresAt' | 'frozenAt'>, now: Date): boolean {
  return frozenAt === null && Date.parse(expiresAt) <= now.getTime()
}

/** So many stand on a page of all of them. */
const ON_PAGE = 20

/** A page of all of them, what runs first. @param asked the page that the address names; what is none is the first one, what is too far the last */
export function subscriptionPage<Each extends Held>(
  held: readonly Each[],
  now: Date,
  asked: string | null,
): { shown: Each[]; page: number; pages: number } {
  const { running, frozen, coming, over } = subscriptionHistory(held, now)
  const all = [...running, ...frozen, ...coming, ...over]
  const pages = Math.max(1, Math.ceil(all.length / ON_PAGE))
  const page = Math.min(pageNumber(asked), pages)
  return { shown: all.slice((page - 1) * ON_PAGE, page * ON_PAGE), page, pages }
}

const productNames: Record<Subscription['Tariff']['product'], string> = {
  category: 'Категория',
  project: 'Проект',
  group: 'Группы',
}

/** What it gives, in words. */
export function subscriptionName({ Category, MonitoredProject, Tariff }: NamedSubscription): string {
  return Category?.name || MonitoredProject?.name || productNames[Tariff.product]
}

interface NamedSubscription {
  Category: { name: string } | null
  MonitoredProject: { name: string } | null
  Tariff: Pick<Subscription['Tariff'], 'product'>
}

const upToForms: PluralForms = ['группы', 'групп', 'групп']

/** «Обычный, 3 месяца», «Группы, 1 месяц, до 50 групп»; empty for what was given before there were tariffs. */
export function tariffInWords({
  Tariff,
  MonitoredGroupset,
}: Pick<Subscription, 'Tariff' | 'MonitoredGroupset'>): string {
  const { title, durationTitle } = Tariff
  const groups =
    MonitoredGroupset === null ? '' : `до ${MonitoredGroupset.maxSize} ${plural(MonitoredGroupset.maxSize, upToForms)}`
  return [title, durationTitle, groups].filter((part) => part !== '').join(', ')
}

/** «1 ноя. — 24 нояб. 2026 г.»: the days in the person's zone, a year only once where it is the same. */
export function periodInWords(
  { startsAt, expiresAt }: Pick<Subscription, 'startsAt' | 'expiresAt'>,
  zone: string,
): string {
  return new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone }).formatRange(
    new Date(startsAt),
    new Date(expiresAt),
  )
}

/** «24 декабря», with the year when it is another than now. */
export function shortDayInWords(at: string, now: Date, zone: string): string {
  const yearOf = (moment: Date): string => moment.toLocaleDateString('ru', { year: 'numeric', timeZone: zone })
  const moment = new Date(at)
  if (yearOf(moment) !== yearOf(now)) return dayInWords(at, zone)
  return moment.toLocaleDateString('ru', { day: 'numeric', month: 'long', timeZone: zone })
}

const DAY_MS = 86_400_000

/** When what is frozen runs by itself: the days it may stand still are used up then. */
export function runsAgainAt({
  frozenAt,
  startsAt,
  freeze,
}: Pick<Subscription, 'frozenAt' | 'startsAt' | 'freeze'>): string {
  return new Date(Date.parse(frozenAt ?? startsAt) + freeze.days * DAY_MS).toISOString()
}

const leftForms: PluralForms = ['остался', 'осталось', 'осталось']

/** «осталось 3 дня», of what is frozen as many as wait: begun days are days. */
export function leftInWords({ expiresAt, frozenAt }: Pick<Subscription, 'expiresAt' | 'frozenAt'>, now: Date): string {
  const left = daysLeft(frozenAt === null ? now : new Date(frozenAt), new Date(expiresAt))
  return `${plural(left, leftForms)} ${daysInWords(left)}`
}

/** «1 день», «2 дня», «5 дней» */
export function daysInWords(days: number): string {
  return `${days} ${plural(days, dayForms)}`
}
