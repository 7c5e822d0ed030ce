import { useId } from 'react'
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import choice from '../../../kit/ui/components/choice.module.css'
import classes from './gateway-choice.module.css'
import { OrderPart } from './order-card.tsx'

export type GatewayType = StartedPayment['type']

/** The ways to pay; the first one is meant until another is chosen. */
export function useGateways() {
  const { data } = useCall('payments', 'listGateways', {}, { staleTime: 300_000 })
  return data?.gateways ?? []
}

export interface GatewayChoiceProps {
  gateways: readonly { type: GatewayType; title: string }[]
  chosen: GatewayType | undefined
  onChoose: (type: GatewayType) => void
}

/** Nothing at all where there is nothing to choose. */
export function GatewayChoice({ gateways, chosen, onChoose }: GatewayChoiceProps) {
  const name = useId()
  if (gateways.length < 2) return null
  return (
    <OrderPart title="Чем платить">
      <Stack gap="tight" role="radiogroup" aria-label="Чем платить">
        {gateways.map(({ type, title }) => (
          <label key={type} className={`${choice.choice} ${classes.gateway}`}>
            <input
              className={choice.radio}
              type="radio"
              name={name}
              checked={type === (chosen ?? gateways[0]?.type)}
              onChange={() => onChoose(type)}
            />
            {title}
          </label>
        ))}
      </Stack>
    </OrderPart>
  )
}
