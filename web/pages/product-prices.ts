/** What one more of a thing costs, as pages beside the order say it. */
import { toKopecks, formatRoubles } from '../../rules/money.ts'
import { estimate } from '../../rules/pricing/estimate.ts'
import { columnTariffs, nearestTariff } from '../features/access/tariffs/tariff-choice.ts'
import { useTariffs } from '../features/access/tariffs/use-tariffs.ts'

/** «2 990 руб.» for «1 месяц»: one project by the tariff that the order begins with; null while it is not known, or none is on sale. */
export function useProjectPrice(): { price: string; duration: string } | null {
  const { tree } = useTariffs()
  const tariff = tree && nearestTariff(columnTariffs(tree, 'project', 'regular', null), null)
  if (!tariff) return null
  const inKopecks = { ...tariff, rate: toKopecks(tariff.rate), fee: toKopecks(tariff.fee) }
  // It costs the same whenever it begins.
  const asked = { tariff: inKopecks, count: 0, quantity: 1, prolongs: false, promo: null, start: new Date(0) }
  return { price: formatRoubles(estimate(asked).price), duration: tariff.durationTitle }
}

/** «20 руб. в месяц и 10 руб. сразу»: one more place on a list of groups; null while it is not known, or none is on sale. */
export function usePlacePrice(): string | null {
  const { tree } = useTariffs()
  const sold = tree?.group.package.find(({ durationUnit }) => durationUnit === 'month')
  if (!sold) return null
  const fee = sold.fee > 0 ? ` и ${formatRoubles(toKopecks(sold.fee))} сразу` : ''
  return `${formatRoubles(toKopecks(sold.rate))} в месяц${fee}`
}
