import { Button, Modal, Skeleton, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sumInWords } from '../../../../../rules/money.ts'
import { partnerFacts } from '../../../../../rules/partner/facts.ts'
import { useAct, useCall } from '../../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../../kit/ui/components/action-toast.tsx'
import { DialogForm } from '../../../../kit/ui/components/dialog.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { AdminFailure } from '../../../../kit/ui/components/admin-failure.tsx'
import type { PartnerStats } from './in-words.ts'
import classes from './partner-admin.module.css'

const LONGEST = 1_000

export interface PartnerCardDialogProps {
  partnerId: number
  zone: string
  onClose: () => void
}

/** What a partner brought and has, and what an admin decides about. */
export function PartnerCardDialog({ partnerId, zone, onClose }: PartnerCardDialogProps) {
  const asked = { partner_id: partnerId }
  const { data, error, refetch } = useCall('partner', 'getPartnerStats', asked, { staleTime: 0 })
  return (
    <Modal opened onClose={onClose} title={`Партнёр № ${partnerId}`} size={680}>
      {data ? (
        <PartnerFacts stats={data} zone={zone} />
      ) : error ? (
        <AdminFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} aria-busy="true" />
      )}
    </Modal>
  )
}

function PartnerFacts({ stats, zone }: { stats: PartnerStats; zone: string }) {
  const { partner, money, referrals, paying, suspected } = stats
  const heading = useRef<HTMLHeadingElement>(null)
  const facts = partnerFacts({ referrals, paying, money })
  return (
    <Stack>
      <p className={classes.break}>
        {`${partner.email || 'Почты нет'}, ${partner.username}. В программе: `}
        <Moment at={partner.joinedAt} zone={zone} />
      </p>
      <dl className={classes.sums}>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="suspected">
        <h3 id="suspected" ref={heading} tabIndex={-1} className={`${typography.heading} ${classes.heading}`}>
          Начисления на проверке
        </h3>
        {suspected.length === 0 ? (
          <p className={typography.muted}>Проверять нечего.</p>
        ) : (
          <ul className={classes.list}>
            {suspected.map((commission) => (
              <Suspected
                key={commission.id}
                commission={commission}
                zone={zone}
                // The button that was pressed goes away with its line.
                onSettled={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )}
      </section>
    </Stack>
  )
}

interface SuspectedProps {
  commission: PartnerStats['suspected'][number]
  zone: string
  onSettled: () => void
}

function Suspected({ commission, zone, onSettled }: SuspectedProps) {
  const { account, email, paid, amount, rate, earnedAt, suspicions } = commission
  const [accept, setAccept] = useState<boolean | null>(null)
  return (
    <li className={classes.item}>
      <Stack gap={2}>
        <div className={classes.break}>
          <strong>{sumInWords(amount)}</strong>
          {`: ${rate.toLocaleString('ru')} % от ${sumInWords(paid)}, заказ ${account}, ${email}, `}
          <Moment at={earnedAt} zone={zone} />
        </div>
        <ul className={classes.reasons} aria-label="Почему на проверке">
          {suspicions.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {accept === null ? (
          <Row>
            <Button
              variant="default"
              size="xs"
              aria-label={`Зачесть: заказ ${account}`}
              onClick={() => setAccept(true)}
            >
              Зачесть
            </Button>
            <Button
              variant="default"
              size="xs"
              aria-label={`Не засчитывать: заказ ${account}`}
              onClick={() => setAccept(false)}
            >
              Не засчитывать
            </Button>
          </Row>
        ) : (
          <Verdict commission={commission} accept={accept} onSettled={onSettled} onClose={() => setAccept(null)} />
        )}
      </Stack>
    </li>
  )
}

interface VerdictProps extends Pick<SuspectedProps, 'commission' | 'onSettled'> {
  accept: boolean
  onClose: () => void
}

/** What is refused needs a reason; what is accepted may have one. */
function Verdict({ commission: { id, account }, accept, onSettled, onClose }: VerdictProps) {
  const [comment, setComment] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // The button that was pressed is gone.
  useEffect(() => field.current?.focus(), [])
  const cache = useQueryClient()
  const reread = (): Promise<void> => cache.invalidateQueries({ queryKey: ['partner'] })
  const settle = useAct('partner', 'settleSuspicion', {
    onSuccess: async () => {
      onSettled()
      showActionToast(accept ? 'Начисление зачтено' : 'Начисление не засчитано', null)
      await reread()
    },
    // Decided by someone else meanwhile.
    onError: () => void reread(),
  })
  const submit = (): void => {
    const trimmed = comment.trim()
    setEmpty(!accept && trimmed === '')
    if (accept || trimmed !== '') settle.mutate({ commission: id, accept, comment: trimmed })
    else field.current?.focus()
  }
  return (
    <DialogForm
      submit={accept ? 'Зачесть' : 'Не засчитывать'}
      loading={settle.isPending}
      error={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Textarea
        label={`Комментарий к заказу ${account}`}
        description={accept ? 'Останется в журнале действий' : 'Его увидит партнёр'}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        error={isEmpty && comment.trim() === '' ? 'Напишите партнёру, почему' : null}
        maxLength={LONGEST}
        autosize
        minRows={2}
        required={!accept}
        ref={field}
      />
      <AdminFailure error={settle.error} />
    </DialogForm>
  )
}
