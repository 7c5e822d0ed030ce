import { Button, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { IconArrowLeft, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { formatRoubles, toKopecks } from '../../rules/money.ts'
import { pageInSearch } from '../../rules/paging/page-hash.ts'
import { buyCategory, orderAddressOf, tryCategory } from '../../rules/redirects.ts'
import { usePageWish } from '../features/people/accounts/auth-dialog-state.ts'
import { useUsedTrials } from '../features/commerce/cart/use-used-trials.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { CategorySamples, SHOWN } from '../features/watching/categories/category-samples.tsx'
import { heardInWords, perDayInWords } from '../features/watching/categories/heard-in-words.ts'
import { MoreCategories } from '../features/watching/categories/more-categories.tsx'
import type { Result } from '../kit/calls/ask.ts'
import { hasCode } from '../kit/calls/call-error.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { IconTile } from '../kit/ui/components/icon-tile.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageHead } from '../kit/ui/components/page-head.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { Pager } from '../kit/ui/components/pager.tsx'
import { ProductIcon } from '../kit/ui/components/product-icon.tsx'
import { SampleList } from '../kit/ui/components/sample-list.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import typography from '../kit/ui/typography.module.css'
import frame from '../kit/ui/components/page-frame.module.css'
import card from '../kit/ui/components/card.module.css'
import classes from './category-page.module.css'
import { useTimeZoneOf } from './time-zone-of.ts'
import { TryFree, TryNote } from './try-free.tsx'

const ShareDialog = lazyNamed(() => import('../kit/ui/components/share-dialog.tsx'), 'ShareDialog')

const ALL_PAGES = 50

/** /category/photographers: what a category is, what it brings, what it costs, and the way to order it. */
export function CategoryPage() {
  const { slug = '' } = useParams()
  const { search } = useLocation()
  const page = pageInSearch(new URLSearchParams(search), ALL_PAGES)
  const { user } = useMe()
  const zone = useTimeZoneOf(user)
  const first = useCall('categories', 'getCategory', { slug, page: 1 }, { staleTime: 60_000, retry: false })
  const { data, error, refetch } = useCall(
    'categories',
    'getCategory',
    { slug, page },
    { staleTime: 60_000, retry: false },
  )
  usePageWish(data?.category.free ? tryCategory(data.category.id) : null)
  if (error && (hasCode(error, 'CATEGORY_NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED'))) return <UnknownCategory />
  if (data && data.slug !== slug) return <Navigate to={{ pathname: `/category/${data.slug}`, search }} replace />
  return (
    <Stack gap={5} className={frame.reading}>
      {data ? <CategoryMeta found={data} /> : <PageTitle name="Категория" />}
      <Link to="/podbor-kategorii" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden="true" />
        Все категории
      </Link>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <Skeleton height={140} radius="lg" aria-busy="true" />
          <Skeleton height={360} radius="lg" aria-busy="true" />
        </>
      )}
      {data && (
        <>
          <CategoryHead found={data} />
          <Stack gap={1} className={classes.facts}>
            <Heard heard={data.heard} days={data.days} />
            {data.examples.length > 0 && <p>Например: {data.examples.join('; ')}</p>}
          </Stack>
          {first.data && first.data.samples.length > 0 ? (
            <>
              <CategorySamples samples={first.data.samples} zone={zone} />
              {(data.pages > 1 || data.samples.length > SHOWN) && <Latest found={data} page={page} zone={zone} />}
              <p className={typography.note}>
                Здесь показаны сообщения старше трёх дней, без имён и контактов. В ленте — сразу, со ссылкой на автора.
              </p>
            </>
          ) : (
            <p className={typography.note}>Сообщений старше трёх дней пока нет: примеры появятся здесь чуть позже.</p>
          )}
          <AboutCategory found={data} />
          <MoreCategories slug={data.slug} cities={data.cities} />
        </>
      )}
    </Stack>
  )
}

type FoundCategory = Result<'categories', 'getCategory'>

