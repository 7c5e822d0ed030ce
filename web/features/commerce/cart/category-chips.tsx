import { IconX } from '@tabler/icons-react'
import type { Category } from '../../../../contract/watching/categories.ts'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { useKeptFocus } from '../../../kit/ui/hooks/use-kept-focus.ts'
import classes from './category-chips.module.css'

export interface CategoryChipsProps {
  items: readonly number[]
  categories: readonly Category[]
  onRemove: (id: number) => void
}

/** What is in the cart, in the order in which it came there. */
export function CategoryChips({ items, categories, onRemove }: CategoryChipsProps) {
  const chosen = items.flatMap((id) => categories.find((category) => category.id === id) ?? [])
  const place = useKeptFocus<HTMLUListElement>(chosen.length)
  return (
    <Row ref={place} as="ul" gap="tight" aria-label="Выбранные категории">
      {chosen.map(({ id, name, icon }) => (
        <li key={id} className={classes.chip}>
          <ProductIcon name={icon} size={16} />
          <span className={classes.name}>{name}</span>
          <button type="button" className={classes.remove} aria-label={`Убрать: ${name}`} onClick={() => onRemove(id)}>
            <IconX size={14} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </Row>
  )
}
