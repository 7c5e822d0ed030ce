import { productIcons, type Subscription } from '../../../../contract/access/subscriptions.ts'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'

const icons: Record<Subscription['Tariff']['product'], string> = { category: 'folder', ...productIcons }

export function SubscriptionIcon({
  of: { Category, Tariff },
  size,
}: {
  of: Pick<Subscription, 'Category' | 'Tariff'>
  size: number
}) {
  return <ProductIcon name={Category?.icon ?? icons[Tariff.product]} size={size} />
}
