import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { SubscriptionsList } from '../features/access/subscriptions/subscriptions-list.tsx'
import { TeamProducts } from '../features/access/subscriptions/team-products.tsx'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import { ForPerson } from './for-person.tsx'
import { usePackagePayment } from './use-package-payment.tsx'
import { useTeamOf } from './use-team-of.ts'

/** /subscribes: all subscriptions of a person, those that are over too. */
export function SubscribesPage() {
  const { packageDialog, payment } = usePackagePayment()
  const team = useTeamOf()
  return (
    <PageFrame name="Подписки" width="reading">
      <ForPerson why="Подписки у каждого свои, поэтому странице нужно знать, кто вы." head={<PageHeading {...head} />}>
        {({ id, timeZone }) => (
          <>
            <PageHeading {...head}>
              <Button component={Link} to="/order" variant="default">
                Тарифы
              </Button>
            </PageHeading>
            <SubscriptionsList key={id} zone={timeZone} packageDialog={packageDialog} />
            {team && <TeamProducts team={team} zone={timeZone} />}
            {payment}
          </>
        )}
      </ForPerson>
      <ActionToasts />
    </PageFrame>
  )
}

const head = { title: 'Подписки', lead: 'Что действует, что впереди и что уже закончилось.' }
