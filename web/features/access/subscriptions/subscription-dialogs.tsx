import { useRef, useState } from 'react'
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import type { SubscriptionAct } from './subscription-acts.ts'

const HistoryDialog = lazyNamed(() => import('./subscription-history-dialog.tsx'), 'SubscriptionHistoryDialog')
const FreezeDialog = lazyNamed(() => import('./subscription-freeze-dialog.tsx'), 'SubscriptionFreezeDialog')
const UnfreezeDialog = lazyNamed(() => import('./subscription-unfreeze-dialog.tsx'), 'SubscriptionUnfreezeDialog')
const CategoryDialog = lazyNamed(() => import('./category-change-dialog.tsx'), 'CategoryChangeDialog')
const PackageDialog = lazyNamed(() => import('./package-order-dialog.tsx'), 'PackageOrderDialog')

interface OpenDialog {
  act: SubscriptionAct | 'history'
  /** Null for the history, which is of all of them. */
  subscription: Subscription | null
}

/** Which dialog of the subscriptions is open. The focus goes back to the button that opened it, or to its row. */
export function useSubscriptionDialog() {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const opener = useRef<{ button: HTMLElement | null; row: Element | null }>({ button: null, row: null })
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
  return { open, show, close }
}

interface SubscriptionDialogsProps {
  open: OpenDialog | null
  zone: string
  /** An order of more groups is made, and is to be paid. */
  onOrdered: (started: StartedPayment) => void
  onClose: () => void
}

export function SubscriptionDialogs({ open, zone, onOrdered, onClose }: SubscriptionDialogsProps) {
  const about = open?.subscription
  return (
    <LazyBoundary>
      {open?.act === 'history' && <HistoryDialog zone={zone} onClose={onClose} />}
      {open?.act === 'freeze' && about && <FreezeDialog subscription={about} zone={zone} onClose={onClose} />}
      {open?.act === 'unfreeze' && about && <UnfreezeDialog subscription={about} zone={zone} onClose={onClose} />}
      {open?.act === 'change-category' && about && (
        <CategoryDialog subscription={about} zone={zone} onClose={onClose} />
      )}
      {open?.act === 'add-groups' && <PackageDialog onOrdered={onOrdered} onClose={onClose} />}
    </LazyBoundary>
  )
}
