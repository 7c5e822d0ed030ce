/** The bill, line by line: kopecks whose sum is what is to be paid. */
import type { Cart, Estimation } from '../../../../contract/commerce/cart.ts'
import type { Tariff } from '../../../../contract/access/tariffs.ts'
import { formatRoubles, toKopecks } from '../../../../rules/money.ts'
import { dayForms, plural, type PluralForms } from '../../../../rules/plural.ts'

export interface BillLine {
  title: string
  /** How the sum comes about; empty when there is nothing to say. */
  note: string
  /** Kopecks; less than nothing where it is a discount. */
  amount: number
}

const things: Record<Tariff['product'], PluralForms> = {
  category: ['категория', 'категории', 'категорий'],
  project: ['проект', 'проекта', 'проектов'],
  group: ['группа', 'группы', 'групп'],
}
const units: Record<Tariff['durationUnit'], PluralForms> = {
  month: ['месяц', 'месяца', 'месяцев'],
  day: dayForms,
}
const peopleForms: PluralForms = ['человека', 'человек', 'человек']

export const countOf = (product: Tariff['product'], count: number): string =>
  `${count}\u00A0${plural(count, things[product])}`

/** How many of what the tariff counts are in the cart. */
export function countIn(cart: Pick<Cart, 'items' | 'quantity'>, product: Tariff['product']): number {
  return product === 'category' ? cart.items.length : cart.quantity
}

export function billLines(tariff: Tariff, count: number, { discount }: Pick<Estimation, 'discount'>): BillLine[] {
  const rate = toKopecks(tariff.rate)
  const fee = toKopecks(tariff.fee)
  const { product, type, duration, durationUnit } = tariff
  const time = `${duration}\u00A0${plural(duration, units[durationUnit])}`
  const lines: BillLine[] = [
    {
      title: countOf(product, count),
      note: `${formatRoubles(rate)} × ${count > 1 ? `${count} × ` : ''}${time}`,
      amount: count * rate * duration,
    },
  ]
  if (fee > 0 && type === 'team') {
    const size = tariff.teamSize === null ? '' : ` до ${tariff.teamSize}\u00A0${plural(tariff.teamSize, peopleForms)}`
    lines.push({ title: `Команда${size}`, note: `${formatRoubles(fee)} × ${time}`, amount: fee * duration })
  } else if (fee > 0 && product === 'group') {
    lines.push({ title: 'Подключение групп', note: `${formatRoubles(fee)} × ${count}`, amount: fee * count })
  }
  const taken: [title: string, note: string, roubles: number][] = [
    ['Скидка за категории', 'следующая на 5\u00A0% дешевле', discount.categories.amount],
    ['Скидка за продление', '10\u00A0%, пока вы с нами', discount.prolongation.amount],
    ['Промокод', '', discount.promoCode.amount],
  ]
  for (const [title, note, roubles] of taken) if (roubles > 0) lines.push({ title, note, amount: -toKopecks(roubles) })
  return lines
}
