import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation, useParams } from 'react-router'
import { formatRoubles, toKopecks } from '../../rules/money.ts'
import { ofMessagesForms, plural } from '../../rules/plural.ts'
import { useMe } from '../features/accounts/use-me.ts'
import { CategorySamples, SHOWN } from '../features/categories/category-samples.tsx'
import { hasCode, sentenceOf } from '../kit/calls/call-error.ts'
import { useCall } from '../kit/calls/use-call.ts'
import { Blank } from '../kit/ui/blank.tsx'
import { Notice } from '../kit/ui/notice.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'
import { Pager } from '../kit/ui/pager.tsx'
import { ProductIcon } from '../kit/ui/product-icon.tsx'
import { SampleCard } from '../kit/ui/sample-card.tsx'
import classes from './category-page.module.css'
import { zoneOf } from './zone-of.ts'

const ALL_PAGES = 50

/** /category/photographers: what a category is, what it brings, what it costs, and the way to order it. */
export function CategoryPage() {
  const { slug = '' } = useParams()
  const { search } = useLocation()
  const asked = Number(new URLSearchParams(search).get('page') ?? 1)
  const page = Number.isInteger(asked) && asked >= 1 && asked <= ALL_PAGES ? asked : 1
  const { user } = useMe()
  const zone = zoneOf(user)
  const first = useCall('categories', 'getCategory', { slug, page: 1 }, { staleTime: 60_000, retry: false })
  const { data, error, refetch } = useCall(
    'categories',
    'getCategory',
    { slug, page },
    { staleTime: 60_000, retry: false },
  )
  if (error && (hasCode(error, 'CATEGORY_NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED'))) {
    return (
      <Blank
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
      </Blank>
    )
  }
  return (
    <div className={classes.page}>
      <PageTitle name={data?.category.name ?? 'Категория'} />
      <Link to="/podbor-kategorii" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden="true" />
        Все категории
      </Link>
      {error && (
        <Notice
          tone="bad"
          action={
            <Button variant="default" size="sm" onClick={() => void refetch()}>
              Повторить
            </Button>
          }
        >
          {sentenceOf(error)}
        </Notice>
      )}
      {!data && !error && (
        <>
          <Skeleton height={140} radius="lg" />
          <Skeleton height={360} radius="lg" />
        </>
      )}
      {data && (
        <>
          <header className={classes.head}>
            <span className={classes.icon}>
              <ProductIcon name={data.category.fa_font} size={30} />
            </span>
            <div className={classes.words}>
              <h1 className={classes.title}>{data.category.name}</h1>
              <p className={classes.about}>{data.category.description}</p>
            </div>
            <div className={classes.order}>
              {data.priceFrom !== null && (
                <p className={classes.price}>
                  от <b>{formatRoubles(toKopecks(data.priceFrom))}</b> в месяц
                </p>
              )}
              <Button component={Link} to={`/order?product=category&category=${data.category.id}`}>
                Заказать
              </Button>
              {data.category.free && (
                <Button component={Link} variant="default" to={`/promo?ctg=${data.category.id}`}>
                  Попробовать бесплатно
                </Button>
              )}
            </div>
          </header>
          <div className={classes.facts}>
            <p>
              <b>{data.perDay < 1 ? 'меньше одного' : `около ${Math.round(data.perDay).toLocaleString('ru')}`}</b>{' '}
              {data.perDay < 1 ? 'сообщения' : plural(Math.round(data.perDay), ofMessagesForms)} в день
            </p>
            {data.examples.length > 0 && <p>Например: {data.examples.join('; ')}</p>}
          </div>
          {first.data && first.data.samples.length > 0 ? (
            <>
              <CategorySamples samples={first.data.samples} zone={zone} />
              {(data.pages > 1 || data.samples.length > SHOWN) && (
                <section className={classes.latest} aria-labelledby="latest">
                  <h2 id="latest" className={classes.heading}>
                    Недавние сообщения
                  </h2>
                  <ul className={classes.list}>
                    {data.samples.map((sample) => (
                      <li key={sample.id}>
                        <SampleCard sample={sample} zone={zone} />
                      </li>
                    ))}
                  </ul>
                  <Pager page={page} pages={data.pages} reach={ALL_PAGES} inQuery />
                </section>
              )}
              <p className={classes.note}>
                Здесь показаны сообщения старше трёх дней, без имён и контактов. В ленте — сразу, со ссылкой на автора.
              </p>
            </>
          ) : (
            <p className={classes.note}>Сообщений старше трёх дней пока нет: примеры появятся здесь чуть позже.</p>
          )}
        </>
      )}
    </div>
  )
}
