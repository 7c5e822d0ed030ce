/** What a promo code does and for what it is good, in words. */
import type { PromoCode } from '../../../../contract/commerce/promo.ts'
import { describePromo } from '../../../../rules/promo/describe-promo.ts'
import { readDiscountValue, type DiscountType } from '../../../../rules/promo/discount.ts'

type Terms = Pick<PromoCode, 'discountType' | 'discountValue' | 'discountValue2'>

/** «скидка 20 %» */
export function promoInWords({ discountType, discountValue: value, discountValue2: value2 }: Terms): string {
  const read = (each: number): number => readDiscountValue(discountType, each)
  return describePromo({ discountType, value: read(value), value2: value2 === null ? null : read(value2) }, null)
}

export const discountTitles: Record<DiscountType, string> = {
  amount_off: 'Скидка в рублях',
  percent_off: 'Скидка в процентах',
  days_extension: 'Дни к сроку',
  percentage_extension: 'Проценты к сроку',
}

export const promoTypeTitles: Record<PromoCode['tariffType'], string> = {
  all: 'Любой тариф',
  paid: 'Любой платный',
  regular: 'Обычный',
  team: 'Командный',
  trial: 'Пробный',
}
