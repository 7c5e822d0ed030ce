import { Button, Modal, Select, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { tariffProducts, tariffTypes, type TariffProduct, type TariffType } from '../../../contract/tariffs.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useAct } from '../../kit/calls/use-call.ts'
import { showDeed } from '../../kit/ui/deed-notice.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import { useCheckedForm } from '../../kit/ui/use-checked-form.ts'
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
import { typeTitles } from './tariff-table.tsx'
import classes from './tariff-table.module.css'
import { productWords } from './tariff-words.ts'

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
  const { form, mistakes, change, check } = useCheckedForm(() => filledTariff(tariff), tariffMistakes)
  const cache = useQueryClient()
  const onSuccess = (): void => {
    // The price list, and what carts cost by it.
    void cache.invalidateQueries({ queryKey: ['tariffs'] })
    void cache.invalidateQueries({ queryKey: ['cart'] })
    onClose()
    showDeed(tariff === null ? 'Тариф создан' : 'Тариф сохранён', null)
  }
  const create = useAct('tariffs', 'createTariff', { onSuccess })
  const update = useAct('tariffs', 'updateTariff', { onSuccess })
  const trouble = create.error ?? update.error

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!check()) return
    const { fields, position, archived } = tariffRequest(form)
    if (tariff === null) create.mutate(fields)
    else update.mutate({ id: tariff.id, ...fields, position, archived })
  }
  const unit = form.durationUnit === 'month' ? 'месяц' : 'день'
  const input = (field: Exclude<keyof TariffForm, 'archived'>) => ({
    name: field,
    value: form[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    error: mistakes[field],
  })

  return (
    <Modal
      opened
      onClose={onClose}
      title={tariff === null ? 'Новый тариф' : 'Изменить тариф'}
      size={560}
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <form className={classes.form} noValidate onSubmit={submit}>
        <div className={classes.pair}>
          <Select
            label="Продукт"
            data={tariffProducts.map((value) => ({ value, label: productWords[value].title }))}
            value={form.product}
            onChange={(product) => product !== null && change({ product: product as TariffProduct })}
            allowDeselect={false}
          />
          <Select
            label="Тип"
            data={tariffTypes.map((value) => ({ value, label: typeTitles[value] }))}
            value={form.type}
            onChange={(type) => type !== null && change({ type: type as TariffType })}
            allowDeselect={false}
          />
        </div>
        <TextInput {...input('title')} label="Название" maxLength={100} required />
        <div className={classes.pair}>
          <TextInput {...input('duration')} label="Срок" inputMode="numeric" required />
          <Select
            label="Единица срока"
            data={units}
            value={form.durationUnit}
            onChange={(chosen) => chosen !== null && change({ durationUnit: chosen as TariffForm['durationUnit'] })}
            allowDeselect={false}
          />
        </div>
        <TextInput
          {...input('durationTitle')}
          label="Срок словами"
          description="Так его видит покупатель: «3 месяца»"
          maxLength={60}
          required
        />
        <div className={classes.pair}>
          <TextInput {...input('rate')} label={`Ставка за ${unit}, руб.`} inputMode="decimal" required />
          {hasFee(form) && (
            <TextInput
              {...input('fee')}
              label={hasTeam(form) ? `С команды за ${unit}, руб.` : 'С группы сразу, руб.'}
              inputMode="decimal"
              required
            />
          )}
        </div>
        {(hasTeam(form) || hasMaximum(form)) && (
          <div className={classes.pair}>
            {hasTeam(form) && (
              <TextInput {...input('teamSize')} label="Человек в команде" inputMode="numeric" required />
            )}
            {hasMaximum(form) && (
              <TextInput {...input('maxQuantity')} label="Не больше" placeholder="без предела" inputMode="numeric" />
            )}
          </div>
        )}
        {tariff !== null && (
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
        )}
        {trouble && <Notice tone="bad">{sentenceOf(trouble)}</Notice>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {tariff === null ? 'Создать' : 'Сохранить'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
