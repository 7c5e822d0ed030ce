/** Saved filters. */
import type { FilterFields } from '../../../contract/filters.ts'
import { notify } from '../../kit/bus.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { accessFilter, listOwnFilters } from './filters.public.ts'

export const answerFilters: Answers<'filters'> = {
  async listFilters(asking) {
    return { filters: await listOwnFilters(asking.db, personOf(asking).id) }
  },

  async updateFilter(asking, { id, ...changes }) {
    const filter = await asking.db.transaction().execute(async (tx) => {
      const before = await accessFilter(tx, personOf(asking).id, id)
      const { id: _id, name: _name, isDefault: _isDefault, scope: _scope, ...fields } = before
      const after: FilterFields = { ...fields, ...changes }
      await tx.updateTable('filters').set({ fields: JSON.stringify(after) }).where('id', '=', id).execute()
      await notify(tx, 'filter.changed', { filterId: id })
      return { ...before, ...after }
    })
    return { filter }
  },
}
