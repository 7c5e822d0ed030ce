import { Button } from '@mantine/core'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { SettingsCard } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { AllSubscriptions } from './all-subscriptions.tsx'
import { SubscriptionDialogs, useSubscriptionDialog } from './subscription-dialogs.tsx'
import { leftInWords, runsAgainAt, shortDayInWords, subscriptionName } from './subscription-history.ts'
import { SubscriptionRows } from './subscription-row.tsx'

export interface NothingWhileFrozenProps {
  subscriptions: Subscription[]
  zone: string
  now: Date
}

/** Everything the person holds is frozen: how to unfreeze it. */
export function NothingWhileFrozen({ subscriptions, zone, now }: NothingWhileFrozenProps) {
  const { open, show, close } = useSubscriptionDialog()
  const [only, ...others] = subscriptions
  if (!only) return null
  // What is frozen can be unfrozen; groups are ordered for what runs.
  const dialogs = <SubscriptionDialogs open={open} zone={zone} packageDialog={() => null} onClose={close} />
  if (others.length > 0) {
    return (
      <Stack>
        <EmptyState picture="locked" title="Подписки заморожены">
          Пока они заморожены, их сообщений нет в ленте. Разморозьте ту, что нужна: её сообщения сразу вернутся.
        </EmptyState>
        <SettingsCard title="Заморожены">
          <SubscriptionRows subscriptions={subscriptions} all={subscriptions} zone={zone} now={now} onAct={show} />
        </SettingsCard>
        {dialogs}
      </Stack>
    )
  }
  const day = (at: string): string => shortDayInWords(at, now, zone)
  return (
    <>
      <EmptyState
        picture="locked"
        title={`Заморожена с ${day(only.frozenAt ?? only.startsAt)}`}
        action={
          <Row justify="center">
            <Button onClick={(event) => show('unfreeze', only, event.currentTarget)}>Разморозить</Button>
            <AllSubscriptions />
          </Row>
        }
      >
        Подписка «{subscriptionName(only)}» на паузе, {leftInWords(only, now)}. Если не разморозить раньше, она
        продолжится {day(runsAgainAt(only))}.
      </EmptyState>
      {dialogs}
    </>
  )
}
