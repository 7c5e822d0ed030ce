import { Button, type ButtonProps } from '@mantine/core'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { Category } from '../../contract/category.ts'
import { buyCategory, orderAddressOf, tryCategory, type ProductWish } from '../../rules/redirects.ts'
import { keepWish } from '../features/commerce/cart/keep-wish.ts'
import { useUsedTrials } from '../features/commerce/cart/use-used-trials.ts'
import { registerFor } from '../features/people/accounts/auth-dialog-state.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { fetchPage } from '../kit/ui/page-files.ts'
import typography from '../kit/ui/typography.module.css'

/** What a guest wants leads by way of registration to the order it stands in; see `TryFree`. */
export function registerForTrial(wish: ProductWish): void {
  void fetchPage('/order')
  registerFor(wish, () => keepWish(wish))
}

/**
 * The way to the trial of a category, wherever it is offered: to the order with everything chosen, for guests by way of registration.
 * Where there is nothing to try, or no more, the category itself is offered.
 */
export function TryFree({
  category: { id, free },
  ...look
}: { category: Pick<Category, 'id' | 'free'> } & ButtonProps) {
  const { user } = useMe()
  const used = useUsedTrials(user)?.includes('category')
  if (!free || used) {
    return (
      <Button component={Link} to={orderAddressOf(buyCategory(id))} {...look}>
        Заказать
      </Button>
    )
  }
  const wish = tryCategory(id)
  const register = (event: MouseEvent): void => {
    // A new tab is opened by the browser: the order stands there as well.
    if (user !== null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    registerForTrial(wish)
  }
  return (
    <Button component={Link} to={orderAddressOf(wish)} onClick={register} data-alive {...look}>
      Попробовать бесплатно
    </Button>
  )
}

/** What stands beneath: what it costs to try, or that there is nothing to try any more. */
export function TryNote({ free }: Pick<Category, 'free'>) {
  const { user } = useMe()
  const used = useUsedTrials(user)?.includes('category')
  if (!free) return null
  return (
    <p className={typography.small}>
      {used ? 'Пробный доступ вы уже брали: он даётся один раз.' : 'Карта не нужна. Сам не станет платным.'}
    </p>
  )
}
