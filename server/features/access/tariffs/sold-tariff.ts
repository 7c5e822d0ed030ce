/** Tariffs as they are sold, inside and on the wire. */
import type { Tariff, TariffProduct } from '../../../../contract/access/tariffs.ts'
import { toRoubles } from '../../../../rules/money.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** `rate` and `fee` in kopecks, as everywhere inside. */
export type SoldTariff = Tariff

/** Those on sale, in the order in which they are shown: of one kind the longest last. */
export async function listTariffs(db: DbOrTx): Promise<SoldTariff[]> {
  const rows = await onSale(db).orderBy('position').orderBy('id').execute()
  return (rows as TariffRow[]).map(readTariff)
}

/** Null: there is none, or it is no longer on sale. */
export async function findTariff(db: DbOrTx, id: number): Promise<SoldTariff | null> {
  const row = await onSale(db).where('id', '=', id).executeTakeFirst()
  return row ? readTariff(row as TariffRow) : null
}

/** By which a product may be tried; null: it may not. */
export async function findTrialTariff(db: DbOrTx, product: TariffProduct): Promise<SoldTariff | null> {
  const row = await onSale(db)
    .where('product', '=', product)
    .where('type', '=', 'trial')
    .orderBy('position')
    .orderBy('id')
    .executeTakeFirst()
  return row ? readTariff(row as TariffRow) : null
}

const onSale = (db: DbOrTx) => db.selectFrom('tariffs').selectAll().where('archivedAt', 'is', null)

/** As the table has it, which lets no other words in for product, type and unit. */
export interface TariffRow extends SoldTariff {
  position: number
  archivedAt: Date | null
}

function readTariff(row: TariffRow): SoldTariff {
  const { id, product, type, title, rate, fee, duration, durationUnit, durationTitle, teamSize, maxQuantity } = row
  return { id, product, type, title, rate, fee, duration, durationUnit, durationTitle, teamSize, maxQuantity }
}

/** In roubles. */
export function showTariff(tariff: SoldTariff): Tariff {
  return { ...tariff, rate: toRoubles(tariff.rate), fee: toRoubles(tariff.fee) }
}

/** As the admin sees it. */
export function showTariffRow(row: TariffRow) {
  return { ...showTariff(readTariff(row)), position: row.position, archived: row.archivedAt !== null }
}
