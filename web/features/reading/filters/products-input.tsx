import { useState } from 'react'
import type { FilterFields } from '../../../../contract/reading/filters.ts'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { ChooseInput } from '../../../kit/ui/components/choose-input.tsx'
import { filterParts } from './filter-parts.ts'
import type { ValueCounts } from './value-counts.tsx'
import { useProducts } from './use-products.ts'

/** A longer list is narrowed by typing. */
const MOST_SHOWN = 200

type Products = Pick<FilterFields, 'categories' | 'monitoredProjects' | 'monitoredGroups'>

/** What is watched: categories, projects and single groups. */
export function ProductsInput({
  fields,
  zone,
  counts,
  inline,
  onChange,
}: {
  fields: FilterFields
  zone: string
  counts: ValueCounts
  /** Its list need not wait to be opened. */
  inline: boolean
  onChange: (products: Partial<Products>) => void
}) {
  const { categories, projects = [], groups, names } = useProducts()
  const [query, setQuery] = useState('')
  const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
  const options = [
    ...(categories ?? []).map(({ id, name, icon }) => ({
      key: `categories:${id}`,
      text: name,
      icon: <ProductIcon name={icon} size={18} />,
      count: counts.of('categories', id),
      chosen: fields.categories.includes(id),
    })),
    ...projects.map(({ id, name, icon }) => ({
      key: `monitoredProjects:${id}`,
      text: name || `Проект №${id}`,
      icon: <ProductIcon name={icon} size={18} />,
      count: counts.of('monitoredProjects', id),
      chosen: fields.monitoredProjects.includes(id),
    })),
    ...groups.map(({ pair, name, network }) => ({
      key: `monitoredGroups:${pair}`,
      text: name,
      icon: <NetworkIcon network={network} size={18} />,
      count: counts.of('monitoredGroups', pair),
      chosen: fields.monitoredGroups.includes(pair),
    })),
  ]
  const title =
    groups.length > 0 ? 'Категории, проекты и группы' : projects.length > 0 ? 'Категории и проекты' : 'Категории'
  const chosen = filterParts(fields, { ...names, zone }).filter(
    ({ group }) => group === 'categories' || group === 'monitoredProjects' || group === 'monitoredGroups',
  )
  return (
    <ChooseInput
      inline={inline}
      label={title}
      placeholder={chosen.length > 0 ? 'Добавить категорию' : 'Все ваши категории'}
      query={query}
      onQuery={setQuery}
      nothing={
        categories?.length === 0 ? 'Подписок пока нет' : categories ? 'Среди ваших категорий такой нет' : 'Загружаем…'
      }
      options={options.filter(({ text }) => plain(text).includes(plain(query.trim()))).slice(0, MOST_SHOWN)}
      chosen={chosen}
      onToggle={(key) => {
        const part = chosen.find((each) => each.key === key)
        if (part) onChange(part.clear)
        else if (key.startsWith('categories:')) onChange({ categories: [...fields.categories, idOf(key)] })
        else if (key.startsWith('monitoredGroups:'))
          onChange({ monitoredGroups: [...fields.monitoredGroups, key.slice(key.indexOf(':') + 1)] })
        else onChange({ monitoredProjects: [...fields.monitoredProjects, idOf(key)] })
      }}
    />
  )
}

const idOf = (key: string): number => Number(key.slice(key.indexOf(':') + 1))
