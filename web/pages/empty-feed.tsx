import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { narrows } from '../features/filters/filter-changes.ts'
import type { FilterChoice } from '../features/filters/use-filter-choice.ts'
import { useSubscriptions } from '../features/subscriptions/use-subscriptions.ts'
import { Blank } from '../kit/ui/blank.tsx'
import classes from './feed-page.module.css'

export interface EmptyFeedProps {
  choice: FilterChoice
  onHidden: () => void
}

/** Why there is nothing to read, and what to do about it. */
export function EmptyFeed({ choice: { fields, filter, draft, reset }, onHidden }: EmptyFeedProps) {
  const { subscriptions } = useSubscriptions()
  if (fields && narrows(fields)) {
    return (
      <Blank
        picture="nothing-fits"
        title="Под фильтр ничего не подошло"
        action={
          <div className={classes.acts}>
            {reset && <Button onClick={reset}>Сбросить фильтр</Button>}
            <Button variant="default" onClick={onHidden}>
              Что скрыто
            </Button>
          </div>
        }
      >
        {filter && !draft
          ? `Фильтр «${filter.name}» не пропустил ни одного сообщения. Новые подходящие появятся здесь сами.`
          : 'Такой фильтр не пропустил ни одного сообщения.'}
      </Blank>
    )
  }
  if (subscriptions?.length === 0) {
    return (
      <Blank
        picture="no-subscription"
        title="Подписок пока нет"
        action={
          <Button component={Link} to="/order">
            Выбрать тариф
          </Button>
        }
      >
        Лента показывает сообщения категорий, на которые вы подписаны. Как только появится подписка, здесь появятся и
        сообщения.
      </Blank>
    )
  }
  if (subscriptions?.every(({ Tariff }) => Tariff.type === 'trial')) {
    return (
      <Blank picture="quiet" title="Пока тихо">
        На пробном доступе видны сообщения старше трёх дней. Таких по вашей подписке ещё нет.
      </Blank>
    )
  }
  return (
    <Blank picture="quiet" title="Пока тихо">
      По вашим подпискам ещё не пришло ни одного сообщения. Эхолот слушает; первое появится здесь само.
    </Blank>
  )
}
