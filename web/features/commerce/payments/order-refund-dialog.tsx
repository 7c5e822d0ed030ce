import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminOrder } from '../../../../contract/commerce/payments.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { hasCode } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { FormDialog } from '../../../kit/ui/components/dialog.tsx'

const LONGEST = 500

export interface OrderRefundDialogProps {
  order: AdminOrder
  onClose: () => void
}

/** Asks once more and why: money that went back is not asked for again. */
export function OrderRefundDialog({ order, onClose }: OrderRefundDialogProps) {
  const { account, sum, email, refund } = order
  const [comment, setComment] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const cache = useQueryClient()
  const reread = (): void => void cache.invalidateQueries({ queryKey: ['payments', 'listOrders'] })
  const outcome = {
    onSuccess: (): void => {
      reread()
      onClose()
      showActionToast(refund === 'cabinet' ? 'Возврат отмечен' : 'Деньги возвращены', null)
    },
    // Someone else was faster, or the gateway was set up otherwise meanwhile: the list behind shows it.
    onError: (error: Error): void => {
      if (!hasCode(error, 'GATEWAY_FAILED')) reread()
    },
  }
  const giveBack = useAct('payments', 'refundOrder', outcome)
  const mark = useAct('payments', 'markOrderRefunded', outcome)
  const act = refund === 'cabinet' ? mark : giveBack

  const submit = (): void => {
    const trimmed = comment.trim()
    setEmpty(trimmed === '')
    if (trimmed !== '') act.mutate({ account, comment: trimmed })
  }
  return (
    <FormDialog
      title={refund === 'cabinet' ? 'Отметить возврат' : 'Вернуть деньги'}
      size={480}
      submit={refund === 'cabinet' ? 'Деньги возвращены' : `Вернуть ${sumInWords(sum)}`}
      loading={act.isPending}
      error={act.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {`Заказ ${account} на ${sumInWords(sum)}${email === null ? '' : `, ${email}`}. `}
        {refund === 'cabinet' &&
          'Эта платёжная система не возвращает деньги по запросу: сначала верните их в её кабинете, затем отметьте это здесь.'}
      </p>
      <AlertBox tone="warn">Всё, что открыл этот заказ, закончится сразу. Отменить возврат нельзя.</AlertBox>
      <Textarea
        label="Причина"
        description="Останется в журнале действий"
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        error={isEmpty && comment.trim() === '' ? 'Напишите причину возврата' : null}
        maxLength={LONGEST}
        autosize
        minRows={2}
        required
        data-autofocus
      />
    </FormDialog>
  )
}
