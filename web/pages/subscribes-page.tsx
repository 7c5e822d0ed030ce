import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { SubscriptionsList } from '../features/access/subscriptions/subscriptions-list.tsx'
import { DeedNotices } from '../kit/ui/components/action-toast.tsx'
import { PageFrame, PageHead } from '../kit/ui/components/page-frame.tsx'
import { ForPerson } from './for-person.tsx'
import { usePackagePayment } from './use-package-payment.tsx'

/** /subscribes: all subscriptions of a person, those that are over too. */
export function SubscribesPage() {
  const { pay, payment } = usePackagePayment()
  return (
    <PageFrame name="Подписки" width="reading">
      <ForPerson why="Подписки у каждого свои, поэтому странице нужно знать, кто вы." head={<PageHead {...head} />}>
        {({ id, timeZone }) => (
          <>
            <PageHead {...head}>
              <Button component={Link} to="/order" variant="default">
                Тарифы
              </Button>
            </PageHead>
            <SubscriptionsList key={id} zone={timeZone} onOrdered={pay} />
            {payment}
          </>
        )}
      </ForPerson>
      <DeedNotices />
    </PageFrame>
  )
}

const head = { title: 'Подписки', lead: 'Что действует, что впереди и что уже закончилось.' }
