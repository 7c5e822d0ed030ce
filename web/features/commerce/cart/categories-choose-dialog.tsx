import { Button, Modal, Skeleton, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import type { Category } from '../../../../contract/category.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { breakpoints } from '../../../kit/ui/breakpoints.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import choice from '../../../kit/ui/components/choice.module.css'
import { countOf } from './bill-lines.ts'
import classes from './categories-choose-dialog.module.css'
import { CategoryChips } from './category-chips.tsx'
import { findCategories } from '../../../../rules/find-categories.ts'

export interface CategoriesChooseDialogProps {
  items: readonly number[]
  /** Only one can be had, and only of those that may be tried. */
  trial: boolean
  /** Why the order could not go on with what is chosen. */
  mistake: string | null
  onAdd: (id: number) => void
  onRemove: (id: number) => void
  onOnly: (id: number) => void
  /** What it all costs, beside the button. */
  total: ReactNode
  onClose: () => void
}

/** The cart: which categories to listen to. What is pressed is in the cart at once. */
export function CategoriesChooseDialog(props: CategoriesChooseDialogProps) {
  const { items, trial, mistake, onAdd, onRemove, onOnly, total, onClose } = props
  const { data, error, refetch } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const [query, setQuery] = useState('')
  const narrow = useMediaQuery(`(max-width: ${breakpoints.phone}px)`)
  const found = data && findCategories(data.categories, query, trial)
  const press = (id: number, on: boolean): void => {
    if (trial) onOnly(id)
    else if (on) onAdd(id)
    else onRemove(id)
  }
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={760}
      fullScreen={narrow}
      centered={!narrow}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content radius={narrow ? 0 : 'lg'}>
        <Modal.Header className={classes.header}>
          <Row gap={3} align="center" justify="space-between" nowrap>
            <Modal.Title className={classes.title}>
              {trial ? 'Какую категорию попробовать' : 'Какие категории слушать'}
            </Modal.Title>
            <Modal.CloseButton aria-label="Закрыть" />
          </Row>
          <TextInput
            aria-label="Найти категорию"
            placeholder="Например, ремонт или фотограф"
            type="search"
            size="md"
            leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            data-autofocus
          />
          {mistake && <AlertBox tone="warn">{mistake}</AlertBox>}
          {items.length > 0 && data && (
            <div className={classes.chosen}>
              <CategoryChips items={items} categories={data.categories} onRemove={onRemove} />
            </div>
          )}
        </Modal.Header>
        <Modal.Body className={classes.body}>
          {found ? (
            found.length > 0 ? (
              <CategoryOptions found={found} items={items} trial={trial} onPress={press} />
            ) : (
              <NothingFound />
            )
          ) : error ? (
            <LoadFailure error={error} onRetry={() => void refetch()} />
          ) : (
            <Waiting />
          )}
        </Modal.Body>
        <Row gap={4} align="center" justify="space-between" nowrap className={classes.footer}>
          <Stack gap={0} className={classes.total} aria-live="polite">
            <span className={typography.note}>
              {items.length === 0 ? 'Ничего не выбрано' : `Выбрано: ${countOf('category', items.length)}`}
            </span>
            {total}
          </Stack>
          <Button size="md" onClick={onClose}>
            Готово
          </Button>
        </Row>
      </Modal.Content>
    </Modal.Root>
  )
}

function NothingFound() {
  return (
    <p className={classes.nothing}>
      Такой категории нет. Попробуйте другое слово: ищем по названию и описанию. Если вашей темы здесь нет совсем,
      подойдут проекты: там ключевые слова задаёте вы.
    </p>
  )
}

function Waiting() {
  return (
    <div className={classes.options} aria-busy="true">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={68} radius="md" />
      ))}
    </div>
  )
}

interface CategoryOptionsProps {
  found: readonly Category[]
  items: readonly number[]
  trial: boolean
  onPress: (id: number, on: boolean) => void
}

function CategoryOptions({ found, items, trial, onPress }: CategoryOptionsProps) {
  const name = useId()
  return (
    <div className={classes.options} role={trial ? 'radiogroup' : 'group'} aria-label="Категории">
      {found.map(({ id, name: title, description, icon, free }) => {
        const barred = trial && !free
        return (
          <label key={id} className={`${choice.choice} ${classes.option}`} data-barred={barred || undefined}>
            <input
              className={classes.input}
              type={trial ? 'radio' : 'checkbox'}
              name={name}
              aria-label={title}
              checked={items.includes(id) && (!trial || items.length === 1)}
              disabled={barred}
              onChange={(event) => onPress(id, event.currentTarget.checked)}
            />
            <Row as="span" gap={0} nowrap className={classes.icon} aria-hidden="true">
              <ProductIcon name={icon} size={20} />
            </Row>
            <span className={classes.words}>
              <span className={classes.name}>{title}</span>
              <span className={classes.about}>{barred ? 'Только в платном тарифе' : description}</span>
            </span>
          </label>
        )
      })}
    </div>
  )
}
