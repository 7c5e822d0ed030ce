import { Button, Modal } from '@mantine/core'
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'
import { formatRoubles, toKopecks } from '../../../../rules/money.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
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
    <Modal opened onClose={onClose} title="Тестовая оплата" size={420}>
      <Stack className={typography.soft}>
        <Row align="baseline" justify="space-between" className={classes.sum}>
          <span className={classes.amount}>{formatRoubles(toKopecks(sum))}</span>
          <span className={classes.note}>Заказ {account}</span>
        </Row>
        <p>
          Это тестовый режим: карта не нужна, деньги не списываются. Всё остальное происходит так же, как при настоящей
          оплате.
        </p>
        {pay.error && <AlertBox tone="bad">{sentenceOf(pay.error)}</AlertBox>}
        <Stack gap={2}>
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
        </Stack>
      </Stack>
    </Modal>
  )
}
