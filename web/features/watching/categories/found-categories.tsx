import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messageForms, plural } from '../../../../rules/plural.ts'
import type { Category } from '../../../../contract/category.ts'
import type { FoundCategory } from '../../../../contract/watching/categories.ts'
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
import { heardDaysInWords, heardInWords } from './heard-in-words.ts'
import type { AskedCategories } from './search-address.ts'

export interface FoundCategoriesProps {
  asked: AskedCategories
  zone: string
  /** The way to have one, beside its name. */
  action: (category: Category) => ReactNode
}

/** Which categories bring what was asked for, each with some of its messages. */
export function FoundCategories({ asked, zone, action }: FoundCategoriesProps) {
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
  const { found: heard, days } = data
  const since = heardDaysInWords(days).replace('за', 'За')
  const mentions = {
    pathname: '/custom-category',
    search: `?${new URLSearchParams(asked.keywords.map((keyword) => ['keyword', keyword])).toString()}`,
  }
  if (data.categories.length === 0) {
    return (
      <EmptyState
        picture="nothing-fits"
        title="Готовой категории нет"
        action={
          <Button component={Link} to={mentions}>
            Искать по своим словам
          </Button>
        }
      >
        {heard > 0
          ? `Но с этими словами ${heardInWords(heard, days)}. Их соберут «Упоминания».`
          : 'За последние дни этих слов никто не писал. Попробуйте другие или более общие.'}
      </EmptyState>
    )
  }
  return (
    <Stack as="section" aria-label="Подходящие категории">
      <p className={classes.summary} role="status">
        {since} с этими словами {heard.toLocaleString('ru')}&nbsp;{plural(heard, messageForms)}
      </p>
      <ul className={classes.list}>
        {data.categories.map((found) => (
          <li key={found.category.id}>
            <Found found={found} days={days} zone={zone}>
              {action(found.category)}
            </Found>
          </li>
        ))}
      </ul>
      <p className={classes.summary}>
        Нужно точнее? <Link to={mentions}>«Упоминания»</Link> ищут по вашим собственным словам, контексту и стоп-словам.
      </p>
    </Stack>
  )
}

function Found({
  found: { category, slug, found, of, samples, samplesFit },
  days,
  zone,
  children,
}: {
  found: FoundCategory
  days: number
  zone: string
  children: ReactNode
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
        <div className={classes.order}>{children}</div>
      </header>
      <p className={classes.counts}>
        {found > 0 ? (
          <b>{heardInWords(found, days)}</b>
        ) : (
          <>
            <b>{heardInWords(of, days)}</b>, с этими словами пока ни одного
          </>
        )}
      </p>
      {samples.length > 0 && !samplesFit && <p className={typography.note}>Другие сообщения этой категории:</p>}
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
