import { Modal, Skeleton } from '@mantine/core'
import { useId } from 'react'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './subscription-history-dialog.module.css'
import {
  leftInWords,
  periodInWords,
  subscriptionHistory,
  subscriptionName,
  tariffInWords,
} from './subscription-history.ts'
import { SubscriptionIcon } from './subscription-icon.tsx'
import { TariffMark } from './tariff-mark.tsx'
import { useSubscriptions } from './use-subscriptions.ts'

export interface SubscriptionHistoryDialogProps {
  zone: string
  onClose: () => void
}

/** Every subscription a person holds or held themselves. */
export function SubscriptionHistoryDialog({ zone, onClose }: SubscriptionHistoryDialogProps) {
  return (
    <Modal opened onClose={onClose} title="История подписок" size={560}>
      <History zone={zone} />
    </Modal>
  )
}

function History({ zone }: { zone: string }) {
  const { subscriptions, error, retry } = useSubscriptions()
  const now = useNow()
  if (!subscriptions && error) {
    return <LoadFailure title="История не загрузилась" error={error} onRetry={retry} />
  }
  if (!subscriptions) return <Skeleton height={120} radius="md" />
  if (subscriptions.length === 0) {
    return (
      <EmptyState picture="no-subscription" title="Подписок ещё не было">
        Когда появится первая, здесь будет видно, с какого и по какой день она действует.
      </EmptyState>
    )
  }
  const { running, frozen, coming, over } = subscriptionHistory(subscriptions, now)
  return (
    <Stack gap={5}>
      <Part title="Действуют" held={running} zone={zone} now={now} />
      <Part title="Заморожены" held={frozen} zone={zone} now={now} />
      <Part title="Начнутся позже" held={coming} zone={zone} />
      <Part title="Закончились" held={over} zone={zone} quiet />
    </Stack>
  )
}

interface PartProps {
  title: string
  held: readonly Subscription[]
  zone: string
  /** There where it is worth a word how long they run on. */
  now?: Date
  quiet?: boolean
}

function Part({ title, held, zone, now, quiet = false }: PartProps) {
  const heading = useId()
  if (held.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={classes.title}>
        {title}
      </h3>
      <ul className={classes.list} data-quiet={quiet || undefined}>
        {held.map((each) => {
          const tariff = tariffInWords(each)
          return (
            <li key={each.id} className={classes.subscription}>
              <SubscriptionIcon of={each} size={22} />
              <Stack gap={0} className={classes.words}>
                <span className={classes.name}>
                  {subscriptionName(each)} <TariffMark of={each} />
                </span>
                <span className={typography.note}>{periodInWords(each, zone)}</span>
                {tariff && <span className={typography.note}>{tariff}</span>}
              </Stack>
              {now && <span className={classes.left}>{leftInWords(each, now)}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
