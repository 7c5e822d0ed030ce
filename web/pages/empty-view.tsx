import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SeenProduct, Subscription } from '../../contract/access/subscriptions.ts'
import { readView, type ViewedProduct } from '../../rules/filters/views.ts'
import { isOf } from '../features/access/subscriptions/until-when.ts'
import { useSubscriptions } from '../features/access/subscriptions/use-subscriptions.ts'
import { EmptyState } from '../kit/ui/components/empty-state.tsx'
import { Row } from '../kit/ui/components/stack.tsx'

/** Why there is nothing to read in a view, and what to do about it. @param view its key */
export function EmptyView({ view, onHidden }: { view: string; onHidden: () => void }) {
  const { subscriptions, products } = useSubscriptions()
  if (!subscriptions || !products) return null
  const viewed = readView(view)
  const seen =
    viewed && products.find((each) => each.productType === viewed.productType && each.id === viewed.productId)
  if (viewed && !seen) return <NotSeen viewed={viewed} subscriptions={subscriptions} />
  if (seen && !seen.configured) return <NotConfigured of={seen} />
  const project = seen?.productType === 'project'
  return (
    <EmptyState
      picture="quiet"
      title="Пока тихо"
      action={
        <Row justify="center">
          {seen?.trial && (
            <Button component={Link} to={`/order?product=${seen.productType}`}>
              Видеть новые сразу
            </Button>
          )}
          {project && (
            <Button component={Link} to="/custom-category" variant={seen.trial ? 'default' : 'filled'}>
              Проверить слова проекта
            </Button>
          )}
          <Button variant="default" onClick={onHidden}>
            Что скрыто
          </Button>
        </Row>
      }
    >
      {seen?.trial
        ? 'На пробном доступе видны сообщения старше трёх дней, а таких здесь ещё нет. Новые появятся здесь через три дня, с подпиской — сразу.'
        : 'Здесь ещё нет ни одного сообщения. Эхолот слушает; первое появится само.'}
      {project && ' О редком названии пишут не каждую неделю: добавьте другие слова, которыми его называют.'}
    </EmptyState>
  )
}

function NotConfigured({ of: { productType } }: { of: SeenProduct }) {
  const project = productType === 'project'
  return (
    <EmptyState
      picture="quiet"
      title={project ? 'Проект ещё не настроен' : 'Список групп пуст'}
      action={
        <Button component={Link} to={project ? '/custom-category' : '/groups'}>
          {project ? 'Настроить проект' : 'Добавить группы'}
        </Button>
      }
    >
      {project
        ? 'Добавьте ключевые слова, и первые упоминания придут в течение минуты.'
        : 'Добавьте группы, и каждое их сообщение придёт сюда.'}
    </EmptyState>
  )
}

function NotSeen({ viewed, subscriptions }: { viewed: ViewedProduct; subscriptions: readonly Subscription[] }) {
  const { productType, productId: id } = viewed
  const held = subscriptions.filter((each) => isOf(each, { productType, id }))
  const [title, text, to, act]: [string, ReactNode, string, string] = held.some(({ frozenAt }) => frozenAt !== null)
    ? ['Подписка заморожена', 'Пока она стоит, новые сообщения сюда не приходят.', '/profile', 'К подпискам']
    : held.length > 0
      ? ['Подписка закончилась', 'Продлите её, и сообщения вернутся.', `/order?product=${productType}`, 'Продлить']
      : [
          'Этого нет среди ваших подписок',
          'Возможно, подписка закончилась или вы больше не в команде.',
          '/feed',
          'К ленте',
        ]
  return (
    <EmptyState
      picture="no-subscription"
      title={title}
      action={
        <Button component={Link} to={to}>
          {act}
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}
