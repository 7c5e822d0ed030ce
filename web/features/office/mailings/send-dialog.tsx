import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailingTypeTitles } from '../../../../rules/mailings/mailing.ts'
import type { MailingType } from '../../../../contract/office/mailings.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { DialogForm } from '../../../kit/ui/components/dialog.tsx'
import { exactTime } from '../../../kit/ui/text/relative-time.ts'
import { Estimate } from './estimate.tsx'
import { groupInWords, recipientsOf, sendAtOf, type MailingForm } from './mailing-form.ts'

interface SendDialogProps {
  form: MailingForm
  zone: string
  categories: ReadonlyMap<number, string>
  onClose: () => void
  onSent: () => void
}

/** What is about to be sent, to how many and when: the last place to think better of it. */
export function SendDialog({ form, zone, categories, onClose, onSent }: SendDialogProps) {
  const cache = useQueryClient()
  // Of this form and this dialog: pressed twice, or sent again after its answer was lost, it is one mailing.
  const [key] = useState(() => crypto.randomUUID())
  const { type, subj, body, at } = form
  const recipients = recipientsOf(form)
  const moment = sendAtOf(at, zone)
  const send = useAct('mailings', 'sendEmail', {
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['mailings', 'listMailings'] })
      onSent()
      showActionToast(moment === null ? 'Рассылка начинается' : 'Рассылка запланирована', null)
    },
  })
  const sendAt = moment === null ? {} : { sendAt: new Date(moment).toISOString() }
  return (
    <Modal opened onClose={onClose} title="Отправить рассылку?" size={520}>
      <DialogForm
        submit={moment === null ? 'Отправить' : 'Запланировать'}
        loading={send.isPending}
        error={null}
        onSubmit={() => send.mutate({ ...recipients, subj, body, key, ...sendAt })}
        onClose={onClose}
      >
        <p>
          «{subj.trim()}», {mailingTypeTitles[type as MailingType].toLowerCase()}. Кому:{' '}
          {groupInWords(recipients.recGroup, categories).toLowerCase()}.{' '}
          {moment === null ? 'Начнёт уходить сразу.' : `Начнёт уходить ${exactTime(new Date(moment), zone)}.`}
        </p>
        <Estimate form={form} />
        <AdminFailure error={send.error} />
      </DialogForm>
    </Modal>
  )
}
