import { SettingsCard } from '../../../kit/ui/components/settings-card.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import typography from '../../../kit/ui/typography.module.css'
import { ProductLinks } from './my-products.tsx'
import { productSections, teamTitle, type TeamOf } from './product-rows.ts'
import { useSubscriptions } from './use-subscriptions.ts'

/** What a member sees that someone else pays for: it is no subscription of theirs. */
export function TeamProducts({ team, zone }: { team: TeamOf; zone: string }) {
  const { subscriptions, products } = useSubscriptions()
  const now = useNow()
  if (!subscriptions || !products) return null
  const shown = productSections(products, subscriptions, now, zone, team).find(
    ({ productType }) => productType === 'team',
  )
  if (!shown) return null
  return (
    <SettingsCard title={teamTitle(team.ownerName)}>
      <p className={typography.note}>Это оплачивает владелец команды, а видите и вы.</p>
      <ProductLinks rows={shown.rows} />
    </SettingsCard>
  )
}
