/** The price rules of the specification (§9), each with a sum that can be worked out on paper. All in roubles. */
import { expect, test } from 'vitest'
import { toKopecks, toRoubles } from '../money.ts'
import type { PromoDiscount } from '../promo/discount.ts'
import { estimate, type Estimated, type PlannedPurchase, type TariffPrice } from './estimate.ts'
import { estimatePackage, maxPackageQuantity } from './package.ts'

const monthOf = (product: TariffPrice['product'], rate: number, more: Partial<TariffPrice> = {}): TariffPrice => ({
  product,
  type: 'regular',
  duration: 1,
  durationUnit: 'month',
  ...more,
  rate: toKopecks(rate),
  fee: toKopecks(more.fee ?? 0),
})

const buy = (tariff: TariffPrice, more: Partial<PlannedPurchase> = {}): Estimated =>
  estimate({
    tariff,
    count: 1,
    quantity: 1,
    prolongs: false,
    promo: null,
    start: new Date('2026-11-05T09:00:00Z'),
    ...more,
  })

/** What is paid, in roubles. */
const cost = (tariff: TariffPrice, more: Partial<PlannedPurchase> = {}): number => toRoubles(buy(tariff, more).total)

const category = monthOf('category', 1_000)
const groups = monthOf('group', 50, { fee: 20, duration: 3 })
const team = monthOf('category', 1_000, { type: 'team', fee: 500, duration: 3 })
const packageOf = (
  rate: number,
  quantity: number,
  daysLeft: number,
  fee = 0,
  durationUnit: 'month' | 'day' = 'month',
): number =>
  toRoubles(
    estimatePackage({ tariff: { rate: toKopecks(rate), fee: toKopecks(fee), durationUnit }, quantity, daysLeft }),
  )
const promo = (discountType: PromoDiscount['discountType'], value: number): PromoDiscount => ({
  discountType,
  value,
  value2: null,
})

test.each<[rule: string, example: string, is: number, by: () => number]>([
  ['Each extra category: 0.95 to the power of its index', '1 at 1 000', 1_000, () => cost(category)],
  ['Each extra category: 0.95 to the power of its index', '2: 1 000 + 950', 1_950, () => cost(category, { count: 2 })],
  [
    'Each extra category: 0.95 to the power of its index',
    '3: 1 000 + 950 + 902.50',
    2_852.5,
    () => cost(category, { count: 3 }),
  ],
  [
    'Each extra category: 0.95 to the power of its index',
    '4: … + 857.38 (857.375)',
    3_709.88,
    () => cost(category, { count: 4 }),
  ],
  [
    'Each extra category: 0.95 to the power of its index',
    '3 for 6 months: 6 000 + 5 700 + 5 415',
    17_115,
    () => cost({ ...category, duration: 6 }, { count: 3 }),
  ],
  ['Prolongation: 10 % off the total', '1 000 − 100', 900, () => cost(category, { prolongs: true })],
  [
    'Prolongation: 10 % off the total',
    '3: 2 852.50 − 285.25',
    2_567.25,
    () => cost(category, { count: 3, prolongs: true }),
  ],
  ['Prolongation: 10 % off the total', '4 groups: 680 − 68', 612, () => cost(groups, { quantity: 4, prolongs: true })],
  ['Team: a base fee times duration', '3 months: 3 × 1 000 + 3 × 500', 4_500, () => cost(team)],
  ['Team: a base fee times duration', '2 categories: 3 000 + 2 850 + 1 500', 7_350, () => cost(team, { count: 2 })],
  [
    'Team: a base fee times duration',
    'once for all projects: 4 × 3 × 1 000 + 3 × 500',
    13_500,
    () => cost({ ...team, product: 'project' }, { quantity: 4 }),
  ],
  [
    'Project: quantity times rate times duration',
    '4 × 900 × 3',
    10_800,
    () => cost(monthOf('project', 900, { duration: 3 }), { quantity: 4 }),
  ],
  ['Group: quantity × (rate × duration + fee)', '1 × (50 × 3 + 20)', 170, () => cost(groups)],
  ['Group: quantity × (rate × duration + fee)', '4 × (50 × 3 + 20)', 680, () => cost(groups, { quantity: 4 })],
  [
    'Package: a month rate is 30 day rates',
    '10 groups at 30 a month, 15 days: 10 × 1 × 15',
    150,
    () => packageOf(30, 10, 15),
  ],
  ['Package: a month rate is 30 day rates', '3 groups at 1 000 a month, 30 days', 3_000, () => packageOf(1_000, 3, 30)],
  ['Package: a day rate stays', '10 groups at 5 a day, 7 days', 350, () => packageOf(5, 10, 7, 0, 'day')],
  ['Package: the total is rounded down', '7 groups at 50 a month, 11 days: 128.33', 128, () => packageOf(50, 7, 11)],
  ['Package: the total is rounded down', '1 group at 59 a month, 1 day: 1.97', 1, () => packageOf(59, 1, 1)],
  ['Package: the fee is of each group', '10 × (1 × 15 + 20)', 350, () => packageOf(30, 10, 15, 20)],
  [
    'Package maximum: the package’s',
    '50 of a package of 50, 1 000 − 100 free',
    50,
    () => maxPackageQuantity({ packageMax: 50, basicMax: 1_000, size: 100 }),
  ],
  [
    'Package maximum: what the basic tariff leaves',
    '1 000 − 970',
    30,
    () => maxPackageQuantity({ packageMax: 50, basicMax: 1_000, size: 970 }),
  ],
  [
    'Percentages are of the undiscounted price',
    '3 categories: 147.50 of 3 000',
    4.92,
    () => buy(category, { count: 3 }).discount.total.percentage,
  ],
  [
    'Percentages are of the undiscounted price',
    'a second discount: 10 % of 950 of 1 000 + 1 000',
    9.75,
    () => buy(category, { count: 2, prolongs: true }).discount.prolongation.percentage,
  ],
  ['Promo, amount off', '1 000 − 300', 700, () => cost(category, { promo: promo('amount_off', 300_00) })],
  [
    'Promo, amount off: capped at the total',
    '1 000 − 5 000',
    0,
    () => cost(category, { promo: promo('amount_off', 5_000_00) }),
  ],
  ['Promo, percent off', '1 000 − 20 %', 800, () => cost(category, { promo: promo('percent_off', 20_00) })],
  [
    'Promo, percent off: of what the others left',
    '2: (1 950 − 195) − 20 % (351)',
    1_404,
    () => cost(category, { count: 2, prolongs: true, promo: promo('percent_off', 20_00) }),
  ],
  [
    'Promo, days extension',
    '30 days of November and 7',
    37,
    () => buy(category, { promo: promo('days_extension', 7) }).days,
  ],
  [
    'Promo, percentage extension',
    '30 days and 15 %: 4.5',
    34,
    () => buy(category, { promo: promo('percentage_extension', 15_00) }).days,
  ],
])('%s — %s = %d', (_, __, is, by) => {
  expect(by()).toBe(is)
})
