import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { narrows } from '../features/reading/filters/filter-changes.ts'
import type { FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import type { QuickSearch } from '../features/reading/filters/use-quick-search.ts'
import { useSubscriptions } from '../features/access/subscriptions/use-subscriptions.ts'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { Row } from '../kit/ui/components/stack.tsx'

export interface EmptyFeedProps {
  choice: FilterChoice
  search: QuickSearch
  onHidden: () => void
}

/** Why there is nothing to read, and what to do about it. */
export function EmptyFeed({ choice: { fields, filter, draft, changes, reset }, search, onHidden }: EmptyFeedProps) {
  const { subscriptions } = useSubscriptions()
  if (search.words !== '') {
    return (
      <EmptyState
        picture="nothing-fits"
        title="Ничего не нашлось"
        action={<Button onClick={search.clear}>Очистить поиск</Button>}
      >
        В этом списке нет сообщений ни с одним из слов: {search.words}
      </EmptyState>
    )
  }
  if (fields && narrows(fields)) {
    return (
      <EmptyState
        picture="nothing-fits"
        title="Под фильтр ничего не подошло"
        action={
          <Row justify="center">
            {reset && <Button onClick={reset}>Сбросить фильтр</Button>}
            <Button variant="default" onClick={onHidden}>
              Что скрыто
            </Button>
          </Row>
        }
      >
        {filter && !draft && !changes
          ? `Фильтр «${filter.name}» не пропустил ни одного сообщения. Новые подходящие появятся здесь сами.`
          : 'Такой фильтр не пропустил ни одного сообщения.'}
      </EmptyState>
    )
  }
  if (subscriptions?.length === 0) {
    return (
      <EmptyState
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
      </EmptyState>
    )
  }
  if (subscriptions?.every(({ Tariff }) => Tariff.type === 'trial')) {
    return (
      <EmptyState picture="quiet" title="Пока тихо">
        На пробном доступе видны сообщения старше трёх дней. Таких по вашей подписке ещё нет.
      </EmptyState>
    )
  }
  return (
    <EmptyState picture="quiet" title="Пока тихо">
      По вашим подпискам ещё не пришло ни одного сообщения. Эхолот слушает; первое появится здесь само.
    </EmptyState>
  )
}
