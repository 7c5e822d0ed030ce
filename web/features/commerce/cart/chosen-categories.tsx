import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCall } from '../../../kit/calls/use-call.ts'
import { CategoryChips } from './category-chips.tsx'
import { OrderPart } from './order-card.tsx'

export interface ChosenCategoriesProps {
  items: readonly number[]
  trial: boolean
  onRemove: (id: number) => void
  onOpen: () => void
}

export function ChosenCategories({ items, trial, onRemove, onOpen }: ChosenCategoriesProps) {
  const { data, error } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  if (items.length === 0) {
    return (
      <OrderPart title={trial ? 'Какую категорию попробовать' : 'Какие категории слушать'}>
        <Button
          size="lg"
          fullWidth
          leftSection={<IconPlus size={20} stroke={1.9} aria-hidden="true" />}
          onClick={onOpen}
        >
          {trial ? 'Выбрать категорию' : 'Выбрать категории'}
        </Button>
      </OrderPart>
    )
  }
  return (
    <OrderPart
      title={items.length === 1 ? 'Категория' : 'Категории'}
      action={
        <Button variant="subtle" size="compact-sm" onClick={onOpen}>
          {trial ? 'Другая' : 'Добавить'}
        </Button>
      }
    >
      {data ? (
        <CategoryChips items={items} categories={data.categories} onRemove={onRemove} />
      ) : error ? (
        <p>Названия категорий не загрузились, но корзина цела.</p>
      ) : (
        <Skeleton height={32} radius="md" />
      )}
    </OrderPart>
  )
}
