import { ProductIcon } from './product-icon.tsx'
import classes from './product-option.module.css'
import { Row } from './stack.tsx'

/** One of the products to choose from, in the list of a field. */
export function ProductOption({ icon, name }: { icon: string; name: string }) {
  return (
    <Row as="span" align="center" nowrap className={classes.option}>
      <ProductIcon name={icon} size={18} />
      {name}
    </Row>
  )
}
