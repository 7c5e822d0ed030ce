import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { SettingsCard } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import { prolongAddress } from './subscription-acts.ts'
import { SubscriptionDialogs, useSubscriptionDialog } from './subscription-dialogs.tsx'
import { leftInWords, runsAgainAt, shortDayInWords, subscriptionName } from './subscription-history.ts'
import { SubscriptionRows } from './subscription-row.tsx'
import { whyNothing } from './why-nothing.ts'

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
      return <Frozen subscriptions={found.subscriptions} zone={zone} now={now} />
    case 'coming':
      return (
        <EmptyState picture="quiet" title={`Подписка начнётся ${day(found.subscription.startsAt)}`} action={<All />}>
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

function Frozen({ subscriptions, zone, now }: { subscriptions: Subscription[]; zone: string; now: Date }) {
  const { open, show, close } = useSubscriptionDialog()
  const [only, ...others] = subscriptions
  if (!only) return null
  // What is frozen can be unfrozen; groups are ordered for what runs.
  const dialogs = <SubscriptionDialogs open={open} zone={zone} onOrdered={() => {}} onClose={close} />
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
            <All />
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
          <All />
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

const All = () => (
  <Button component={Link} to="/subscribes" variant="default">
    Все подписки
  </Button>
)
