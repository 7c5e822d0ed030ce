/** Which tariffs stand together in a column, and which of them is meant when only the column is named. */
import type { Tariff, TariffProduct, TariffTree, TariffType } from '../../../../contract/access/tariffs.ts'

/** The types that have a column; packages are bought with a running subscription. */
export type ColumnType = Exclude<TariffType, 'package'>

/** Team sizes on sale, the smallest first. */
export function teamSizesOnSale(tree: TariffTree, product: TariffProduct): number[] {
  return Object.keys(tree[product].team)
    .map(Number)
    .sort((a, b) => a - b)
}

/** The tariffs of a column, the longest last; those of teams for one size. */
export function columnTariffs(
  tree: TariffTree,
  product: TariffProduct,
  type: ColumnType,
  teamSize: number | null,
): Tariff[] {
  const { trial, regular, team } = tree[product]
  if (type === 'trial') return trial
  if (type === 'regular') return regular
  return (teamSize === null ? undefined : team[String(teamSize)]) ?? []
}

type Length = Pick<Tariff, 'duration' | 'durationUnit'>

/** No one is talked into more. */
const USUAL: Length = { duration: 1, durationUnit: 'month' }

/** The tariff of a column that is nearest in length to the one chosen before; a month when none was. */
export function nearestTariff(tariffs: readonly Tariff[], before: Length | null): Tariff | null {
  const wanted = inDays(before ?? USUAL)
  const far = (tariff: Tariff): number => Math.abs(inDays(tariff) - wanted)
  return tariffs.toSorted((a, b) => far(a) - far(b))[0] ?? null
}

/** Only to compare lengths: what is sold by the month lasts calendar months. */
function inDays({ duration, durationUnit }: Length): number {
  return durationUnit === 'month' ? duration * 30 : duration
}
