import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { productIcons } from '../../contract/access/subscriptions.ts'
import { tariffProducts, type Tariff, type TariffProduct, type TariffTree } from '../../contract/access/tariffs.ts'
import { formatRoubles, toKopecks, toRoubles } from '../../rules/money.ts'
import { estimate } from '../../rules/pricing/estimate.ts'
import { columnTariffs, teamSizesOnSale } from '../features/access/tariffs/tariff-choice.ts'
import {
  lengthInWords,
  productWords,
  rateInWords,
  teamSizeInWords,
} from '../features/access/tariffs/tariff-in-words.ts'
import { savedPercent } from '../features/access/tariffs/tariff-price.ts'
import { useTariffs } from '../features/access/tariffs/use-tariffs.ts'
import { QuestionList } from '../features/site/faq/question-list.tsx'
import { questionsOf } from '../features/site/faq/questions-of.ts'
import { IconTile } from '../kit/ui/components/icon-tile.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import { ProductIcon } from '../kit/ui/components/product-icon.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import typography from '../kit/ui/typography.module.css'
import { OrderFacts } from './order-facts.tsx'
import classes from './prices-page.module.css'
import { usePlacePrice } from './product-prices.ts'

const moneyQuestions = questionsOf(28, 29, 31, 32, 33, 34)

/** /tarify: the price list, to be read by anyone. What is chosen of it is ordered on /order. */
export function PricesPage() {
  const { tree, error, retry } = useTariffs()
  const head = {
    description:
      'Цены Эхолота: поиск клиентов по категориям, упоминания и группы. Сроки, командные тарифы, пробный доступ. Без автоматических списаний.',
    steps: [{ name: 'Тарифы', path: '/tarify' }],
    data: tree ? tariffProducts.flatMap((product) => productAsData(tree, product)) : [],
  }
  return (
    <PageFrame name="Тарифы и цены" width="whole" head={head}>
      <PageHeading
        title="Сколько это стоит"
        lead="Платите один раз за выбранный срок. Подписка не продлевается сама и не списывает деньги."
      >
        <Button component={Link} to="/order">
          Перейти к заказу
        </Button>
      </PageHeading>
      {tree ? (
        tariffProducts.map((product) => <ProductPrices key={product} tree={tree} product={product} />)
      ) : error ? (
        <LoadFailure title="Цены не загрузились" error={error} onRetry={retry} variant="filled" />
      ) : (
        <Skeleton height={520} radius="lg" aria-busy="true" />
      )}
      <OrderFacts />
      <Stack as="section" gap={4} aria-labelledby="about-money">
        <h2 id="about-money" className={classes.heading}>
          Вопросы об оплате
        </h2>
        <QuestionList questions={moneyQuestions} />
      </Stack>
    </PageFrame>
  )
}

function ProductPrices({ tree, product }: { tree: TariffTree; product: TariffProduct }) {
  const { title, about } = productWords[product]
  const regular = columnTariffs(tree, product, 'regular', null)
  const [trial] = tree[product].trial
  const place = usePlacePrice()
  return (
    <section className={classes.product} aria-labelledby={`prices-of-${product}`}>
      <header className={classes.head}>
        <IconTile size={44}>
          <ProductIcon name={productIcons[product]} size={23} />
        </IconTile>
        <Stack gap={0}>
          <h2 id={`prices-of-${product}`} className={classes.heading}>
            {title}
          </h2>
          <p className={typography.note}>{about}</p>
        </Stack>
        <Link to={`/order?product=${product}`} className={classes.onward}>
          Выбрать срок <span aria-hidden="true">→</span>
        </Link>
      </header>
      <div className={classes.columns}>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <caption>Обычный: для того, кто отвечает сам</caption>
            <thead>
              <tr>
                <th scope="col">Срок</th>
                <th scope="col">Цена {rateInWords({ product, durationUnit: 'month' }).replace('в месяц ', '')}</th>
                <th scope="col">Выгода</th>
              </tr>
            </thead>
            <tbody>
              {regular.map((tariff) => (
                <Line key={tariff.id} tariff={tariff} saved={savedPercent(tariff, regular)} />
              ))}
            </tbody>
          </table>
        </div>
        <Teams tree={tree} product={product} />
      </div>
      <p className={typography.note}>
        {trial
          ? product === 'project'
            ? `Тестовый доступ на ${trial.durationTitle}: его открывает поддержка, напишите нам. `
            : `Пробный доступ на ${trial.durationTitle} — бесплатно, без карты; сообщения последних трёх дней на нём скрыты. `
          : ''}
        {product === 'group' && place !== null ? `Ещё одно место к действующей подписке: ${place}. ` : ''}
      </p>
    </section>
  )
}

function Line({ tariff, saved }: { tariff: Tariff; saved: number }) {
  return (
    <tr>
      <th scope="row">{tariff.durationTitle}</th>
      <td>{lengthInWords(tariff)}</td>
      <td>{saved > 0 ? <span className={classes.saved}>−{saved} %</span> : '—'}</td>
    </tr>
  )
}

const withOne: Record<TariffProduct, string> = {
  category: 'одной категорией',
  project: 'одним проектом',
  group: 'одной группой',
}

/** For a month of each size; other lengths stand in the order. */
function Teams({ tree, product }: { tree: TariffTree; product: TariffProduct }) {
  const sizes = teamSizesOnSale(tree, product)
  if (sizes.length === 0) return null
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption>Командный: общая лента, заметки и лиды</caption>
        <thead>
          <tr>
            <th scope="col">Команда</th>
            <th scope="col">Вместе с {withOne[product]}</th>
          </tr>
        </thead>
        <tbody>
          {sizes.map((size) => {
            const [shortest] = columnTariffs(tree, product, 'team', size)
            return (
              <tr key={size}>
                <th scope="row">{teamSizeInWords(size)}</th>
                <td>{shortest ? `${formatRoubles(totalOf(shortest))} за ${shortest.durationTitle}` : '—'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** For search engines: what is on the page, to the kopeck as it is ordered. */
function productAsData(tree: TariffTree, product: TariffProduct): object[] {
  const offers = columnTariffs(tree, product, 'regular', null).map((tariff) => ({
    '@type': 'Offer',
    name: `${productWords[product].title}, ${tariff.durationTitle}`,
    price: toRoubles(totalOf(tariff)).toFixed(2),
    priceCurrency: 'RUB',
    availability: 'https://schema.org/InStock',
  }))
  if (offers.length === 0) return []
  const prices = offers.map(({ price }) => Number(price))
  return [
    {
      '@type': 'Product',
      name: `Эхолот: ${productWords[product].title}`,
      description: productWords[product].about,
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: 'RUB',
        lowPrice: Math.min(...prices).toFixed(2),
        highPrice: Math.max(...prices).toFixed(2),
        offerCount: offers.length,
        offers,
      },
    },
  ]
}

/** Of one category, project or group, in kopecks. */
function totalOf(tariff: Tariff): number {
  const inKopecks = { ...tariff, rate: toKopecks(tariff.rate), fee: toKopecks(tariff.fee) }
  return estimate({ tariff: inKopecks, count: 1, quantity: 1, prolongs: false, promo: null, start: new Date(0) }).total
}
