import { Button } from '@mantine/core'
import type { Cart, Estimation } from '../../../../contract/commerce/cart.ts'
import { formatRoubles, toKopecks } from '../../../../rules/money.ts'
import { decideCartStep } from '../../../../rules/cart-steps.ts'
import { OwnAction } from '../../../kit/ui/components/own-action.tsx'

export interface OrderButtonProps {
  cart: Cart
  estimation: Estimation
  loading: boolean
  disabled: boolean
  /** In a bar there is room for few words, and the sum stands beside it. */
  short?: boolean
  onChoose: () => void
  onPress: () => void
}

/** Says what the next press leads to, to anyone who is let through. */
export function OrderButton({
  cart,
  estimation,
  loading,
  disabled,
  short = false,
  onChoose,
  onPress,
}: OrderButtonProps) {
  // Nothing to order yet: then it is the way to the categories, for guests as well. The sheet has one of its own.
  if (cart.tariffDetails.product === 'category' && cart.items.length === 0) {
    return (
      short && (
        <Button size="lg" onClick={onChoose}>
          Выбрать
        </Button>
      )
    )
  }
  return (
    <OwnAction>
      <Button size="lg" fullWidth={!short} loading={loading} disabled={disabled} onClick={onPress}>
        {wordsOf(cart, estimation, short)}
      </Button>
    </OwnAction>
  )
}

function wordsOf(cart: Cart, { total }: Estimation, short: boolean): string {
  const everything = new Set(cart.items)
  const { step } = decideCartStep({ person: { emailApprove: true }, cart, freeCategories: everything })
  if (step === 'ask-for-test-access') return short ? 'Запросить' : 'Запросить доступ'
  if (cart.tariffDetails.type === 'trial') return short ? 'Попробовать' : 'Попробовать бесплатно'
  if (cart.tariff !== null && total === 0) return 'Получить доступ'
  return short ? 'Оплатить' : `Оплатить ${formatRoubles(toKopecks(total))}`
}
