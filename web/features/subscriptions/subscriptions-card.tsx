import { Button } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { lazy, useState } from 'react'
import { Later } from '../../kit/ui/later.tsx'
import { SettingsCard } from '../../kit/ui/settings-card.tsx'
import { MyCategories } from './my-categories.tsx'
import classes from './subscriptions-card.module.css'

const HistoryDialog = lazy(() => import('./subscription-history-dialog.tsx').then((file) => ({ default: file.SubscriptionHistoryDialog })))

/** What the person may see now, and the way to what he held before. */
export function SubscriptionsCard({ zone }: { zone: string }) {
  const [open, setOpen] = useState(false)
  useFocusReturn({ opened: open })
  return (
    <SettingsCard title="Подписки">
      <MyCategories zone={zone} />
      <div className={classes.foot}>
        <Button variant="default" onClick={() => setOpen(true)}>
          История подписок
        </Button>
      </div>
      <Later>{open && <HistoryDialog zone={zone} onClose={() => setOpen(false)} />}</Later>
    </SettingsCard>
  )
}
