/** The price list a new installation starts with, in the order in which it is shown. */
import type { Tariff } from '../../../../contract/access/tariffs.ts'

/** A tariff as the seed writes it, in roubles; an admin may change it afterwards. */
export interface SeededTariff extends Omit<Tariff, 'id'> {
  /** Names the tariff for ever, for the seed and for tests. */
  slug: string
  /** Left out: it is on sale. */
  archived?: true
}

type Length = Pick<Tariff, 'duration' | 'durationUnit' | 'durationTitle'>

const days = (duration: number, durationTitle: string): Length => ({ duration, durationUnit: 'day', durationTitle })
const months = (duration: number, durationTitle: string): Length => ({ duration, durationUnit: 'month', durationTitle })

const month = months(1, '1 месяц')
const quarter = months(3, '3 месяца')
const halfYear = months(6, '6 месяцев')
const year = months(12, '12 месяцев')

const none = { fee: 0, teamSize: null, maxQuantity: null }

/** Teams of these sizes, each for a month, a quarter and a year. */
function teams(
  product: Tariff['product'],
  sizes: { teamSize: number; fee: number }[],
  rates: { month: number; quarter: number; year: number },
  maxQuantity: number | null,
): SeededTariff[] {
  return sizes.flatMap(({ teamSize, fee }) =>
    (
      [
        ['month', month],
        ['quarter', quarter],
        ['year', year],
      ] as const
    ).map(([name, length]) => ({
      slug: `${product}-team-${teamSize}-${name}`,
      product,
      type: 'team' as const,
      title: `Командный, до ${teamSize} человек`,
      rate: rates[name],
      fee,
      teamSize,
      maxQuantity,
      ...length,
    })),
  )
}

const category = { product: 'category', title: 'Поиск клиентов' } as const
const project = { product: 'project', title: 'Мониторинг упоминаний', maxQuantity: 20 } as const
const group = { product: 'group', title: 'Мониторинг групп', maxQuantity: 1000 } as const

const categoryTariffs: SeededTariff[] = [
  { ...none, ...category, slug: 'category-trial', type: 'trial', title: 'Пробный', rate: 0, ...days(3, '3 дня') },
  { ...none, ...category, slug: 'category-week', type: 'regular', rate: 60, ...days(7, '7 дней') },
  { ...none, ...category, slug: 'category-month', type: 'regular', rate: 990, ...month },
  { ...none, ...category, slug: 'category-quarter', type: 'regular', rate: 890, ...quarter },
  { ...none, ...category, slug: 'category-half-year', type: 'regular', rate: 790, ...halfYear },
  { ...none, ...category, slug: 'category-year', type: 'regular', rate: 690, ...year },
  ...teams(
    'category',
    [
      { teamSize: 3, fee: 1490 },
      { teamSize: 5, fee: 2290 },
      { teamSize: 10, fee: 3990 },
    ],
    { month: 990, quarter: 890, year: 690 },
    null,
  ),
]

const projectTariffs: SeededTariff[] = [
  {
    ...none,
    ...project,
    slug: 'project-trial',
    type: 'trial',
    title: 'Тестовый доступ',
    rate: 0,
    ...days(7, '7 дней'),
    maxQuantity: 1,
  },
  { ...none, ...project, slug: 'project-month', type: 'regular', rate: 2990, ...month },
  { ...none, ...project, slug: 'project-quarter', type: 'regular', rate: 2690, ...quarter },
  { ...none, ...project, slug: 'project-half-year', type: 'regular', rate: 2390, ...halfYear },
  { ...none, ...project, slug: 'project-year', type: 'regular', rate: 1990, ...year },
  ...teams(
    'project',
    [
      { teamSize: 3, fee: 1990 },
      { teamSize: 5, fee: 2990 },
      { teamSize: 10, fee: 4990 },
    ],
    { month: 2990, quarter: 2690, year: 1990 },
    20,
  ),
]

const groupTariffs: SeededTariff[] = [
  {
    ...none,
    ...group,
    slug: 'group-trial',
    type: 'trial',
    title: 'Пробный',
    rate: 0,
    ...days(3, '3 дня'),
    maxQuantity: 20,
  },
  { ...none, ...group, slug: 'group-month', type: 'regular', rate: 20, fee: 10, ...month },
  { ...none, ...group, slug: 'group-quarter', type: 'regular', rate: 18, fee: 10, ...quarter },
  { ...none, ...group, slug: 'group-half-year', type: 'regular', rate: 16, fee: 10, ...halfYear },
  { ...none, ...group, slug: 'group-year', type: 'regular', rate: 14, fee: 10, ...year },
  ...teams(
    'group',
    [
      { teamSize: 3, fee: 1490 },
      { teamSize: 5, fee: 2290 },
      { teamSize: 10, fee: 3990 },
    ],
    { month: 20, quarter: 18, year: 14 },
    1000,
  ),
  // Counted by the day until the end of the subscription it is added to.
  {
    ...none,
    ...group,
    slug: 'group-package',
    type: 'package',
    title: 'Дополнительные группы',
    rate: 20,
    fee: 10,
    ...month,
    maxQuantity: 500,
  },
]

export const seededTariffs: SeededTariff[] = [...categoryTariffs, ...projectTariffs, ...groupTariffs]
