import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { AllSubscriptions } from './all-subscriptions.tsx'
import { prolongAddress } from './subscription-acts.ts'
import { shortDayInWords, subscriptionName } from './subscription-history.ts'
import { whyNothing } from './why-nothing.ts'

const NothingWhileFrozen = lazyNamed(() => import('./nothing-while-frozen.tsx'), 'NothingWhileFrozen')

export interface NothingSeenProps {
  subscriptions: readonly Subscription[]
  zone: string
}

/** In place of the feed of a person who may see nothing now: why, and the way on. */
export function NothingSeen({ subscriptions, zone }: NothingSeenProps) {
  const now = useNow()
  const found = whyNothing(subscriptions, now)
  const day = (at: string): string => shortDayInWords(at, now, zone)
  switch (found?.why) {
    case 'frozen':
      return (
        <LazyBoundary waiting={<Skeleton height={320} radius="lg" aria-busy="true" />}>
          <NothingWhileFrozen subscriptions={found.subscriptions} zone={zone} now={now} />
        </LazyBoundary>
      )
    case 'coming':
      return (
        <EmptyState
          picture="quiet"
          title={`Подписка начнётся ${day(found.subscription.startsAt)}`}
          action={<AllSubscriptions />}
        >
          «{subscriptionName(found.subscription)}»: сообщения появятся здесь в этот день сами.
        </EmptyState>
      )
    case 'over':
      return <Over subscriptions={found.subscriptions} day={day} />
    case 'never':
      return <Never />
    default:
      return (
        <EmptyState picture="quiet" title="Пока тихо">
          Подписка только что изменилась, лента сейчас обновится.
        </EmptyState>
      )
  }
}

function Over({ subscriptions, day }: { subscriptions: Subscription[]; day: (at: string) => string }) {
  const [first, ...others] = subscriptions
  if (!first) return null
  const trial = first.Tariff.type === 'trial'
  const names = subscriptions.map((each) => `«${subscriptionName(each)}»`)
  const what = names.length > 3 ? `${names.slice(0, 3).join(', ')} и ещё ${names.length - 3}` : names.join(', ')
  return (
    <EmptyState
      picture="no-subscription"
      title={`${titleOf(trial, others.length > 0)} ${day(first.expiresAt)}`}
      action={
        <Row justify="center">
          <Button component={Link} to={prolongAddress(first, ...others)}>
            {trial ? 'Подключить' : 'Продлить'}
          </Button>
          <AllSubscriptions />
        </Row>
      }
    >
      {what}:{' '}
      {trial
        ? 'с подпиской вернутся все сообщения и откроются те, что пробный доступ скрывал.'
        : first.Tariff.product === 'category'
          ? 'после продления все сообщения вернутся, и те, что пришли за это время, тоже.'
          : 'после продления все сообщения вернутся.'}
    </EmptyState>
  )
}

function titleOf(trial: boolean, several: boolean): string {
  if (trial) return 'Пробный доступ закончился'
  return several ? 'Подписки закончились' : 'Подписка закончилась'
}

function Never(): ReactNode {
  return (
    <EmptyState
      picture="no-subscription"
      title="Подписок пока нет"
      action={
        <Row justify="center">
          <Button component={Link} to="/promo">
            Попробовать бесплатно
          </Button>
          <Button component={Link} to="/order" variant="default">
            Тарифы
          </Button>
        </Row>
      }
    >
      Здесь будут сообщения людей, которые ищут то, что вы делаете. Выберите категорию и посмотрите, что о ней пишут.
    </EmptyState>
  )
}
