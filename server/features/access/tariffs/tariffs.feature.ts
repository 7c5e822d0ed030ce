/** The price list: everybody reads it, an admin keeps it. */
import type { Tariff } from '../../../../contract/access/tariffs.ts'
import type { TariffTree } from '../../../../contract/access/tariffs.ts'
import type { Handlers } from '../../../kit/context.ts'
import { createTariff, updateTariff } from './change-tariffs.ts'
import { listTariffs, showTariff, showTariffRow, type TariffRow } from './sold-tariff.ts'
import { tariffTree } from './tariff-tree.ts'
import { defineFeature } from '../../../kit/feature.ts'

const handlers: Handlers<'tariffs'> = {
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

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'tariff-created': { after: Tariff }
    'tariff-changed': { before: Tariff; after: Tariff }
  }
}

export const tariffsFeature = defineFeature({
  name: 'tariffs',
  handlers,
  auditWords: {
    'tariff-created': 'Создан тариф',
    'tariff-changed': 'Изменён тариф',
  },
})
