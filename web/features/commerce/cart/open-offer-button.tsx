import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { formatRoubles, toKopecks } from '../../../../rules/money.ts'
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import { ask, type Result } from '../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { identityScope } from '../../../kit/calls/identity-scope.ts'
import { cartKey, mutationKey } from './use-cart.ts'

export interface OpenOfferButtonProps {
  productType: ProductType
  productId: number
  /** `total` in roubles. */
  offer: { tariff: number; durationTitle: string; quantity: number; total: number }
  /** What it opens. */
  name: string
}

/** «Открыть за 990 руб. · 1 месяц»: puts this and nothing else into the cart, and leads there. */
export function OpenOfferButton({
  productType,
  productId,
  offer: { tariff, durationTitle, quantity, total },
  name,
}: OpenOfferButtonProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationKey,
    scope: identityScope,
    mutationFn: () =>
      ask('cart', 'updateCart', productType === 'category' ? { tariff, items: [productId] } : { tariff, quantity }),
    onSuccess: (filled) => {
      cache.setQueryData<Result<'cart', 'getCart'>>(cartKey, filled)
      void navigate('/order')
    },
    onError: (failure) => showErrorToast(sentenceOf(failure)),
  })
  const words = `Открыть за ${formatRoubles(toKopecks(total))}`
  return (
    <Button loading={isPending} onClick={() => mutate()} aria-label={`${words}, ${durationTitle}: ${name}`}>
      {words} · {durationTitle}
    </Button>
  )
}
