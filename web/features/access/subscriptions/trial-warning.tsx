import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { useSubscriptions } from './use-subscriptions.ts'

/** Says that the newest days are hidden, of what, and how they come to be seen (spec §9). */
export function TrialWarning() {
  const { products = [] } = useSubscriptions()
  const trials = products.filter(({ trial }) => trial)
  if (trials.length === 0) return null
  const ofCategories = trials.every(({ productType }) => productType === 'category')
  const which = trials.map(({ name }) => `«${name}»`).join(', ')
  return (
    <AlertBox tone="warn">
      <strong>Последние три дня скрыты.</strong>{' '}
      {trials.length === products.length ? 'У вас пробный доступ' : 'Пробный доступ'} к{' '}
      {ofCategories && (trials.length === 1 ? 'категории ' : 'категориям ')}
      {which}: видны сообщения старше трёх дней. На платном доступе они приходят сразу, пока человек ещё выбирает.
    </AlertBox>
  )
}
