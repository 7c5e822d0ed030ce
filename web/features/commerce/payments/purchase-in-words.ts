import type { Purchase } from '../../../../contract/commerce/payments.ts'
import { sumInWords } from '../../../../rules/money.ts'

/** Of more than this many the others are counted. */
const NAMED = 3

/** «Фотографы, Ветеринары, Юристы и ещё 2» */
export function boughtInWords({ productNames, Tariff }: Pick<Purchase, 'productNames' | 'Tariff'>): string {
  if (productNames.length === 0) return Tariff.title
  // No one counts «и ещё 1» where there is room for the one.
  const named = productNames.length <= NAMED + 1 ? productNames : productNames.slice(0, NAMED)
  return named.join(', ') + (productNames.length > named.length ? ` и ещё ${productNames.length - named.length}` : '')
}

/** «Обычный, 3 месяца» */
export function boughtTariffInWords({ Tariff }: Pick<Purchase, 'Tariff'>): string {
  return [Tariff.title, Tariff.durationTitle].filter((part) => part !== '').join(', ')
}

/** «оплачено 1 500 руб.», or that there was nothing to pay. */
function paidInWords(roubles: number): string {
  return roubles === 0 ? 'платить ничего не нужно' : `оплачено ${sumInWords(roubles)}`
}

/** «Фотографы: оплачено 1 500 руб., и всё уже работает.» @param sentence goes on where it begins with a comma */
export function purchaseInWords(purchase: Pick<Purchase, 'productNames' | 'Tariff' | 'sum'>, sentence: string): string {
  const paid = `${boughtInWords(purchase)}: ${paidInWords(purchase.sum)}`
  if (sentence.startsWith(',')) return paid + sentence
  return `${paid.endsWith('.') ? paid : `${paid}.`} ${sentence}`.trimEnd()
}
