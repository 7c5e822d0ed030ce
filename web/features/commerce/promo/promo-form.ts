/** A promo code as an admin fills it in, and as it is sent. Days are those of Moscow, where the books are kept; both ends hold. */
import type { PromoCode, AdminPromoCode } from '../../../../contract/commerce/promo.ts'
import type { DiscountType } from '../../../../rules/promo/discount.ts'
import type { Input } from '../../../kit/calls/ask.ts'
import { readNumber, readWhole, typedNumber } from '../../../kit/ui/text/read-number.ts'
import type { Mistakes } from '../../../kit/ui/hooks/use-checked-form.ts'

type PromoRequest = Input<'promo', 'createPromoCode'>

export interface PromoForm {
  code: string
  product: PromoCode['product']
  tariffType: PromoCode['tariffType']
  categories: number[]
  discountType: DiscountType
  value: string
  /** For tariffs counted in days; blank: the same. */
  value2: string
  /** `YYYY-MM-DD`, or blank. */
  from: string
  to: string
  maxUses: string
  maxUsesEach: string
  firstPurchase: boolean
  archived: boolean
}
const blank: PromoForm = {
  code: '',
  product: null,
  tariffType: 'paid',
  categories: [],
  discountType: 'percent_off',
  value: '',
  value2: '',
  from: '',
  to: '',
  maxUses: '',
  maxUsesEach: '1',
  firstPurchase: false,
  archived: false,
}

const DAY = 86_400_000
/** All the year: Russia left summer time behind. */
const MOSCOW = 3 * 3_600_000

const dayAt = (moment: number): string => new Date(moment + MOSCOW).toISOString().slice(0, 10)
const startOf = (day: string): string => new Date(Date.parse(day) - MOSCOW).toISOString()

export function filledPromo(promo: AdminPromoCode | null): PromoForm {
  if (promo === null) return blank
  const { code, product, tariffType, discountType, firstPurchase, archived, startsAt, endsAt } = promo
  return {
    code,
    product,
    tariffType,
    discountType,
    firstPurchase,
    archived,
    categories: promo.categories,
    value: typedNumber(promo.discountValue),
    value2: typedNumber(promo.discountValue2),
    from: startsAt === null ? '' : dayAt(Date.parse(startsAt)),
    // The end is the first moment that is left out.
    to: endsAt === null ? '' : dayAt(Date.parse(endsAt) - 1),
    maxUses: typedNumber(promo.maxUses),
    maxUsesEach: typedNumber(promo.maxUsesEach),
  }
}

/** Only of categories one can be good for some of them. */
export const mayChooseCategories = ({ product }: Pick<PromoForm, 'product'>): boolean =>
  product === null || product === 'category'

const inPercents = ({ discountType }: Pick<PromoForm, 'discountType'>): boolean =>
  discountType === 'percent_off' || discountType === 'percentage_extension'

function readValue(form: PromoForm, text: string): number | null {
  const number = readNumber(text, form.discountType === 'days_extension' ? 0 : 2)
  if (number === null || number > 1_000_000) return null
  return form.discountType === 'percent_off' && number > 100 ? null : number
}

const valueRule: Record<DiscountType, string> = {
  amount_off: 'Сумма в рублях',
  percent_off: 'От 0 до 100 процентов',
  days_extension: 'Целое число дней',
  percentage_extension: 'Число процентов',
}

export function promoMistakes(form: PromoForm): Mistakes<PromoForm> {
  const value = readValue(form, form.value)
  const value2 = readValue(form, form.value2)
  const has2 = form.value2.trim() !== ''
  const nothing = (value ?? 0) === 0 && (!has2 || (value2 ?? 0) === 0)
  const uses = 'Целое число от 1'
  return {
    ...(!/^[\p{L}\p{N}_-]{3,40}$/u.test(form.code.trim()) && {
      code: 'От 3 до 40 букв, цифр, дефисов и подчёркиваний',
    }),
    ...((value === null || nothing) && { value: value === null ? valueRule[form.discountType] : 'Код ничего не даёт' }),
    ...(has2 && value2 === null && { value2: valueRule[form.discountType] }),
    ...(form.from !== '' && form.to !== '' && form.to < form.from && { to: 'Раньше, чем начало' }),
    ...(form.maxUses.trim() !== '' && readWhole(form.maxUses, 1, 1_000_000_000) === null && { maxUses: uses }),
    ...(form.maxUsesEach.trim() !== '' &&
      readWhole(form.maxUsesEach, 1, 1_000_000_000) === null && { maxUsesEach: uses }),
  }
}

/** Of a form without mistakes. A present of seven days, say, keeps the hour at which it ends as long as its day is left alone. */
export function promoRequest(form: PromoForm, before: AdminPromoCode | null): PromoRequest {
  const { product, tariffType, discountType, firstPurchase } = form
  const filled = filledPromo(before)
  return {
    product,
    tariffType,
    discountType,
    firstPurchase,
    code: form.code.trim(),
    categories: mayChooseCategories(form) ? form.categories : [],
    discountValue: readValue(form, form.value) ?? 0,
    discountValue2: form.value2.trim() === '' ? null : readValue(form, form.value2),
    startsAt: before && form.from === filled.from ? before.startsAt : form.from === '' ? null : startOf(form.from),
    endsAt:
      before && form.to === filled.to
        ? before.endsAt
        : form.to === ''
          ? null
          : startOf(new Date(Date.parse(form.to) + DAY).toISOString().slice(0, 10)),
    maxUses: readWhole(form.maxUses, 1, 1_000_000_000),
    maxUsesEach: readWhole(form.maxUsesEach, 1, 1_000_000_000),
  }
}

/** What is asked for in the field of the value. */
export function valueLabel(form: Pick<PromoForm, 'discountType'>): string {
  if (form.discountType === 'amount_off') return 'Сколько, руб.'
  return inPercents(form) ? 'Сколько, %' : 'Сколько дней'
}
