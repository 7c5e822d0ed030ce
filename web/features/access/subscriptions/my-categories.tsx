import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { SeenProduct } from '../../../../contract/access/subscriptions.ts'
import { loadSentenceOf } from '../../../kit/calls/call-error.ts'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './my-categories.module.css'
import { untilWhen } from './until-when.ts'
import { useSubscriptions } from './use-subscriptions.ts'

/** Of more than this many, as moderators see them, only the first ones stand there unasked. */
const MANY = 12
const FIRST = 8

/** What the person may see. */
export function MyCategories({ zone }: { zone: string }) {
  const { subscriptions, products, error } = useSubscriptions()
  const now = useNow()
  if (error && !products) return <p className={typography.note}>Подписки не загрузились. {loadSentenceOf(error)}</p>
  if (!subscriptions || !products) return <Skeleton height={34} radius="md" />
  const seen = products.filter(({ productType }) => productType === 'category')
  if (seen.length === 0) return <p className={typography.note}>Пока ни одной</p>
  return <CategoryList categories={seen} noteOf={(product) => untilWhen(product, subscriptions, now, zone)} />
}

export interface CategoryListProps {
  categories: readonly SeenProduct[]
  noteOf?: (category: SeenProduct) => string | null
}

/** Their names; of many only the first ones until more are asked for. */
export function CategoryList({ categories, noteOf }: CategoryListProps) {
  const [whole, setWhole] = useState(false)
  const folds = categories.length > MANY
  return (
    <ul className={classes.list}>
      {categories.slice(0, folds && !whole ? FIRST : undefined).map((product) => {
        const note = noteOf?.(product)
        return (
          <li key={product.id} className={classes.category}>
            <ProductIcon name={product.icon} size={18} />
            <span className={classes.name}>
              {product.name}
              {note && <span className={classes.note}> {note}</span>}
            </span>
          </li>
        )
      })}
      {folds && (
        <li>
          <button type="button" className={classes.fold} aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Свернуть' : `Ещё ${categories.length - FIRST}`}
          </button>
        </li>
      )}
    </ul>
  )
}
