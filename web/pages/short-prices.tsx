import { Link } from 'react-router'
import { productIcons } from '../../contract/access/subscriptions.ts'
import { tariffProducts, type TariffProduct, type TariffTree } from '../../contract/access/tariffs.ts'
import { formatRoubles, toKopecks } from '../../rules/money.ts'
import { columnTariffs } from '../features/access/tariffs/tariff-choice.ts'
import { productWords, rateInWords, whatIsIncluded } from '../features/access/tariffs/tariff-in-words.ts'
import { useTariffs } from '../features/access/tariffs/use-tariffs.ts'
import { Ticks } from '../features/site/landing/parts.tsx'
import { IconTile } from '../kit/ui/components/icon-tile.tsx'
import { ProductIcon } from '../kit/ui/components/product-icon.tsx'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import classes from './short-prices.module.css'

export interface ShortPricesProps {
  /** These alone; without it all. */
  products?: readonly TariffProduct[]
}

/** What each product costs from, and what comes with it. */
export function ShortPrices({ products = tariffProducts }: ShortPricesProps) {
  const { tree, error, retry } = useTariffs()
  if (error) return <LoadFailure title="Цены не загрузились" error={error} onRetry={retry} />
  return (
    <ul className={classes.prices} aria-busy={tree === undefined}>
      {products.map((product) => (
        <li key={product} className={classes.price}>
          <p className={classes.name}>
            <IconTile size={36}>
              <ProductIcon name={productIcons[product]} size={19} />
            </IconTile>
            {productWords[product].title}
          </p>
          {/* Of the same height while it is not known. */}
          <p className={classes.sum}>{tree ? fromInWords(tree, product) : '\u00A0'}</p>
          <Ticks>
            {whatIsIncluded(product, 'regular').map((each) => (
              <li key={each}>{each}</li>
            ))}
          </Ticks>
          <Link to={`/order?product=${product}`} className={classes.onward}>
            {/* The trial of a project is opened by support. */}
            {tree && product !== 'project' && tree[product].trial.length > 0
              ? 'Выбрать срок или пробный доступ'
              : 'Выбрать срок'}{' '}
            <span aria-hidden="true">→</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The cheapest month of the ordinary tariff. */
function fromInWords(tree: TariffTree, product: TariffProduct) {
  const months = columnTariffs(tree, product, 'regular', null).filter(({ durationUnit }) => durationUnit === 'month')
  const cheapest = months.toSorted((a, b) => a.rate - b.rate)[0]
  if (!cheapest) return 'Цена по запросу'
  return (
    <>
      от <b>{formatRoubles(toKopecks(cheapest.rate))}</b> {rateInWords(cheapest)}
    </>
  )
}
