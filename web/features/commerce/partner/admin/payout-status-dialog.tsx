import { Button, Modal, Select, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { payoutStatuses, type PayoutStatus } from '../../../../../contract/commerce/partner.ts'
import { sumInWords } from '../../../../../rules/money.ts'
import { asksComment, asksConfirmation, effectOf, nextStatuses } from '../../../../../rules/partner/payout.ts'
import { useAct } from '../../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../../kit/ui/components/dialog.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import { AdminFailure } from '../../../../kit/ui/components/admin-failure.tsx'
import type { AdminPayout } from './in-words.ts'

const LONGEST = 1_000

export interface PayoutStatusDialogProps {
  payout: AdminPayout
  onClose: () => void
}

interface Mistakes {
  status?: string
  comment?: string
}

/** How the payout goes on: only what may follow can be chosen, and what can't be taken back is asked once more. */
export function PayoutStatusDialog({ payout, onClose }: PayoutStatusDialogProps) {
  const [status, setStatus] = useState<PayoutStatus | null>(null)
  const [comment, setComment] = useState('')
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The field that had the focus is gone.
  useEffect(() => {
    if (isAsking) button.current?.focus()
  }, [isAsking])
  const cache = useQueryClient()
  const reread = (): void => void cache.invalidateQueries({ queryKey: ['partner'] })
  const change = useAct('partner', 'updatePartnerOrder', {
    onSuccess: (now) => {
      reread()
      onClose()
      showActionToast(`Заявка № ${payout.id}: ${payoutStatuses[now.status].toLowerCase()}`, null)
    },
    // Someone else was faster: the list behind shows it.
    onError: () => {
      setAsking(false)
      reread()
    },
  })
  const trimmed = comment.trim()
  const send = (next: PayoutStatus): void =>
    change.mutate({ order: payout.id, status: next, ...(trimmed !== '' && { comment: trimmed }) })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = mistakesOf(status, trimmed)
    setMistakes(found)
    if (status === null || Object.keys(found).length > 0) return
    if (asksConfirmation(status) && !isAsking) {
      change.reset()
      setAsking(true)
    } else send(status)
  }
  return (
    <Modal opened onClose={onClose} title={`Заявка № ${payout.id}`} size={480}>
      <Stack as="form" noValidate onSubmit={submit}>
        <p>{`${sumInWords(payout.sum)}, ${payout.partner.email || payout.partner.username}. Сейчас: ${payoutStatuses[payout.status].toLowerCase()}.`}</p>
        {isAsking && status !== null ? (
          <AlertBox tone="warn">{questions[effectOf(status)](sumInWords(payout.sum), payoutStatuses[status])}</AlertBox>
        ) : (
          <StatusFields
            now={payout.status}
            status={status}
            comment={comment}
            mistakes={mistakes}
            onStatus={(next) => {
              setStatus(next)
              setMistakes({})
            }}
            onComment={(text) => {
              setComment(text)
              setMistakes({})
            }}
          />
        )}
        <AdminFailure error={change.error} />
        <DialogButtons onClose={isAsking ? () => setAsking(false) : onClose}>
          <Button ref={button} type="submit" loading={change.isPending}>
            {isAsking && status !== null ? `Да, ${payoutStatuses[status].toLowerCase()}` : 'Сохранить'}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

interface StatusFieldsProps {
  now: PayoutStatus
  status: PayoutStatus | null
  comment: string
  mistakes: Mistakes
  onStatus: (next: PayoutStatus) => void
  onComment: (text: string) => void
}

function StatusFields({ now, status, comment, mistakes, onStatus, onComment }: StatusFieldsProps) {
  return (
    <>
      <Select
        label="Новое состояние"
        placeholder="Выберите"
        data={nextStatuses(now).map((next) => ({ value: String(next), label: payoutStatuses[next] }))}
        value={status === null ? null : String(status)}
        onChange={(value) => value !== null && onStatus(Number(value) as PayoutStatus)}
        error={mistakes.status}
        allowDeselect={false}
        required
        data-autofocus
      />
      <Textarea
        label="Комментарий"
        description="Партнёр увидит его в письме и в истории выплат"
        value={comment}
        onChange={(event) => onComment(event.currentTarget.value)}
        error={mistakes.comment}
        maxLength={LONGEST}
        autosize
        minRows={2}
        required={status !== null && asksComment(status)}
      />
    </>
  )
}

function mistakesOf(status: PayoutStatus | null, trimmed: string): Mistakes {
  if (status === null) return { status: 'Выберите состояние' }
  return asksComment(status) && trimmed === '' ? { comment: 'Напишите партнёру, почему' } : {}
}

const questions: Record<ReturnType<typeof effectOf>, (sum: string, status: string) => string> = {
  paid: (sum, status) => `«${status}»: ${sum} уже у партнёра? Изменить это потом нельзя.`,
  returned: (sum, status) => `«${status}»: ${sum} снова станут доступны партнёру. Изменить это потом нельзя.`,
  none: (_, status) => `«${status}»?`,
}
