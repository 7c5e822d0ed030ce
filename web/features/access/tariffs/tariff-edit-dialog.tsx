import { Select, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { tariffProducts, tariffTypes } from '../../../../contract/access/tariffs.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { FormDialog } from '../../../kit/ui/components/dialog.tsx'
import { FieldPair } from '../../../kit/ui/components/field-pair.tsx'
import { useCheckedForm, type CheckedFields } from '../../../kit/ui/hooks/use-checked-form.ts'
import {
  filledTariff,
  hasFee,
  hasMaximum,
  hasTeam,
  tariffMistakes,
  tariffRequest,
  type AdminTariff,
  type TariffForm,
} from './tariff-form.ts'
import { typeTitles } from './tariff-in-words.ts'
import { productWords } from './tariff-in-words.ts'

export interface TariffEditDialogProps {
  /** Null: a new one. */
  tariff: AdminTariff | null
  onClose: () => void
}

const units = [
  { value: 'month', label: 'месяц' },
  { value: 'day', label: 'день' },
]

export function TariffEditDialog({ tariff, onClose }: TariffEditDialogProps) {
  const { check, ...fields } = useCheckedForm(() => filledTariff(tariff), tariffMistakes)
  const cache = useQueryClient()
  const onSuccess = (): void => {
    // The price list, and what carts cost by it.
    void cache.invalidateQueries({ queryKey: ['tariffs'] })
    void cache.invalidateQueries({ queryKey: ['cart'] })
    onClose()
    showActionToast(tariff === null ? 'Тариф создан' : 'Тариф сохранён', null)
  }
  const create = useAct('tariffs', 'createTariff', { onSuccess })
  const update = useAct('tariffs', 'updateTariff', { onSuccess })

  const submit = (): void => {
    if (!check()) return
    const request = tariffRequest(fields.form)
    if (tariff === null) create.mutate(request.fields)
    else update.mutate({ id: tariff.id, ...request.fields, position: request.position, archived: request.archived })
  }
  return (
    <FormDialog
      title={tariff === null ? 'Новый тариф' : 'Изменить тариф'}
      size={560}
      submit={tariff === null ? 'Создать' : 'Сохранить'}
      loading={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <WhatFields {...fields} />
      <PriceFields {...fields} />
      {tariff !== null && <SaleFields {...fields} />}
    </FormDialog>
  )
}

function WhatFields({ input, choice }: CheckedFields<TariffForm>) {
  return (
    <>
      <FieldPair>
        <Select
          {...choice('product')}
          label="Продукт"
          data={tariffProducts.map((value) => ({ value, label: productWords[value].title }))}
        />
        <Select
          {...choice('type')}
          label="Тип"
          data={tariffTypes.map((value) => ({ value, label: typeTitles[value] }))}
        />
      </FieldPair>
      <TextInput {...input('title')} label="Название" maxLength={100} required />
      <FieldPair>
        <TextInput {...input('duration')} label="Срок" inputMode="numeric" required />
        <Select {...choice('durationUnit')} label="Единица срока" data={units} />
      </FieldPair>
      <TextInput
        {...input('durationTitle')}
        label="Срок словами"
        description="Так его видит покупатель: «3 месяца»"
        maxLength={60}
        required
      />
    </>
  )
}

function PriceFields({ form, input }: CheckedFields<TariffForm>) {
  const unit = form.durationUnit === 'month' ? 'месяц' : 'день'
  return (
    <>
      <FieldPair>
        <TextInput {...input('rate')} label={`Ставка за ${unit}, руб.`} inputMode="decimal" required />
        {hasFee(form) && (
          <TextInput
            {...input('fee')}
            label={hasTeam(form) ? `С команды за ${unit}, руб.` : 'С группы сразу, руб.'}
            inputMode="decimal"
            required
          />
        )}
      </FieldPair>
      {(hasTeam(form) || hasMaximum(form)) && (
        <FieldPair>
          {hasTeam(form) && <TextInput {...input('teamSize')} label="Человек в команде" inputMode="numeric" required />}
          {hasMaximum(form) && (
            <TextInput {...input('maxQuantity')} label="Не больше" placeholder="без предела" inputMode="numeric" />
          )}
        </FieldPair>
      )}
    </>
  )
}

function SaleFields({ form, input, change }: CheckedFields<TariffForm>) {
  return (
    <>
      <TextInput
        {...input('position')}
        label="Порядок"
        description="Чем меньше, тем выше в списке"
        inputMode="numeric"
      />
      <Switch
        label="Снят с продажи"
        description="Подписки, купленные по нему, идут дальше."
        checked={form.archived}
        onChange={(event) => change({ archived: event.currentTarget.checked })}
      />
    </>
  )
}
