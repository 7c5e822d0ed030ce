import type { Category } from '../../../../contract/category.ts'
import { ChipCross } from '../../../kit/ui/components/chip-cross.tsx'
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
          <ChipCross label={`Убрать: ${name}`} onRemove={() => onRemove(id)} />
        </li>
      ))}
    </Row>
  )
}
