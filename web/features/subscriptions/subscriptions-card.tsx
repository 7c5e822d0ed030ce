import { Button, Skeleton } from '@mantine/core'
import { lazy, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { StartedPayment } from '../../../contract/cart.ts'
import type { Subscription } from '../../../contract/subscriptions.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { Later } from '../../kit/ui/later.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import { SettingsCard } from '../../kit/ui/settings-card.tsx'
import { useNow } from '../../kit/ui/use-now.ts'
import { heldCategories } from './held-categories.ts'
import { CategoryList } from './my-categories.tsx'
import type { SubscriptionAct } from './subscription-acts.ts'
import { subscriptionHistory } from './subscription-history.ts'
import { SubscriptionRow } from './subscription-row.tsx'
import classes from './subscriptions-card.module.css'
import { useSubscriptions } from './use-subscriptions.ts'

const HistoryDialog = lazy(() =>
  import('./subscription-history-dialog.tsx').then((file) => ({ default: file.SubscriptionHistoryDialog })),
)
const FreezeDialog = lazy(() =>
  import('./subscription-freeze-dialog.tsx').then((file) => ({ default: file.SubscriptionFreezeDialog })),
)
const UnfreezeDialog = lazy(() =>
  import('./subscription-unfreeze-dialog.tsx').then((file) => ({ default: file.SubscriptionUnfreezeDialog })),
)
const CategoryDialog = lazy(() =>
  import('./category-change-dialog.tsx').then((file) => ({ default: file.CategoryChangeDialog })),
)
const PackageDialog = lazy(() =>
  import('./package-order-dialog.tsx').then((file) => ({ default: file.PackageOrderDialog })),
)

/** Of more than this many only the first ones stand there unasked: those that end soonest. */
const MANY = 8
const FIRST = 6

export interface SubscriptionsCardProps {
  zone: string
  /** An order of more groups is made, and is to be paid. */
  onOrdered: (started: StartedPayment) => void
}

/** What the person holds and may see now, what he can do with it, and the way to what he held before. */
export function SubscriptionsCard({ zone, onOrdered }: SubscriptionsCardProps) {
  const { subscriptions, products, error, retry } = useSubscriptions()
  const [whole, setWhole] = useState(false)
  const [open, setOpen] = useState<{ act: SubscriptionAct | 'history'; subscription: Subscription | null } | null>(null)
  const opener = useRef<{ button: HTMLElement | null; row: Element | null }>({ button: null, row: null })
  const now = useNow()
  const show = (
    act: SubscriptionAct | 'history',
    subscription: Subscription | null,
    button: HTMLElement | null,
  ): void => {
    opener.current = { button, row: button?.closest('li') ?? null }
    setOpen({ act, subscription })
  }
  const close = (): void => {
    setOpen(null)
    // Once the dialog is gone; the button may be gone too, as what it offered is done.
    setTimeout(() => {
      const { button, row } = opener.current
      if (button?.isConnected) button.focus()
      else if (row instanceof HTMLElement) row.focus()
    })
  }
  const history = (
    <Button variant="default" onClick={(event) => show('history', null, event.currentTarget)}>
      История подписок
    </Button>
  )
  if (!subscriptions || !products) {
    return (
      <SettingsCard title="Подписки">
        {error ? (
          <Notice
            tone="bad"
            action={
              <Button variant="default" size="sm" onClick={retry}>
                Повторить
              </Button>
            }
          >
            Подписки не загрузились. {sentenceOf(error)}
          </Notice>
        ) : (
          <Skeleton height={120} radius="md" />
        )}
      </SettingsCard>
    )
  }
  const { running, frozen, coming } = subscriptionHistory(subscriptions, now)
  const lasting = [...running, ...frozen, ...coming]
  const folds = lasting.length > MANY
  const held = heldCategories(running, now)
  const shared = products.filter(({ productType, id }) => productType === 'category' && !held.has(id))
  const about = open?.subscription
  return (
    <SettingsCard title="Подписки">
      {lasting.length > 0 ? (
        <ul className={classes.list}>
          {lasting.slice(0, folds && !whole ? FIRST : undefined).map((each) => (
            <SubscriptionRow
              key={each.id}
              subscription={each}
              zone={zone}
              now={now}
              onAct={(act, button) => show(act, each, button)}
            />
          ))}
        </ul>
      ) : (
        <p className={classes.quiet}>Сейчас ни одной. Выберите тариф, и сообщения начнут приходить сразу.</p>
      )}
      {folds && (
        <button type="button" className={classes.fold} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Свернуть' : `Ещё ${lasting.length - FIRST}`}
        </button>
      )}
      {shared.length > 0 && (
        <div className={classes.shared}>
          <h3 className={classes.heading}>Видно по команде или роли</h3>
          <CategoryList categories={shared} />
        </div>
      )}
      <div className={classes.foot}>
        {lasting.length === 0 && (
          <Button component={Link} to="/order">
            Выбрать тариф
          </Button>
        )}
        {history}
      </div>
      <Later>
        {open?.act === 'history' && <HistoryDialog zone={zone} onClose={close} />}
        {open?.act === 'freeze' && about && <FreezeDialog subscription={about} zone={zone} onClose={close} />}
        {open?.act === 'unfreeze' && about && <UnfreezeDialog subscription={about} zone={zone} onClose={close} />}
        {open?.act === 'change-category' && about && (
          <CategoryDialog subscription={about} zone={zone} onClose={close} />
        )}
        {open?.act === 'add-groups' && <PackageDialog onOrdered={onOrdered} onClose={close} />}
      </Later>
    </SettingsCard>
  )
}
