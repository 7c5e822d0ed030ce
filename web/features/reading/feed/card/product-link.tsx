import { Link } from 'react-router'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { viewAddress, viewKey } from '../../../../../rules/filters/views.ts'
import { ProductIcon } from '../../../../kit/ui/components/product-icon.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './product-link.module.css'

/** For which product a message is here, and the way to its view; a message of a list of groups names its group, and leads there. */
export function ProductLink({ message: { productType, product, group } }: { message: FeedMessage }) {
  const groupId = productType === 'group' ? (group?.id ?? null) : null
  const view = viewKey({ productType, productId: product.id }, groupId)
  return (
    <Link className={classes.product} to={viewAddress(view)}>
      <ProductIcon name={product.icon} />
      <span className={typography.truncated}>{product.name}</span>
    </Link>
  )
}
