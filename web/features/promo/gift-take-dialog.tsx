import { Button, Modal } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { PromoCode } from '../../../contract/promo.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { callKey, useAct } from '../../kit/calls/use-call.ts'
import { Notice } from '../../kit/ui/notice.tsx'
import classes from './gift-take-dialog.module.css'
import { promoInWords } from './promo-words.ts'

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
    <Modal
      opened
      onClose={onClose}
      title="Скидка на первую покупку"
      size={440}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <div className={classes.gift}>
        <p className={classes.value}>{promoInWords(promoCode)}</p>
        <p className={classes.about}>
          На любой платный тариф, если вы ещё ничего не покупали.
          {until !== null && ` Действует до ${momentInWords(until, zone)}.`}
        </p>
        <div className={classes.code}>
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
        </div>
        {clipboard.error && <Notice tone="warn">Браузер не дал скопировать. Выделите код и скопируйте сами.</Notice>}
        {take.error && <Notice tone="bad">{sentenceOf(take.error)}</Notice>}
        <Button size="md" loading={take.isPending} onClick={() => take.mutate({ promoCode: code })} data-autofocus>
          Применить
        </Button>
        <p className={classes.note}>Код окажется в корзине, останется выбрать тариф.</p>
      </div>
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
