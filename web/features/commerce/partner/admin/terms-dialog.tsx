import { Modal, Skeleton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { PartnerTerms } from '../../../../../contract/commerce/partner.ts'
import { useAct, useCall } from '../../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { DialogForm } from '../../../../kit/ui/components/dialog.tsx'
import { FieldPair } from '../../../../kit/ui/components/field-pair.tsx'
import { useCheckedForm } from '../../../../kit/ui/hooks/use-checked-form.ts'
import { AdminFailure } from '../../../../kit/ui/components/admin-failure.tsx'
import { filledTerms, termsMistakes, termsRequest } from './terms-form.ts'

export function TermsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useCall('partner', 'getPartnerTerms', {}, { staleTime: 0 })
  return (
    <Modal opened onClose={onClose} title="Условия программы" size={520}>
      {data ? (
        <TermsFields terms={data.terms} onClose={onClose} />
      ) : error ? (
        <AdminFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} aria-busy="true" />
      )}
    </Modal>
  )
}

/** Filled with the terms that hold now. */
function TermsFields({ terms, onClose }: { terms: PartnerTerms; onClose: () => void }) {
  const { form, check, input } = useCheckedForm(() => filledTerms(terms), termsMistakes)
  const cache = useQueryClient()
  const set = useAct('partner', 'setPartnerTerms', {
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['partner'] })
      onClose()
      showActionToast('Условия сохранены и действуют с этой минуты', null)
    },
  })
  const submit = (): void => {
    if (check()) set.mutate(termsRequest(form))
  }
  return (
    <DialogForm submit="Сохранить" loading={set.isPending} error={null} onSubmit={submit} onClose={onClose}>
      <AlertBox tone="quiet">Новые условия действуют только на будущее: то, что уже начислено, не изменится.</AlertBox>
      <FieldPair>
        <TextInput {...input('rate')} label="Партнёру от оплаты, %" inputMode="decimal" required data-autofocus />
        <TextInput {...input('months')} label="Сколько месяцев начисляется" inputMode="numeric" required />
      </FieldPair>
      <FieldPair>
        <TextInput {...input('holdDays')} label="Ожидание до выплаты, дней" inputMode="numeric" required />
        <TextInput {...input('smallestPayout')} label="Наименьшая выплата, руб." inputMode="decimal" required />
      </FieldPair>
      <TextInput
        {...input('discount')}
        label="Скидка по промокоду партнёра, %"
        description="На первую покупку; для промокодов, которые появятся с этой минуты"
        inputMode="decimal"
        required
      />
      <AdminFailure error={set.error} />
    </DialogForm>
  )
}
