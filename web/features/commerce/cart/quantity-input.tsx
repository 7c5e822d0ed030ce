import { ActionIcon, TextInput } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Tariff } from '../../../../contract/access/tariffs.ts'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { OrderPart } from './order-card.tsx'
import { readQuantity, stepQuantity } from './quantity.ts'
import classes from './quantity-input.module.css'

export interface QuantityInputProps {
  product: Exclude<Tariff['product'], 'category'>
  quantity: number
  /** Null: no limit. */
  max: number | null
  onChange: (quantity: number) => void
}

const words = {
  project: {
    title: 'Сколько проектов',
    fewer: 'На проект меньше',
    more: 'На проект больше',
    note: 'Проект — это набор слов: ваше имя, товар, конкурент.',
  },
  group: {
    title: 'Сколько групп',
    fewer: 'Меньше групп',
    more: 'Больше групп',
    note: 'Сами группы вы добавите ссылками после оплаты.',
  },
}
/** Groups are counted by hundreds, projects one by one. */
const step = { project: 1, group: 10 }
/** No one wants a price for every digit of a number. */
const TYPING_MS = 500

export function QuantityInput({ product, quantity, max, onChange }: QuantityInputProps) {
  const { title, fewer, more, note } = words[product]
  /** As it is being typed; null: as it is in the cart. */
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? quantity : readQuantity(typed, max)
  const settle = (): void => {
    if (typed !== null && read !== null && read !== quantity) onChange(read)
    setTyped(null)
  }
  useEffect(() => {
    if (typed === null || read === null || read === quantity) return
    const timer = setTimeout(() => onChange(read), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, read, quantity, onChange])
  const press = (by: number): void => {
    setTyped(null)
    onChange(stepQuantity(read ?? quantity, by, max))
  }
  const now = read ?? quantity
  return (
    <OrderPart title={title}>
      <Row nowrap>
        <ActionIcon
          variant="default"
          size={42}
          radius="md"
          aria-label={fewer}
          disabled={now <= 1}
          onClick={() => press(-step[product])}
        >
          <IconMinus size={18} stroke={2} />
        </ActionIcon>
        <TextInput
          className={classes.input}
          aria-label={title}
          inputMode="numeric"
          size="md"
          value={typed ?? String(quantity)}
          error={typed !== null && read === null}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle()
            if (event.key === 'ArrowUp') press(step[product])
            if (event.key === 'ArrowDown' && now > 1) press(-step[product])
          }}
        />
        <ActionIcon
          variant="default"
          size={42}
          radius="md"
          aria-label={more}
          disabled={max !== null && now >= max}
          onClick={() => press(step[product])}
        >
          <IconPlus size={18} stroke={2} />
        </ActionIcon>
      </Row>
      <p className={classes.note}>
        {note}
        {max !== null && ` На этом тарифе не больше ${max}.`}
      </p>
    </OrderPart>
  )
}
