import { useId, useState } from 'react'
import type { Tariff, TariffProduct, TariffTree } from '../../../../contract/access/tariffs.ts'
import { columnTariffs, nearestTariff, teamSizesOnSale, type ColumnType } from './tariff-choice.ts'
import { TariffColumn } from './tariff-column.tsx'
import classes from './tariff-columns.module.css'

export interface TariffColumnsProps {
  tree: TariffTree
  product: TariffProduct
  /** The column that is chosen. */
  type: ColumnType
  /** The tariff that is chosen in it; null where the column alone says it all. */
  chosen: Tariff | null
  /** The trial of this product has been had: it is shown as such, and can't be chosen. */
  trialUsed: boolean
  /** `tariff` is null in a column without one: the trial of projects is given by hand. */
  onChoose: (type: ColumnType, tariff: Tariff | null) => void
}

/** The price list of a product: a column for each type. All lengths of all columns are one choice. */
export function TariffColumns({ tree, product, type, chosen, trialUsed, onChoose }: TariffColumnsProps) {
  const group = useId()
  const sizes = teamSizesOnSale(tree, product)
  const [size, setSize] = useState<number | null>(null)
  const shownSize =
    type === 'team' && chosen?.teamSize
      ? chosen.teamSize
      : size !== null && sizes.includes(size)
        ? size
        : (sizes[0] ?? null)
  const columns = (['trial', 'regular', 'team'] as const)
    .map((each) => ({ type: each, tariffs: columnTariffs(tree, product, each, shownSize) }))
    .filter((column) => column.tariffs.length > 0 || (column.type === 'trial' && product === 'project'))

  const chooseSize = (next: number): void => {
    setSize(next)
    // Anyone who says how many they are means the tariff for as many.
    onChoose('team', nearestTariff(columnTariffs(tree, product, 'team', next), chosen))
  }
  return (
    <div className={classes.columns} role="radiogroup" aria-label="Тариф и срок">
      {columns.map((column) => (
        <TariffColumn
          key={column.type}
          group={group}
          product={product}
          type={column.type}
          tariffs={column.tariffs}
          sizes={column.type === 'team' ? sizes : []}
          size={shownSize}
          used={column.type === 'trial' && trialUsed}
          open={column.type === type}
          chosen={column.type === type ? chosen : null}
          onSize={chooseSize}
          onChoose={(tariff) => onChoose(column.type, tariff)}
        />
      ))}
    </div>
  )
}
