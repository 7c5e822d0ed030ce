import { useState } from 'react'
import type { FilterFields } from '../../../contract/filters.ts'
import { ProductIcon } from '../../kit/ui/product-icon.tsx'
import { ChooseInput } from './choose-input.tsx'
import { filterParts } from './filter-parts.ts'
import { useProducts } from './use-products.ts'

type Products = Pick<FilterFields, 'categories' | 'monitoredProjects' | 'monitoredGroups'>

/** What is watched: categories, and the projects and groups that the filter was given. */
export function ProductsInput({ fields, zone, onChange }: { fields: FilterFields; zone: string; onChange: (products: Partial<Products>) => void }) {
  const { categories, categoryName } = useProducts()
  const [query, setQuery] = useState('')
  const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
  const found = categories?.filter(({ name }) => plain(name).includes(plain(query.trim()))) ?? []
  const chosen = filterParts(fields, { category: categoryName, zone }).filter(({ group }) => group === 'categories' || group === 'monitoredProjects' || group === 'monitoredGroups')
  return (
    <ChooseInput
      label="Категории"
      placeholder={chosen.length > 0 ? 'Добавить категорию' : 'Все ваши категории'}
      query={query}
      onQuery={setQuery}
      nothing={categories?.length === 0 ? 'Подписок пока нет' : categories ? 'Среди ваших категорий такой нет' : 'Загружаем…'}
      options={found.map(({ id, name, fa_font }) => ({
        key: `categories:${id}`,
        text: name,
        icon: <ProductIcon name={fa_font} size={18} />,
        chosen: fields.categories.includes(id),
      }))}
      chosen={chosen}
      onToggle={(key) => {
        const part = chosen.find((each) => each.key === key)
        if (part) onChange(part.clear)
        else onChange({ categories: [...fields.categories, Number(key.slice('categories:'.length))] })
      }}
    />
  )
}
