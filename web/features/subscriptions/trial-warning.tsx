import { Notice } from '../../kit/ui/notice.tsx'
import { useNow } from '../../kit/ui/use-now.ts'
import { trialState } from './trial-products.ts'
import { useSubscriptions } from './use-subscriptions.ts'

/** Says that the newest days are hidden, of what, and how they come to be seen. */
export function TrialWarning() {
  const { subscriptions } = useSubscriptions()
  const now = useNow()
  if (!subscriptions) return null
  const { names, all } = trialState(subscriptions, now.getTime())
  if (names.length === 0) return null
  const which = names.map((name) => `«${name}»`).join(', ')
  return (
    <Notice tone="warn">
      <strong>Последние три дня скрыты.</strong> {all ? 'У вас пробный доступ' : 'Пробный доступ'} к {names.length === 1 ? 'категории' : 'категориям'} {which}:
      видны сообщения старше трёх дней. На платном доступе они приходят сразу, пока человек ещё выбирает.
    </Notice>
  )
}
