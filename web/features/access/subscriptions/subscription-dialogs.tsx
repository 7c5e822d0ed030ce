import { useRef, useState, type ReactNode } from 'react'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import type { SubscriptionAct } from './subscription-acts.ts'

const HistoryDialog = lazyNamed(() => import('./subscription-history-dialog.tsx'), 'SubscriptionHistoryDialog')
const FreezeDialog = lazyNamed(() => import('./subscription-freeze-dialog.tsx'), 'SubscriptionFreezeDialog')
const UnfreezeDialog = lazyNamed(() => import('./subscription-unfreeze-dialog.tsx'), 'SubscriptionUnfreezeDialog')
const CategoryDialog = lazyNamed(() => import('./category-change-dialog.tsx'), 'CategoryChangeDialog')

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

/** Where more groups are bought, which is no matter of subscriptions: the page puts it here. */
export type PackageDialog = (onClose: () => void) => ReactNode

interface SubscriptionDialogsProps {
  open: OpenDialog | null
  zone: string
  packageDialog: PackageDialog
  onClose: () => void
}

export function SubscriptionDialogs({ open, zone, packageDialog, onClose }: SubscriptionDialogsProps) {
  const about = open?.subscription
  return (
    <LazyBoundary>
      {open?.act === 'history' && <HistoryDialog zone={zone} onClose={onClose} />}
      {open?.act === 'freeze' && about && <FreezeDialog subscription={about} zone={zone} onClose={onClose} />}
      {open?.act === 'unfreeze' && about && <UnfreezeDialog subscription={about} zone={zone} onClose={onClose} />}
      {open?.act === 'change-category' && about && (
        <CategoryDialog subscription={about} zone={zone} onClose={onClose} />
      )}
      {open?.act === 'add-groups' && packageDialog(onClose)}
    </LazyBoundary>
  )
}
