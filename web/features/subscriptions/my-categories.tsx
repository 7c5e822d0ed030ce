import { Skeleton } from '@mantine/core'
import type { Subscription } from '../../../contract/subscriptions.ts'
import { ProductIcon } from '../../kit/ui/product-icon.tsx'
import classes from './my-categories.module.css'
import { useSubscriptions } from './use-subscriptions.ts'

/** What the person watches: a list in a panel, or a row of chips where there is no room for one. */
export function MyCategories({ zone }: { zone: string }) {
  const { subscriptions, error } = useSubscriptions()
  if (error) return <p className={classes.quiet}>Подписки не загрузились</p>
  if (!subscriptions) return <Skeleton height={34} radius="md" />
  const watched = subscriptions.filter(({ Category }) => Category !== null)
  if (watched.length === 0) return <p className={classes.quiet}>Пока ни одной</p>
  return (
    <ul className={classes.list}>
      {watched.map(({ id, Category, Tariff, expiresAt }) => {
        const note = untilWhen({ Tariff, expiresAt }, zone)
        return (
          <li key={id} className={classes.category} title={Category?.description}>
            <ProductIcon name={Category?.fa_font ?? ''} size={18} />
            <span className={classes.name}>
              {Category?.name}
              {note && <span className={classes.note}> {note}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** A trial, and an end that is near, are worth a word. */
const NEAR_MS = 14 * 24 * 60 * 60 * 1000

function untilWhen({ Tariff, expiresAt }: Pick<Subscription, 'Tariff' | 'expiresAt'>, zone: string): string | null {
  const end = new Date(expiresAt)
  const trial = Tariff.type === 'trial'
  if (!trial && end.getTime() - Date.now() > NEAR_MS) return null
  const year = end.getFullYear() === new Date().getFullYear() ? undefined : 'numeric'
  const day = end.toLocaleDateString('ru', { day: 'numeric', month: 'short', year, timeZone: zone })
  return trial ? `пробная до ${day}` : `до ${day}`
}
