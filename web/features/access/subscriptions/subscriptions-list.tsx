import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { SettingsCard } from '../../../kit/ui/components/settings-card.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import { usePageHash } from '../../../kit/ui/hooks/use-page-hash.ts'
import { SubscriptionDialogs, useSubscriptionDialog, type PackageDialog } from './subscription-dialogs.tsx'
import { subscriptionPage } from './subscription-history.ts'
import { SubscriptionRows } from './subscription-row.tsx'
import { useSubscriptions } from './use-subscriptions.ts'

export interface SubscriptionsListProps {
  zone: string
  packageDialog: PackageDialog
}

/** Every subscription the person holds or held, page by page: how it stands, and what to do next. */
export function SubscriptionsList({ zone, packageDialog }: SubscriptionsListProps) {
  const { subscriptions, error, retry } = useSubscriptions()
  const now = useNow()
  const [asked] = usePageHash()
  const { open, show, close } = useSubscriptionDialog()
  if (!subscriptions && error) return <LoadFailure title="Подписки не загрузились" error={error} onRetry={retry} />
  if (!subscriptions) return <Skeleton height={320} radius="lg" aria-busy="true" />
  if (subscriptions.length === 0) {
    return (
      <EmptyState
        picture="no-subscription"
        title="Подписок ещё не было"
        action={
          <Button component={Link} to="/order">
            Выбрать тариф
          </Button>
        }
      >
        Когда появится первая, здесь будет видно, до какого дня она действует и что с ней можно сделать.
      </EmptyState>
    )
  }
  const { shown, page, pages } = subscriptionPage(subscriptions, now, asked)
  return (
    <>
      <SettingsCard title="Все подписки">
        <SubscriptionRows subscriptions={shown} all={subscriptions} zone={zone} now={now} onAct={show} />
      </SettingsCard>
      <Row gap={0} justify="center" nowrap>
        <Pager page={page} pages={pages} reach={pages} />
      </Row>
      <SubscriptionDialogs open={open} zone={zone} packageDialog={packageDialog} onClose={close} />
    </>
  )
}
