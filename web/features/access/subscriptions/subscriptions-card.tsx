import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { SettingsCard } from '../../../kit/ui/components/settings-card.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import typography from '../../../kit/ui/typography.module.css'
import { ProductLinks } from './my-products.tsx'
import { productSections } from './product-rows.ts'
import { SubscriptionDialogs, useSubscriptionDialog, type PackageDialog } from './subscription-dialogs.tsx'
import { subscriptionHistory } from './subscription-history.ts'
import { SubscriptionRows } from './subscription-row.tsx'
import classes from './subscriptions-card.module.css'
import { isOf } from './until-when.ts'
import { useSubscriptions } from './use-subscriptions.ts'

/** Of more than this many only the first ones stand there unasked: those that end soonest. */
const MANY = 8
const FIRST = 6

export interface SubscriptionsCardProps {
  zone: string
  packageDialog: PackageDialog
}

/** What the person holds and may see now, what they can do with it, and the way to what they held before. */
export function SubscriptionsCard({ zone, packageDialog }: SubscriptionsCardProps) {
  const { subscriptions, products, error, retry } = useSubscriptions()
  const [whole, setWhole] = useState(false)
  const now = useNow()
  const { open, show, close } = useSubscriptionDialog()
  const history = (
    <Button variant="default" onClick={(event) => show('history', null, event.currentTarget)}>
      История подписок
    </Button>
  )
  if (!subscriptions || !products) {
    return (
      <SettingsCard title="Подписки">
        {error ? (
          <LoadFailure error={error} onRetry={retry}>
            Подписки не загрузились.
          </LoadFailure>
        ) : (
          <Skeleton height={120} radius="md" />
        )}
      </SettingsCard>
    )
  }
  const { running, frozen, coming } = subscriptionHistory(subscriptions, now)
  const lasting = [...running, ...frozen, ...coming]
  const folds = lasting.length > MANY
  const shared = productSections(
    products.filter((product) => !running.some((each) => isOf(each, product))),
    [],
    now,
    zone,
  ).flatMap(({ rows }) => rows)
  return (
    <SettingsCard title="Подписки">
      {lasting.length > 0 ? (
        <SubscriptionRows
          subscriptions={lasting.slice(0, folds && !whole ? FIRST : undefined)}
          all={subscriptions}
          zone={zone}
          now={now}
          onAct={show}
        />
      ) : (
        <p className={typography.note}>Сейчас ни одной. Выберите тариф, и сообщения начнут приходить сразу.</p>
      )}
      {folds && (
        <button type="button" className={classes.fold} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Свернуть' : `Ещё ${lasting.length - FIRST}`}
        </button>
      )}
      {shared.length > 0 && (
        <div className={classes.shared}>
          <h3 className={classes.heading}>Видно по команде или роли</h3>
          <ProductLinks rows={shared} />
        </div>
      )}
      <Row className={classes.foot}>
        {lasting.length === 0 && (
          <Button component={Link} to="/order">
            Выбрать тариф
          </Button>
        )}
        {subscriptions.length > 0 && (
          <Button component={Link} to="/subscribes" variant="default">
            Все подписки
          </Button>
        )}
        {history}
      </Row>
      <SubscriptionDialogs open={open} zone={zone} packageDialog={packageDialog} onClose={close} />
    </SettingsCard>
  )
}
