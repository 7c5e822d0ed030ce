/** Saved filters. */
import { notify } from '../../kit/bus.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { listOwnFilters, updateOwnFilter } from './filters.public.ts'

export const answerFilters: Answers<'filters'> = {
  async listFilters(asking) {
    return { filters: await listOwnFilters(asking.db, personOf(asking).id) }
  },

  async updateFilter(asking, { id, ...changes }) {
    const filter = await asking.db.transaction().execute(async (tx) => {
      const changed = await updateOwnFilter(tx, personOf(asking).id, id, changes)
      await notify(tx, 'filter.changed', { filterId: id })
      return changed
    })
    return { filter }
  },
}
