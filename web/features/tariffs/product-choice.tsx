import { IconAt, IconSpeakerphone, IconUsersGroup } from '@tabler/icons-react'
import { useId } from 'react'
import { tariffProducts, type TariffProduct } from '../../../contract/tariffs.ts'
import classes from './product-choice.module.css'
import { productWords } from './tariff-words.ts'

const icons = { category: IconSpeakerphone, project: IconAt, group: IconUsersGroup }

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
        const Icon = icons[each]
        const { title, about } = productWords[each]
        return (
          <label key={each} className={classes.product}>
            <input
              className={classes.input}
              type="radio"
              name={name}
              checked={each === product}
              onChange={() => onChoose(each)}
            />
            <span className={classes.icon} aria-hidden="true">
              <Icon size={22} stroke={1.7} />
            </span>
            <span className={classes.words}>
              <span className={classes.title}>{title}</span>
              <span className={classes.about}>{about}</span>
            </span>
          </label>
        )
      })}
    </div>
  )
}
