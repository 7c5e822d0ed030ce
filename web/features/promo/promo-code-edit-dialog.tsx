import { Button, Modal, Select, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { discountTypes, promoTariffTypes } from '../../../contract/promo.ts'
import { tariffProducts } from '../../../contract/tariffs.ts'
import { hasCode, sentenceOf } from '../../kit/calls/call-error.ts'
import { useAct } from '../../kit/calls/use-call.ts'
import { showDeed } from '../../kit/ui/deed-notice.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import { useCheckedForm } from '../../kit/ui/use-checked-form.ts'
import { PromoCategories } from './promo-categories.tsx'
import classes from './promo-code-table.module.css'
import {
  filledPromo,
  mayChooseCategories,
  promoMistakes,
  promoRequest,
  valueLabel,
  type AdminPromoCode,
  type PromoForm,
} from './promo-form.ts'
import { discountTitles, productTitles, promoTypeTitles } from './promo-words.ts'

export interface PromoCodeEditDialogProps {
  /** Null: a new one. */
  promo: AdminPromoCode | null
  onClose: () => void
}

const ANY = 'any'

export function PromoCodeEditDialog({ promo, onClose }: PromoCodeEditDialogProps) {
  const { form, mistakes, setMistakes, change, check } = useCheckedForm(() => filledPromo(promo), promoMistakes)
  const cache = useQueryClient()
  const outcome = {
    onSuccess: (): void => {
      void cache.invalidateQueries({ queryKey: ['promo'] })
      onClose()
      showDeed(promo === null ? 'Промокод создан' : 'Промокод сохранён', null)
    },
    onError: (error: Error): void => {
      if (hasCode(error, 'PROMO_CODE_TAKEN')) setMistakes({ code: sentenceOf(error) })
    },
  }
  const create = useAct('promo', 'createPromoCode', outcome)
  const update = useAct('promo', 'updatePromoCode', outcome)
  const trouble = create.error ?? update.error

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!check()) return
    const fields = promoRequest(form, promo)
    if (promo === null) create.mutate(fields)
    else update.mutate({ id: promo.id, ...fields, archived: form.archived })
  }
  const input = (field: 'code' | 'value' | 'value2' | 'from' | 'to' | 'maxUses' | 'maxUsesEach') => ({
    name: field,
    value: form[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    error: mistakes[field],
  })

  return (
    <Modal
      opened
      onClose={onClose}
      title={promo === null ? 'Новый промокод' : 'Изменить промокод'}
      size={560}
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <form className={classes.form} noValidate onSubmit={submit}>
        <TextInput
          {...input('code')}
          label="Код"
          description="Большие и маленькие буквы не различаются"
          maxLength={40}
          autoComplete="off"
          required
        />
        <div className={classes.pair}>
          <Select
            label="Что даёт"
            data={discountTypes.map((value) => ({ value, label: discountTitles[value] }))}
            value={form.discountType}
            onChange={(type) => type !== null && change({ discountType: type as PromoForm['discountType'] })}
            allowDeselect={false}
          />
          <TextInput {...input('value')} label={valueLabel(form)} inputMode="decimal" required />
        </div>
        <TextInput
          {...input('value2')}
          label={`${valueLabel(form)}: для тарифов по дням`}
          description="Пусто: столько же"
          inputMode="decimal"
        />
        <div className={classes.pair}>
          <Select
            label="Тариф"
            data={promoTariffTypes.map((value) => ({ value, label: promoTypeTitles[value] }))}
            value={form.tariffType}
            onChange={(type) => type !== null && change({ tariffType: type as PromoForm['tariffType'] })}
            allowDeselect={false}
          />
          <Select
            label="Продукт"
            data={[
              { value: ANY, label: 'Любой' },
              ...tariffProducts.map((value) => ({ value, label: productTitles[value] })),
            ]}
            value={form.product ?? ANY}
            onChange={(product) =>
              product !== null && change({ product: product === ANY ? null : (product as PromoForm['product']) })
            }
            allowDeselect={false}
          />
        </div>
        {mayChooseCategories(form) && (
          <PromoCategories value={form.categories} onChange={(categories) => change({ categories })} />
        )}
        <div className={classes.pair}>
          <TextInput {...input('from')} type="date" label="С какого дня" />
          <TextInput {...input('to')} type="date" label="По какой день" />
        </div>
        <div className={classes.pair}>
          <TextInput {...input('maxUses')} label="Раз всего" placeholder="без предела" inputMode="numeric" />
          <TextInput {...input('maxUsesEach')} label="Раз на человека" placeholder="без предела" inputMode="numeric" />
        </div>
        <Switch
          label="Только для первой покупки"
          checked={form.firstPurchase}
          onChange={(event) => change({ firstPurchase: event.currentTarget.checked })}
        />
        {promo !== null && (
          <Switch
            label="Выключен"
            description="Новых скидок не даёт; сделанные заказы остаются с прежней ценой."
            checked={form.archived}
            onChange={(event) => change({ archived: event.currentTarget.checked })}
          />
        )}
        {trouble && !hasCode(trouble, 'PROMO_CODE_TAKEN') && <Notice tone="bad">{sentenceOf(trouble)}</Notice>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {promo === null ? 'Создать' : 'Сохранить'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
