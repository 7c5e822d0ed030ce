import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import type { FoundCategory } from '../../../../contract/watching/categories.ts'
import { dayForms, messageForms, ofMessagesForms, plural } from '../../../../rules/plural.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { IconTile } from '../../../kit/ui/components/icon-tile.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { SampleCard } from '../../../kit/ui/components/sample-card.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import card from '../../../kit/ui/components/card.module.css'
import classes from './category-search.module.css'
import type { AskedCategories } from './search-address.ts'

export interface FoundCategoriesProps {
  asked: AskedCategories
  zone: string
}

/** Which categories bring what was asked for, each with some of its messages. */
export function FoundCategories({ asked, zone }: FoundCategoriesProps) {
  const { data, error, refetch } = useCall('categories', 'searchCategories', asked, { staleTime: 60_000 })
  if (error) {
    return <LoadFailure error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <Stack aria-busy="true">
        <Skeleton height={24} width={260} />
        <Skeleton height={220} radius="lg" aria-busy="true" />
        <Skeleton height={220} radius="lg" aria-busy="true" />
      </Stack>
    )
  }
  const days = Math.max(1, Math.round(data.days))
  const heard = `${data.found.toLocaleString('ru')} ${plural(data.found, messageForms)}`
  const project = { search: `?product=project` }
  if (data.categories.length === 0) {
    return (
      <EmptyState
        picture="nothing-fits"
        title="Готовой категории нет"
        action={
          <Button component={Link} to={{ pathname: '/order', ...project }}>
            Посмотреть тарифы на проекты
          </Button>
        }
      >
        {data.found > 0
          ? `Но за ${inDays(days)} эти слова прозвучали: ${heard}. Их найдёт проект с вашими ключевыми словами.`
          : 'За последние дни этих слов никто не писал. Попробуйте другие или более общие.'}
      </EmptyState>
    )
  }
  return (
    <Stack as="section" aria-label="Подходящие категории">
      <p className={classes.summary} role="status">
        За {inDays(days)} эти слова прозвучали: {heard}. Вот категории, где они встречаются.
      </p>
      <ul className={classes.list}>
        {data.categories.map((found) => (
          <li key={found.category.id}>
            <Found found={found} zone={zone} />
          </li>
        ))}
      </ul>
      <p className={classes.summary}>
        Нужно точнее? <Link to={{ pathname: '/order', ...project }}>Проект</Link> ищет по вашим собственным словам,
        контексту и минус-словам.
      </p>
    </Stack>
  )
}

const inDays = (days: number): string => (days === 1 ? 'последний день' : `последние ${days} ${plural(days, dayForms)}`)

function Found({
  found: { category, slug, keywords, found, of, inQueries, samples },
  zone,
}: {
  found: FoundCategory
  zone: string
}) {
  return (
    <Stack as="article" gap={3} className={`${card.surface} ${classes.category}`} aria-label={category.name}>
      <header className={classes.head}>
        <IconTile size={44}>
          <ProductIcon name={category.icon} size={22} />
        </IconTile>
        <div className={classes.words}>
          <h2 className={`${typography.heading} ${classes.name}`}>
            <Link to={`/category/${slug}`}>{category.name}</Link>
          </h2>
          <p className={typography.note}>{category.description}</p>
        </div>
        <Button component={Link} to={`/order?product=category&category=${category.id}`} className={classes.order ?? ''}>
          Заказать
        </Button>
      </header>
      <p className={classes.counts}>
        <b>{found.toLocaleString('ru')}</b> из {of.toLocaleString('ru')} {plural(of, ofMessagesForms)} категории
        {keywords.length > 0 && <> · слова: {keywords.join(', ')}</>}
        {inQueries && <> · есть в её запросах</>}
      </p>
      {samples.length > 0 && (
        <ul className={classes.samples}>
          {samples.map((sample) => (
            <li key={sample.id}>
              <SampleCard sample={sample} zone={zone} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
