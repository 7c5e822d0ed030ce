import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Subscription } from '../../contract/access/subscriptions.ts'
import { narrows } from '../features/reading/filters/filter-changes.ts'
import type { FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import type { QuickSearch } from '../features/reading/filters/use-quick-search.ts'
import { useSubscriptions } from '../features/access/subscriptions/use-subscriptions.ts'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { Row } from '../kit/ui/components/stack.tsx'
import { EmptyView } from './empty-view.tsx'
import { isLate, productsAsked } from './products-asked.ts'

export interface EmptyFeedProps {
  choice: FilterChoice
  search: QuickSearch
  onHidden: () => void
}

/** Why there is nothing to read of what the person may see now, and what to do about it. */
export function EmptyFeed({ choice, search, onHidden }: EmptyFeedProps) {
  const { subscriptions = [], products = [] } = useSubscriptions()
  const late = isLate(choice.fields ? productsAsked(products, choice.fields) : products)
  if (search.words !== '') return <NothingFound search={search} />
  if (choice.view !== null && !choice.draft) return <EmptyView view={choice.view} onHidden={onHidden} />
  if (choice.fields && narrows(choice.fields)) return <NothingFits choice={choice} onHidden={onHidden} late={late} />
  if (
    products.length > 0 &&
    products.every(({ productType }) => productType === 'group') &&
    listsNothing(subscriptions)
  )
    return (
      <EmptyState
        picture="no-subscription"
        title="В списке пока нет групп"
        action={
          <Button component={Link} to="/groups">
            Добавить группы
          </Button>
        }
      >
        Лента покажет всё, что пишут в группах из вашего списка.
      </EmptyState>
    )
  return (
    <EmptyState picture="quiet" title="Пока тихо">
      {late
        ? 'Сообщений старше трёх дней пока нет. Свежие посчитаны выше: на пробном доступе они видны через три дня.'
        : 'Ещё не пришло ни одного сообщения. Эхолот слушает; первое появится здесь само.'}
    </EmptyState>
  )
}

/** The person's own list of groups is there, and empty. */
function listsNothing(subscriptions: readonly Subscription[]): boolean {
  const lists = subscriptions.flatMap(({ MonitoredGroupset }) => MonitoredGroupset ?? [])
  return lists.length > 0 && lists.every(({ Groups }) => Groups.length === 0)
}

function NothingFound({ search }: { search: QuickSearch }) {
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

function NothingFits({
  choice: { filter, draft, changes, reset },
  onHidden,
  late,
}: Omit<EmptyFeedProps, 'search'> & { late: boolean }) {
  const soon = late
    ? 'На пробном доступе новые подходящие видны через три дня.'
    : 'Новые подходящие появятся здесь сами.'
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
        ? `Фильтр «${filter.name}» не пропустил ни одного сообщения. ${soon}`
        : 'Такой фильтр не пропустил ни одного сообщения.'}
    </EmptyState>
  )
}
