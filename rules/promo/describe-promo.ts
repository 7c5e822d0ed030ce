/** What a promo code does, in words (spec §3 Estimation: promoCodeStatus.description, §9 Promo discount types). */
import type { Tariff } from '../../contract/access/tariffs.ts'
import { formatRoubles } from '../money.ts'
import { dayForms, plural } from '../plural.ts'
import { valueFor, type DiscountType, type PromoDiscount } from './discount.ts'

/**
 * «скидка 10 %», «скидка 500 руб.», «+7 дней», «+10 % к сроку»: what holds for a tariff counted in `durationUnit`. Null
 * while none is chosen: then it tells the value for tariffs by the day too, if that is another one.
 */
export function describePromo(discount: PromoDiscount, durationUnit: Tariff['durationUnit'] | null): string {
  if (durationUnit !== null) return inWords(discount.discountType, valueFor(discount, durationUnit))
  const usual = inWords(discount.discountType, valueFor(discount, 'month'))
  const byDay = inWords(discount.discountType, valueFor(discount, 'day'))
  return usual === byDay ? usual : `${usual}, для тарифов по дням — ${byDay}`
}

function inWords(discountType: DiscountType, value: number): string {
  switch (discountType) {
    case 'amount_off':
      return `скидка ${formatRoubles(value)}`
    case 'percent_off':
      return `скидка ${percent(value)}`
    case 'days_extension':
      return `+${value}\u00A0${plural(value, dayForms)}`
    case 'percentage_extension':
      return `+${percent(value)} к сроку`
  }
}

/** Of hundredths: «10 %», «12,5 %». */
function percent(hundredths: number): string {
  return `${String(hundredths / 100).replace('.', ',')}\u00A0%`
}
