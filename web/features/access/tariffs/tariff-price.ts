/** How the lengths of a column compare: by the rate, which is what stands beside them. */
import type { Tariff } from '../../../../contract/access/tariffs.ts'
import { toKopecks } from '../../../../rules/money.ts'

type Rated = Pick<Tariff, 'id' | 'rate' | 'durationUnit'>

/** How many whole percent the rate is below that of the shortest tariff of the column that is counted in the same unit. */
export function savedPercent(tariff: Rated, column: readonly Rated[]): number {
  const shortest = column.find(({ durationUnit }) => durationUnit === tariff.durationUnit)
  const usual = toKopecks(shortest?.rate ?? 0)
  return usual === 0 ? 0 : Math.max(0, Math.floor(((usual - toKopecks(tariff.rate)) * 100) / usual))
}

/** The tariff of the column by which the most is saved; null when by none. */
export function bestSaving(column: readonly Rated[]): number | null {
  let best: { id: number; saved: number } | null = null
  for (const tariff of column) {
    const saved = savedPercent(tariff, column)
    if (saved > (best?.saved ?? 0)) best = { id: tariff.id, saved }
  }
  return best?.id ?? null
}
