import { Select, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { discountTypes, promoTariffTypes, type AdminPromoCode } from '../../../../contract/commerce/promo.ts'
import { tariffProducts } from '../../../../contract/access/tariffs.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { FormDialog } from '../../../kit/ui/components/dialog.tsx'
import { FieldPair } from '../../../kit/ui/components/field-pair.tsx'
import { useCheckedForm, type CheckedFields } from '../../../kit/ui/hooks/use-checked-form.ts'
import { PromoCategories } from './promo-categories.tsx'
import {
  filledPromo,
  mayChooseCategories,
  promoMistakes,
  promoRequest,
  valueLabel,
  type PromoForm,
} from './promo-form.ts'
import { discountTitles, promoTypeTitles } from './promo-in-words.ts'

export interface PromoCodeEditDialogProps {
  /** Null: a new one. */
  promo: AdminPromoCode | null
  onClose: () => void
}

const ANY = 'any'

export function PromoCodeEditDialog({ promo, onClose }: PromoCodeEditDialogProps) {
  const { check, setMistakes, ...fields } = useCheckedForm(() => filledPromo(promo), promoMistakes)
  const cache = useQueryClient()
  const outcome = {
    onSuccess: (): void => {
      void cache.invalidateQueries({ queryKey: ['promo'] })
      onClose()
      showActionToast(promo === null ? 'Промокод создан' : 'Промокод сохранён', null)
    },
    onError: (error: Error): void => {
      if (hasCode(error, 'PROMO_CODE_ALREADY_EXISTS')) setMistakes({ code: sentenceOf(error) })
    },
  }
  const create = useAct('promo', 'createPromoCode', outcome)
  const update = useAct('promo', 'updatePromoCode', outcome)
  const error = create.error ?? update.error

  const submit = (): void => {
    if (!check()) return
    const request = promoRequest(fields.form, promo)
    if (promo === null) create.mutate(request)
    else update.mutate({ id: promo.id, ...request, archived: fields.form.archived })
  }
  return (
    <FormDialog
      title={promo === null ? 'Новый промокод' : 'Изменить промокод'}
      size={560}
      submit={promo === null ? 'Создать' : 'Сохранить'}
      loading={create.isPending || update.isPending}
      error={hasCode(error, 'PROMO_CODE_ALREADY_EXISTS') ? null : error}
      onSubmit={submit}
      onClose={onClose}
    >
      <DiscountFields {...fields} />
      <TariffFields {...fields} />
      <UseFields {...fields} />
      {promo !== null && (
        <Switch
          label="Выключен"
          description="Новых скидок не даёт; сделанные заказы остаются с прежней ценой."
          checked={fields.form.archived}
          onChange={(event) => fields.change({ archived: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}

function DiscountFields({ form, input, choice }: CheckedFields<PromoForm>) {
  return (
    <>
      <TextInput
        {...input('code')}
        label="Код"
        description="Большие и маленькие буквы не различаются"
        maxLength={40}
        autoComplete="off"
        required
      />
      <FieldPair>
        <Select
          {...choice('discountType')}
          label="Что даёт"
          data={discountTypes.map((value) => ({ value, label: discountTitles[value] }))}
        />
        <TextInput {...input('value')} label={valueLabel(form)} inputMode="decimal" required />
      </FieldPair>
      <TextInput
        {...input('value2')}
        label={`${valueLabel(form)}: для тарифов по дням`}
        description="Пусто: столько же"
        inputMode="decimal"
      />
    </>
  )
}

function TariffFields({ form, choice, change }: CheckedFields<PromoForm>) {
  return (
    <>
      <FieldPair>
        <Select
          {...choice('tariffType')}
          label="Тариф"
          data={promoTariffTypes.map((value) => ({ value, label: promoTypeTitles[value] }))}
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
      </FieldPair>
      {mayChooseCategories(form) && (
        <PromoCategories value={form.categories} onChange={(categories) => change({ categories })} />
      )}
    </>
  )
}

function UseFields({ form, input, change }: CheckedFields<PromoForm>) {
  return (
    <>
      <FieldPair>
        <TextInput {...input('from')} type="date" label="С какого дня" />
        <TextInput {...input('to')} type="date" label="По какой день" />
      </FieldPair>
      <FieldPair>
        <TextInput {...input('maxUses')} label="Раз всего" placeholder="без предела" inputMode="numeric" />
        <TextInput {...input('maxUsesEach')} label="Раз на человека" placeholder="без предела" inputMode="numeric" />
      </FieldPair>
      <Switch
        label="Только для первой покупки"
        checked={form.firstPurchase}
        onChange={(event) => change({ firstPurchase: event.currentTarget.checked })}
      />
    </>
  )
}
