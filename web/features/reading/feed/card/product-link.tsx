import { Link } from 'react-router'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { viewAddress, viewKey } from '../../../../../rules/filters/views.ts'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './product-link.module.css'

interface ProductLinkProps {
  message: FeedMessage
  className?: string | undefined
}

/** For which product a message is here, and the way to its view; of a list of groups to that of its group. */
export function ProductLink({ message: { productType, product, group }, className = '' }: ProductLinkProps) {
  const groupId = productType === 'group' ? (group?.id ?? null) : null
  const view = viewKey({ productType, productId: product.id }, groupId)
  return (
    <Link className={`${classes.product} ${typography.truncated} ${className}`} to={viewAddress(view)}>
      {product.name}
    </Link>
  )
}
