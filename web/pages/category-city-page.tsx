import { Button, Skeleton } from '@mantine/core'
import { Link, Navigate, useParams } from 'react-router'
import { formatRoubles, toKopecks } from '../../rules/money.ts'
import { tryCategory } from '../../rules/redirects.ts'
import { usePageWish } from '../features/people/accounts/auth-dialog-state.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { heardInWords } from '../features/watching/categories/heard-in-words.ts'
import { MoreCategories } from '../features/watching/categories/more-categories.tsx'
import type { Result } from '../kit/calls/ask.ts'
import { hasCode } from '../kit/calls/call-error.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { IconTile } from '../kit/ui/components/icon-tile.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { ProductIcon } from '../kit/ui/components/product-icon.tsx'
import { SampleList } from '../kit/ui/components/sample-list.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import card from '../kit/ui/components/card.module.css'
import frame from '../kit/ui/components/page-frame.module.css'
import typography from '../kit/ui/typography.module.css'
import classes from './category-page.module.css'
import { useTimeZoneOf } from './time-zone-of.ts'
import { TryFree, TryNote } from './try-free.tsx'

/** /category/photographers/omsk: what a category brings from one big city. */
export function CategoryCityPage() {
  const { slug = '', city = '' } = useParams()
  const { user } = useMe()
  const zone = useTimeZoneOf(user)
  const { data, error, refetch } = useCall(
    'categories',
    'getCategoryCity',
    { slug, city },
    { staleTime: 60_000, retry: false },
  )
  usePageWish(data?.category.free ? tryCategory(data.category.id) : null)
  if (error && (hasCode(error, 'CATEGORY_NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED')))
    return <NotHeardThere slug={slug} />
  if (data && data.slug !== slug) return <Navigate to={`/category/${data.slug}/${city}`} replace />
  return (
    <Stack gap={5} className={frame.reading}>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <PageTitle name="Категория" />
          <Skeleton height={140} radius="lg" aria-busy="true" />
          <Skeleton height={360} radius="lg" aria-busy="true" />
        </>
      )}
      {data && <Found found={data} zone={zone} />}
    </Stack>
  )
}

type FoundCity = Result<'categories', 'getCategoryCity'>

function Found({ found, zone }: { found: FoundCity; zone: string }) {
  const { category, slug, city, sought, heard, days, samples, cities, priceFrom } = found
  const title = `${category.name}: ${city.name}`
  const asked = sought === null ? category.description : `Кто ищет ${sought}`
  return (
    <>
      <PageHead
        name={title}
        description={`${asked}, ${city.name}: ${heardInWords(heard, days)} в социальных сетях. Примеры просьб и пробный доступ.`}
        steps={[
          { name: 'Подбор категории', path: '/podbor-kategorii' },
          { name: category.name, path: `/category/${slug}` },
          { name: city.name, path: `/category/${slug}/${city.slug}` },
        ]}
      />
      <nav aria-label="Путь" className={classes.way}>
        <Link to="/podbor-kategorii">Все категории</Link>
        <span aria-hidden="true">/</span>
        <Link to={`/category/${slug}`}>{category.name}</Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page">{city.name}</span>
      </nav>
      <header className={`${card.card} ${classes.head}`}>
        <IconTile size={60} shape="large">
          <ProductIcon name={category.icon} size={30} />
        </IconTile>
        <Stack gap={1}>
          <h1 className={classes.title}>{title}</h1>
          <p className={typography.soft}>{asked}</p>
        </Stack>
        <Stack gap={2} className={classes.order}>
          {priceFrom !== null && (
            <p className={classes.price}>
              от <b>{formatRoubles(toKopecks(priceFrom))}</b> в месяц
            </p>
          )}
          <TryFree category={category} />
          <TryNote free={category.free} />
        </Stack>
      </header>
      <p className={classes.facts}>
        <b>{heardInWords(heard, days)}</b>, в которых назван этот город: в тексте, в названии группы или на странице
        автора.
      </p>
      {samples.length > 0 ? (
        <Stack as="section" gap={3} aria-labelledby="written-there">
          <h2 id="written-there" className={typography.heading}>
            Что там писали
          </h2>
          <SampleList samples={samples} zone={zone} />
          <p className={typography.note}>
            Сообщения старше трёх дней, без имён и контактов. В ленте — сразу, со ссылкой на автора.
          </p>
        </Stack>
      ) : (
        <p className={typography.note}>Сообщений старше трёх дней пока нет: примеры появятся здесь чуть позже.</p>
      )}
      <MoreCategories slug={slug} cities={cities} />
    </>
  )
}

function NotHeardThere({ slug }: { slug: string }) {
  return (
    <>
      <PageHead
        name="Такой страницы нет"
        description="Такой категории нет: возможно, её переименовали. Все категории Эхолота — на странице подбора."
        hidden
      />
      <EmptyState
        picture="lost"
        level={1}
        title="Из этого города почти ничего не слышно"
        action={
          <Button component={Link} to={`/category/${slug}`}>
            Вся категория
          </Button>
        }
      >
        Возможно, адрес написан с ошибкой. Просьбы отовсюду собраны на странице категории.
      </EmptyState>
    </>
  )
}
