import { Button, Modal } from '@mantine/core'
import type { StartedPayment } from '../../../contract/cart.ts'
import { formatRoubles, toKopecks } from '../../../rules/money.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useAct } from '../../kit/calls/use-call.ts'
import { Notice } from '../../kit/ui/notice.tsx'
import classes from './order-dialog.module.css'

export interface OrderTestDialogProps {
  payment: StartedPayment
  onPaid: (goTo: string) => void
  onFailed: () => void
  onClose: () => void
}

/** Stands for a bank where no money is taken. */
export function OrderTestDialog({ payment: { account, sum }, onPaid, onFailed, onClose }: OrderTestDialogProps) {
  const pay = useAct('payments', 'payInTestMode', {
    onSuccess: ({ goTo }, { fail }) => (fail ? onFailed() : onPaid(goTo)),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Тестовая оплата"
      size={420}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <div className={classes.step}>
        <div className={classes.sum}>
          <span className={classes.amount}>{formatRoubles(toKopecks(sum))}</span>
          <span className={classes.note}>Заказ {account}</span>
        </div>
        <p>
          Это тестовый режим: карта не нужна, деньги не списываются. Всё остальное происходит так же, как при настоящей
          оплате.
        </p>
        {pay.error && <Notice tone="bad">{sentenceOf(pay.error)}</Notice>}
        <div className={classes.acts}>
          <Button
            size="md"
            fullWidth
            data-autofocus
            loading={pay.isPending && !pay.variables.fail}
            disabled={pay.isPending && pay.variables.fail}
            onClick={() => pay.mutate({ account })}
          >
            Оплатить
          </Button>
          <Button
            size="md"
            fullWidth
            variant="default"
            loading={pay.isPending && pay.variables.fail === true}
            disabled={pay.isPending && !pay.variables.fail}
            onClick={() => pay.mutate({ account, fail: true })}
          >
            Отказ банка
          </Button>
        </div>
      </div>
    </Modal>
  )
}
