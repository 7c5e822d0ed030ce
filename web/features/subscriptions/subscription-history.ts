/** One's own subscriptions as a history: what runs, what is to come, what is over. */
import type { Subscription } from '../../../contract/subscriptions.ts'

type Held = Pick<Subscription, 'id' | 'startsAt' | 'expiresAt'>

export interface SubscriptionHistory<Each extends Held> {
  running: Each[]
  coming: Each[]
  over: Each[]
}

/** What ends first is told first; of what is over, what ended last. Periods are half-open (decisions §6). */
export function subscriptionHistory<Each extends Held>(held: readonly Each[], now: Date): SubscriptionHistory<Each> {
  const at = now.getTime()
  const byEnd = held.toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt) || a.id - b.id)
  return {
    running: byEnd.filter(({ startsAt, expiresAt }) => Date.parse(startsAt) <= at && Date.parse(expiresAt) > at),
    coming: byEnd.filter(({ startsAt, expiresAt }) => Date.parse(startsAt) > at && Date.parse(expiresAt) > at),
    over: byEnd.filter(({ expiresAt }) => Date.parse(expiresAt) <= at).toReversed(),
  }
}

const productNames: Record<Subscription['Tariff']['product'], string> = { category: 'Категория', project: 'Проекты', group: 'Группы' }

/** What it gives, in words. */
export function subscriptionName({ Category, Tariff }: { Category: { name: string } | null; Tariff: Pick<Subscription['Tariff'], 'product'> }): string {
  return Category?.name ?? productNames[Tariff.product]
}

/** «1 ноя. — 24 нояб. 2026 г.»: the days in the person's zone, a year only once where it is the same. */
export function periodInWords({ startsAt, expiresAt }: Pick<Subscription, 'startsAt' | 'expiresAt'>, zone: string): string {
  return new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone }).formatRange(new Date(startsAt), new Date(expiresAt))
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Whole days until the end, begun ones too. */
export function daysLeft({ expiresAt }: Pick<Subscription, 'expiresAt'>, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS))
}
