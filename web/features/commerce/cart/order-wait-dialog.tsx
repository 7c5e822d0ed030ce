import { Button, Loader, Modal } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './order-dialog.module.css'
import { pageInstead } from './payment-widget.ts'

const ASK_EVERY_MS = 2_000
/** Banks mostly answer within seconds. Anyone who waited this long may go on. */
const LONG_MS = 45_000

export interface OrderWaitDialogProps {
  payment: StartedPayment
  /** `leaving`: the page of the gateway is on its way · `widget`: its window is open · `blocked`: it could not be opened. */
  state: 'leaving' | 'widget' | 'blocked' | 'waiting'
  onPaid: () => void
  onFailed: () => void
  onClose: () => void
}

/** Asks the server until it knows what came of the order: neither a widget nor an address is believed. */
export function OrderWaitDialog({ payment, state, onPaid, onFailed, onClose }: OrderWaitDialogProps) {
  const { account } = payment
  const { data, error } = useCall(
    'payments',
    'getOrder',
    { account },
    { refetchInterval: ASK_EVERY_MS, refetchOnMount: 'always', staleTime: 0, gcTime: 0 },
  )
  const status = data?.status
  const long = useLongAfter(state === 'waiting')
  const reportOutcome = useEffectEvent((outcome: typeof status) => {
    if (outcome === 'paid') onPaid()
    else if (outcome === 'failed' || outcome === 'refunded') onFailed()
  })
  useEffect(() => reportOutcome(status), [status])
  // The window of the gateway is above all else; a dialog would only hold the focus back from it.
  if (state === 'widget') return null
  const instead = pageInstead(payment)
  return (
    <Modal opened onClose={onClose} title="Оплата" size={420}>
      {state === 'blocked' ? (
        <Stack className={typography.soft}>
          <AlertBox tone="warn">
            Окно оплаты не открылось. Так бывает, когда его не пускает блокировщик рекламы.
          </AlertBox>
          {instead ? (
            <Button component="a" href={instead} size="md">
              Открыть страницу оплаты
            </Button>
          ) : (
            <p>Отключите блокировщик для этой страницы, обновите её и попробуйте ещё раз. Заказ не пропадёт.</p>
          )}
        </Stack>
      ) : (
        <Stack gap={2} align="center" className={classes.waiting} role="status">
          <Loader size={36} />
          <p className={classes.lead}>{state === 'leaving' ? 'Открываем страницу оплаты' : 'Ждём ответа банка'}</p>
          <p className={classes.note}>
            {state === 'leaving'
              ? 'Если она не открылась сама, закройте это окно и попробуйте ещё раз.'
              : long
                ? 'Банк отвечает дольше обычного. Страницу можно закрыть: доступ откроется сам, как только он подтвердит оплату.'
                : 'Обычно это несколько секунд. Доступ откроется сам.'}
          </p>
          {error && <p className={classes.note}>{sentenceOf(error)}</p>}
          <p className={classes.note}>Заказ {account}</p>
        </Stack>
      )}
    </Modal>
  )
}

function useLongAfter(running: boolean): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [running])
  return long
}
