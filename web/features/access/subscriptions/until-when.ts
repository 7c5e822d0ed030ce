import type { SeenProduct, Subscription } from '../../../../contract/access/subscriptions.ts'

/** An end that is nearer than this is worth a word; that of a trial always is. */
const NEAR_MS = 14 * 24 * 60 * 60 * 1000

/** Is the subscription of this product? */
export function isOf(
  { Category, MonitoredProject, MonitoredGroupset }: Subscription,
  { productType, id }: Pick<SeenProduct, 'productType' | 'id'>,
): boolean {
  const of = { category: Category, project: MonitoredProject, group: MonitoredGroupset }[productType]
  return of?.id === id
}

/** How long a product is seen by one's own subscription; null when no one has to think of it yet, or it is another's to hold. */
export function untilWhen(
  product: Pick<SeenProduct, 'productType' | 'id' | 'trial'>,
  held: readonly Subscription[],
  now: Date,
  zone: string,
): string | null {
  const { productType, trial } = product
  const ends = held
    .filter(
      (each) =>
        isOf(each, product) &&
        (each.Tariff.type === 'trial') === trial &&
        each.frozenAt === null &&
        Date.parse(each.startsAt) <= now.getTime(),
    )
    .map(({ expiresAt }) => Date.parse(expiresAt))
  const end = Math.max(...ends)
  if (end <= now.getTime() || (!trial && end - now.getTime() > NEAR_MS)) return null
  const yearOf = (at: Date | number): string =>
    new Date(at).toLocaleDateString('ru', { year: 'numeric', timeZone: zone })
  const year = yearOf(end) === yearOf(now) ? undefined : 'numeric'
  const day = new Date(end).toLocaleDateString('ru', { day: 'numeric', month: 'short', year, timeZone: zone })
  if (!trial) return `до ${day}`
  return `${productType === 'category' ? 'пробная' : 'пробный доступ'} до ${day}`
}
