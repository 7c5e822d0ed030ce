/** The price list: everybody reads it, an admin keeps it. */
import type { TariffTree } from '../../../contract/tariffs.ts'
import type { Answers } from '../../kit/asking.ts'
import { createTariff, updateTariff } from './change-tariffs.ts'
import { listTariffs, showTariff, showTariffRow, type TariffRow } from './sold-tariff.ts'
import { tariffTree } from './tariff-tree.ts'

export const answerTariffs: Answers<'tariffs'> = {
  async listTariffs({ db }) {
    const list = (await listTariffs(db)).map(showTariff)
    return { list, tree: tariffTree(list) satisfies TariffTree }
  },

  async listAllTariffs({ db }) {
    const rows = await db.selectFrom('tariffs').selectAll().orderBy('position').orderBy('id').execute()
    return { tariffs: (rows as TariffRow[]).map(showTariffRow) }
  },

  createTariff,
  updateTariff,
}
