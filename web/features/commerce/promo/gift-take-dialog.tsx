import { Button, Modal } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { PromoCode } from '../../../../contract/commerce/promo.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { callKey, useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './gift-take-dialog.module.css'
import { promoInWords } from './promo-in-words.ts'

export interface GiftTakeDialogProps {
  promoCode: PromoCode
  /** Its last moment; null: it waits for good. */
  until: string | null
  zone: string
  onClose: () => void
}

/** Spec §2 first-purchase discount: what the code gives, until when, and one click to where it is used. */
export function GiftTakeDialog({ promoCode, until, zone, onClose }: GiftTakeDialogProps) {
  const { code } = promoCode
  const navigate = useNavigate()
  const cache = useQueryClient()
  const clipboard = useClipboard({ timeout: 3_000 })
  const take = useAct('cart', 'updateCart', {
    onSuccess: (filled) => {
      cache.setQueryData(callKey('cart', 'getCart', {}), filled)
      void navigate('/order')
    },
  })
  return (
    <Modal opened onClose={onClose} title="Скидка на первую покупку" size={440}>
      <Stack>
        <p className={classes.value}>{promoInWords(promoCode)}</p>
        <p className={typography.soft}>
          На любой платный тариф, если вы ещё ничего не покупали.
          {until !== null && ` Действует до ${momentInWords(until, zone)}.`}
        </p>
        <Row gap={[2, 4]} align="center" justify="space-between" className={classes.code}>
          <span className={classes.letters}>{code}</span>
          <Button
            variant="default"
            size="sm"
            leftSection={
              clipboard.copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
            }
            onClick={() => clipboard.copy(code)}
          >
            {clipboard.copied ? 'Скопировано' : 'Скопировать'}
          </Button>
        </Row>
        {clipboard.error && (
          <AlertBox tone="warn">Браузер не дал скопировать. Выделите код и скопируйте сами.</AlertBox>
        )}
        {take.error && <AlertBox tone="bad">{sentenceOf(take.error)}</AlertBox>}
        <Button size="md" loading={take.isPending} onClick={() => take.mutate({ promoCode: code })} data-autofocus>
          Применить
        </Button>
        <p className={classes.note}>Код окажется в корзине, останется выбрать тариф.</p>
      </Stack>
    </Modal>
  )
}

function momentInWords(moment: string, zone: string): string {
  return new Date(moment).toLocaleString('ru', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  })
}
