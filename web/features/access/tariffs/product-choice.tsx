import { useId } from 'react'
import { productIcons } from '../../../../contract/access/subscriptions.ts'
import { tariffProducts, type TariffProduct } from '../../../../contract/access/tariffs.ts'
import choice from '../../../kit/ui/components/choice.module.css'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './product-choice.module.css'
import { productWords } from './tariff-in-words.ts'

/** What to listen to. */
export function ProductChoice({
  product,
  onChoose,
}: {
  product: TariffProduct
  onChoose: (product: TariffProduct) => void
}) {
  const name = useId()
  return (
    <div className={classes.products} role="radiogroup" aria-label="Что слушать">
      {tariffProducts.map((each) => {
        const { title, about } = productWords[each]
        return (
          <label key={each} className={`${choice.choice} ${classes.product}`}>
            <input
              className={choice.cover}
              type="radio"
              name={name}
              checked={each === product}
              onChange={() => onChoose(each)}
            />
            <Row as="span" gap={0} nowrap className={classes.icon} aria-hidden="true">
              <ProductIcon name={productIcons[each]} size={22} />
            </Row>
            <Stack as="span" gap={0}>
              <span className={classes.title}>{title}</span>
              <span className={classes.about}>{about}</span>
            </Stack>
          </label>
        )
      })}
    </div>
  )
}
