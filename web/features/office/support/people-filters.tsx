import { Button, Select } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { PeopleFilters } from '../../../../contract/office/support.ts'
import { productTypes } from '../../../../contract/access/subscriptions.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { Card } from '../../../kit/ui/components/card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { countSet } from './desk-address.ts'
import { LateInput } from './late-input.tsx'
import classes from './support.module.css'

const LONGEST = 100

type Name = keyof PeopleFilters
export interface PeopleFiltersProps {
  filters: PeopleFilters
  onChange: (filters: PeopleFilters) => void
}

/** One field that finds by anything, and behind a button all that narrows. */
export function PeopleFiltersBar({ filters, onChange }: PeopleFiltersProps) {
  const set = countSet(filters)
  const [open, setOpen] = useState(set > 0)
  return (
    <Stack gap={3}>
      <Row gap={2} align="center">
        <LateInput
          className={classes.search}
          type="search"
          aria-label="Найти человека"
          placeholder="Email, телефон, номер, имя, заказ, промокод"
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          maxLength={LONGEST}
          data-desk-search
          value={filters.search ?? ''}
          onSettle={(search) => onChange(withFilter(filters, 'search', search))}
        />
        <Button
          variant="default"
          aria-expanded={open}
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => setOpen(!open)}
        >
          {set === 0 ? 'Фильтры' : `Фильтры: ${set}`}
        </Button>
        {set > 0 && (
          <Button
            variant="subtle"
            onClick={() => onChange(filters.search === undefined ? {} : { search: filters.search })}
          >
            Сбросить
          </Button>
        )}
      </Row>
      {open && (
        <Card aria-label="Фильтры людей" className={classes.filters}>
          <WhoFields filters={filters} onChange={onChange} />
          <WhatFields filters={filters} onChange={onChange} />
          <BondFields filters={filters} onChange={onChange} />
          <WhenFields filters={filters} onChange={onChange} />
        </Card>
      )}
    </Stack>
  )
}

/** Empty: it is not asked for any more. */
function withFilter(filters: PeopleFilters, name: Name, value: string | null): PeopleFilters {
  const { [name]: _before, ...rest } = filters
  if (value === null || value === '') return rest
  const read = numbers.has(name) ? Number(value) : value
  return Number.isNaN(read) ? rest : { ...rest, [name]: read }
}

const numbers = new Set<Name>(['id', 'category', 'expiring', 'broughtBy'])

function fieldsOf({ filters, onChange }: PeopleFiltersProps) {
  const written = (name: Name): string => String(filters[name] ?? '')
  return {
    typed: (name: Name) => ({
      size: 'sm',
      maxLength: LONGEST,
      value: written(name),
      onSettle: (value: string) => onChange(withFilter(filters, name, value)),
    }),
    chosen: (name: Name) => ({
      size: 'sm',
      placeholder: 'Не важно',
      clearable: true,
      value: written(name) || null,
      onChange: (value: string | null) => onChange(withFilter(filters, name, value)),
    }),
  }
}

function WhoFields(props: PeopleFiltersProps) {
  const { typed } = fieldsOf(props)
  return (
    <>
      <LateInput {...typed('email')} label="Email" inputMode="email" />
      <LateInput {...typed('phone')} label="Телефон" inputMode="tel" />
      <LateInput {...typed('name')} label="Имя" />
      <LateInput {...typed('id')} label="Номер" inputMode="numeric" />
    </>
  )
}

function WhatFields(props: PeopleFiltersProps) {
  const { chosen } = fieldsOf(props)
  const { data } = useCall('categories', 'listCategories', {})
  const categories = (data?.categories ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <Select
        {...chosen('product')}
        label="Продукт подписки"
        data={productTypes.map((value) => ({ value, label: productTitles[value] }))}
      />
      <Select
        {...chosen('category')}
        label="Категория"
        data={categories}
        searchable
        nothingFoundMessage="Нет такой категории"
      />
      <Select {...chosen('type')} label="Тип подписки" data={types} />
      <Select {...chosen('expiring')} label="Закончится" data={endings} />
    </>
  )
}

const types = [
  { value: 'paid', label: 'Любая, кроме пробной' },
  { value: 'trial', label: 'Пробная' },
  { value: 'regular', label: 'Обычная' },
  { value: 'team', label: 'Командная' },
]
const endings = [
  { value: '1', label: 'За сутки' },
  { value: '3', label: 'За 3 дня' },
  { value: '7', label: 'За 7 дней' },
  { value: '14', label: 'За 14 дней' },
  { value: '30', label: 'За 30 дней' },
]

function BondFields(props: PeopleFiltersProps) {
  const { chosen, typed } = fieldsOf(props)
  return (
    <>
      <Select
        {...chosen('paid')}
        label="Оплаты"
        data={[
          { value: 'ever', label: 'Платил хотя бы раз' },
          { value: 'never', label: 'Не платил ни разу' },
        ]}
      />
      <Select
        {...chosen('team')}
        label="Команда"
        data={[
          { value: 'owner', label: 'Владелец команды' },
          { value: 'member', label: 'Участник команды' },
        ]}
      />
      <Select
        {...chosen('partner')}
        label="Партнёры"
        data={[
          { value: 'partner', label: 'Партнёр' },
          { value: 'brought', label: 'Привёл партнёр' },
        ]}
      />
      <LateInput {...typed('broughtBy')} label="Привёл партнёр №" inputMode="numeric" />
    </>
  )
}

function WhenFields(props: PeopleFiltersProps) {
  const { typed } = fieldsOf(props)
  return (
    <>
      <LateInput {...typed('regFrom')} label="Регистрация с" type="date" />
      <LateInput {...typed('regTo')} label="Регистрация по" type="date" />
      <LateInput {...typed('seenFrom')} label="Визит не раньше" type="date" />
      <LateInput {...typed('seenTo')} label="Визит не позже" type="date" />
    </>
  )
}
