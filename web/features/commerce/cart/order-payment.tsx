import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'
import { leaveForGateway } from './leave-for-gateway.ts'
import { OrderTestDialog } from './order-test-dialog.tsx'
import { OrderWaitDialog } from './order-wait-dialog.tsx'
import { hasWidget, openWidget, type WidgetEnd } from './payment-widget.ts'

export interface OrderPaymentProps {
  /** What the server answered to the order. */
  started: StartedPayment
  /** `goTo`: where the server wants the person to look; null when it did not say. */
  onPaid: (goTo: string | null) => void
  onFailed: () => void
  /** The person does not want to wait. */
  onClose: () => void
}

/** From an order to the answer whether it is paid, by whatever gateway. */
export function OrderPayment(props: OrderPaymentProps) {
  // Anyone who closed the window of one order may have made another.
  return <Payment key={props.started.account} {...props} />
}

function Payment({ started, onPaid, onFailed, onClose }: OrderPaymentProps) {
  // What costs nothing is paid already: there is no one to pay.
  const free = started.sum === 0
  const played = started.type === 'test' && !free
  const [state, setState] = useState<'leaving' | 'widget' | 'blocked' | 'waiting'>(() =>
    free ? 'waiting' : hasWidget(started) ? 'widget' : 'leaving',
  )
  // No one waits for a bank that has refused. Should it change its mind, the server hears of it.
  const ended = useEffectEvent((end: WidgetEnd) => (end === 'success' ? setState('waiting') : onFailed()))
  const begun = useRef(false)
  useEffect(() => {
    if (free || played || begun.current) return
    begun.current = true
    if (leaveForGateway(started)) return
    openWidget(started, ended).catch(() => setState('blocked'))
  }, [started, free, played])

  if (played) return <OrderTestDialog payment={started} onPaid={onPaid} onFailed={onFailed} onClose={onClose} />
  return (
    <OrderWaitDialog
      payment={started}
      state={state}
      onPaid={() => onPaid(null)}
      onFailed={onFailed}
      onClose={onClose}
    />
  )
}
