import type { SeenProduct, Subscription } from '../../../../contract/access/subscriptions.ts'

/** An end that is nearer than this is worth a word; that of a trial always is. */
const NEAR_MS = 14 * 24 * 60 * 60 * 1000

/** How long a category is seen by one's own subscription; null when no one has to think of it yet, or it is another's to hold. */
export function untilWhen(
  { id, trial }: Pick<SeenProduct, 'id' | 'trial'>,
  held: readonly Subscription[],
  now: Date,
  zone: string,
): string | null {
  const ends = held
    .filter(
      ({ Category, Tariff, startsAt, frozenAt }) =>
        Category?.id === id &&
        (Tariff.type === 'trial') === trial &&
        frozenAt === null &&
        Date.parse(startsAt) <= now.getTime(),
    )
    .map(({ expiresAt }) => Date.parse(expiresAt))
  const end = Math.max(...ends)
  if (end <= now.getTime() || (!trial && end - now.getTime() > NEAR_MS)) return null
  const yearOf = (at: Date | number): string =>
    new Date(at).toLocaleDateString('ru', { year: 'numeric', timeZone: zone })
  const year = yearOf(end) === yearOf(now) ? undefined : 'numeric'
  const day = new Date(end).toLocaleDateString('ru', { day: 'numeric', month: 'short', year, timeZone: zone })
  return trial ? `пробная до ${day}` : `до ${day}`
}
