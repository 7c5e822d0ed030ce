import { useState } from 'react'
import { productIcons } from '../../../../contract/access/subscriptions.ts'
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
  const { products, categories = [], projects = [], groups, names } = useProducts()
  const [query, setQuery] = useState('')
  const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
  const options = [
    ...categories.map(({ id, name, icon }) => ({
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
      icon: network ? <NetworkIcon network={network} size={18} /> : <ProductIcon name={productIcons.group} size={18} />,
      count: counts.of('monitoredGroups', pair),
      chosen: fields.monitoredGroups.includes(pair),
    })),
  ]
  const kinds = [
    ...(categories.length > 0 || products?.length === 0 ? ['категории'] : []),
    ...(projects.length > 0 ? ['проекты'] : []),
    ...(groups.length > 0 ? ['группы'] : []),
  ]
  const title = inWords(kinds)
  const chosen = filterParts(fields, { ...names, person: () => undefined, zone }).filter(
    ({ group }) => group === 'categories' || group === 'monitoredProjects' || group === 'monitoredGroups',
  )
  return (
    <ChooseInput
      inline={inline}
      label={`${title.charAt(0).toUpperCase()}${title.slice(1)}` || 'Категории'}
      placeholder={chosen.length > 0 ? 'Добавить' : `Все ваши ${title}`}
      query={query}
      onQuery={setQuery}
      nothing={
        products === undefined
          ? 'Загружаем…'
          : products.length === 0
            ? 'Подписок пока нет'
            : 'Среди того, что вы слушаете, такого нет'
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

/** «категории, проекты и группы» */
function inWords(kinds: string[]): string {
  return kinds.length > 1 ? `${kinds.slice(0, -1).join(', ')} и ${kinds.at(-1)}` : (kinds[0] ?? '')
}
