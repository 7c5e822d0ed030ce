/** Tariffs by product, then type; those of teams further by team size (spec §3 Tariff tree). */
import {
  tariffProducts,
  type Tariff,
  type TariffProduct,
  type TariffTree,
} from '../../../../contract/access/tariffs.ts'

/** The order of the list stays, but for the longest coming last. */
export function tariffTree(list: readonly Tariff[]): TariffTree {
  const sorted = list.toSorted((one, other) => inDays(one) - inDays(other))
  const byType = (product: TariffProduct): TariffTree[TariffProduct] => {
    const [trial, regular, team, ofPackages] = (['trial', 'regular', 'team', 'package'] as const).map((type) =>
      sorted.filter((tariff) => tariff.product === product && tariff.type === type),
    )
    return {
      trial: trial ?? [],
      regular: regular ?? [],
      team: Object.fromEntries(Map.groupBy(team ?? [], ({ teamSize }) => String(teamSize))),
      package: ofPackages ?? [],
    }
  }
  return Object.fromEntries(tariffProducts.map((product) => [product, byType(product)])) as TariffTree
}

/** Only to compare lengths. */
const inDays = ({ duration, durationUnit }: Tariff): number => (durationUnit === 'month' ? 30 : 1) * duration
