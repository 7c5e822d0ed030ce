import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { maskMinutes, maskReasonLength } from '../../../../contract/office/masks.ts'
import { hasCode } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { FormDialog } from '../../../kit/ui/components/dialog.tsx'
import typography from '../../../kit/ui/typography.module.css'
import type { MaskButtonProps } from './masked-person.ts'

export interface MaskDialogProps extends MaskButtonProps {
  onClose: () => void
}

/** The reason, which the person will read, and what comes of it. */
export function MaskDialog({ user, mutationKey, onMasked, onClose }: MaskDialogProps) {
  const [reason, setReason] = useState('')
  const [mistake, setMistake] = useState(false)
  const start = useAct('masks', 'startMask', {
    mutationKey,
    onSuccess: ({ user: person, mask }) => onMasked(person, mask),
  })
  const isMissing = mistake || hasCode(start.error, 'MASK_REASON_REQUIRED')
  const submit = (): void => {
    const missing = reason.trim().length < maskReasonLength.min
    setMistake(missing)
    if (!missing) start.mutate({ user: user.id, reason: reason.trim() })
  }
  return (
    <FormDialog
      title={`Посмотреть как ${user.name}`}
      size={520}
      submit="Войти под маской"
      loading={start.isPending}
      error={isMissing ? null : start.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Textarea
        label="Причина"
        description="Её прочтёт этот человек: письмо о просмотре уйдёт сразу"
        placeholder="Не приходят уведомления по фильтру «Свадьбы», обращение № 118"
        minRows={2}
        autosize
        required
        data-autofocus
        maxLength={maskReasonLength.max}
        value={reason}
        error={isMissing ? errors.MASK_REASON_REQUIRED.message : null}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setMistake(false)
        }}
      />
      <ul className={`${typography.bullets} ${typography.note}`}>
        <li>На {maskMinutes} минут этот браузер, во всех вкладках, станет аккаунтом человека. Выйти можно раньше.</li>
        <li>Можно смотреть всё, что видит он, и поправить фильтры, группы, проекты и уведомления.</li>
        <li>
          Нельзя: пароль, email, телефон, входы, оплата, выплаты, команда, выгрузки, удаление, отметки и лиды от его
          имени.
        </li>
        <li>Всё, что вы сделаете, запишется под вашим именем.</li>
      </ul>
    </FormDialog>
  )
}
