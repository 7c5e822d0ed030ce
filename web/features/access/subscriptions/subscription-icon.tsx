import { productIcons, type Subscription } from '../../../../contract/access/subscriptions.ts'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'

export function SubscriptionIcon({
  of: { Category, Tariff },
  size,
}: {
  of: Pick<Subscription, 'Category' | 'Tariff'>
  size: number
}) {
  return <ProductIcon name={Category?.icon ?? productIcons[Tariff.product]} size={size} />
}