/** What search engines see of it. */
function CategoryMeta({ found: { category, slug, sought, heard, days } }: { found: FoundCategory }) {
  const who = sought === null ? category.description : `Кто ищет ${sought}.`
  const counted = heard > 0 ? ` ${capital(heardInWords(heard, days))} в социальных сетях.` : ''
  return (
    <PageHead
      name={category.name}
      description={`${who}${counted} Примеры просьб, цена и пробный доступ.`}
      steps={[
        { name: 'Подбор категории', path: '/podbor-kategorii' },
        { name: category.name, path: `/category/${slug}` },
      ]}
    />
  )
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What it brings and what it leaves out, in words. */
function AboutCategory({ found: { category, sought } }: { found: FoundCategory }) {
  return (
    <Stack as="section" gap={2} aria-labelledby="about-category">
      <h2 id="about-category" className={typography.heading}>
        Что приходит в эту ленту
      </h2>
      <p className={typography.soft}>
        {sought === null
          ? `Посты и комментарии, в которых спрашивают о том, чем занята категория «${category.name}».`
          : `Посты и комментарии, в которых ищут ${sought}: просят посоветовать, спрашивают, к кому обратиться и сколько это стоит.`}{' '}
        Объявления тех, кто сам предлагает услуги, и вакансии отсеиваются, копии одного текста показаны один раз.
      </p>
      <p className={typography.soft}>
        Ленту можно сузить до своего города, слов и сетей, а о новом узнавать сразу: в браузере, по почте или в
        мессенджере. Отвечаете вы сами, на странице сообщения.
      </p>
    </Stack>
  )
}

/** What it is, what it costs, and the way to order it. */
function CategoryHead({ found: { category, priceFrom } }: { found: FoundCategory }) {
  const { pathname } = useLocation()
  const { user } = useMe()
  const mayTry = !useUsedTrials(user)?.includes('category') && category.free
  const [sharing, setSharing] = useState(false)
  useFocusReturn({ opened: sharing })
  return (
    <header className={`${card.card} ${classes.head}`}>
      <IconTile size={60} shape="large">
        <ProductIcon name={category.icon} size={30} />
      </IconTile>
      <Stack gap={1}>
        <h1 className={classes.title}>{category.name}</h1>
        <p className={typography.soft}>{category.description}</p>
      </Stack>
      <Stack gap={2} className={classes.order}>
        {priceFrom !== null && (
          <p className={classes.price}>
            от <b>{formatRoubles(toKopecks(priceFrom))}</b> в месяц
          </p>
        )}
        <Stack gap={1}>
          <TryFree category={category} />
          <TryNote free={category.free} />
        </Stack>
        {mayTry && (
          <Button component={Link} variant="default" to={orderAddressOf(buyCategory(category.id))}>
            Заказать
          </Button>
        )}
        <Button
          variant="subtle"
          leftSection={<IconShare size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => setSharing(true)}
        >
          Поделиться
        </Button>
      </Stack>
      <LazyBoundary>
        {sharing && (
          <ShareDialog
            url={window.location.origin + pathname}
            title={`${category.name}: кто сейчас ищет`}
            onClose={() => setSharing(false)}
          />
        )}
      </LazyBoundary>
    </header>
  )
}

/** «9 сообщений за 4 дня», and how many a day, once there were enough days to know. */
function Heard({ heard, days }: Pick<FoundCategory, 'heard' | 'days'>) {
  const perDay = perDayInWords(heard, days)
  if (heard === 0) return <p>Пока ни одного сообщения</p>
  return (
    <p>
      <b>{heardInWords(heard, days)}</b>
      {perDay !== null && `, ${perDay}`}
    </p>
  )
}

interface LatestProps {
  found: FoundCategory
  page: number
  zone: string
}

function Latest({ found: { samples, pages }, page, zone }: LatestProps) {
  return (
    <Stack as="section" gap={3} aria-labelledby="latest">
      <h2 id="latest" className={typography.heading}>
        Недавние сообщения
      </h2>
      <SampleList samples={samples} zone={zone} />
      <Pager page={page} pages={pages} reach={ALL_PAGES} inQuery />
    </Stack>
  )
}

function UnknownCategory() {
  return (
    <>
      <PageHead
        name="Такой категории нет"
        description="Такой категории нет: возможно, её переименовали. Все категории Эхолота — на странице подбора."
        hidden
      />
      <EmptyState
        picture="lost"
        level={1}
        title="Такой категории нет"
        action={
          <Button component={Link} to="/podbor-kategorii">
            Подобрать категорию
          </Button>
        }
      >
        Возможно, её переименовали.
      </EmptyState>
    </>
  )
}
