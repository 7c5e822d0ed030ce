/** Saved filters. */
import { emptyFilter } from '../../../contract/filters.ts'
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import {
  changeFilter,
  copyFilter,
  deleteFilter,
  insertFilter,
  orderFilters,
  restoreFilter,
  type Actor,
} from './change-filters.ts'
import { listFilters } from './list-filters.ts'

export const answerFilters: Answers<'filters'> = {
  async listFilters(asking) {
    return { filters: await listFilters(asking.db, personOf(asking).id) }
  },

  async createFilter(asking, { name, scope = 'local', ...typed }) {
    const filter = await asking.db
      .transaction()
      .execute((tx) => insertFilter(tx, asking.clock, actorOf(asking), { name, scope, fields: emptyFilter, typed }))
    return { filter }
  },

  async updateFilter(asking, { id, name, scope, ...fields }) {
    const filter = await asking.db
      .transaction()
      .execute((tx) => changeFilter(tx, actorOf(asking), id, { name, scope, fields }))
    return { filter }
  },

  async copyFilter(asking, { id, ...copy }) {
    const filter = await asking.db
      .transaction()
      .execute((tx) => copyFilter(tx, asking.clock, actorOf(asking), id, copy))
    return { filter }
  },

  async deleteFilter(asking, { id }) {
    await asking.db.transaction().execute((tx) => deleteFilter(tx, asking.clock, actorOf(asking), id))
    return {}
  },

  async restoreFilter(asking, { id }) {
    const filter = await asking.db.transaction().execute((tx) => restoreFilter(tx, asking.clock, actorOf(asking), id))
    return { filter }
  },

  async orderFilters(asking, { ids }) {
    const actor = actorOf(asking)
    const filters = await asking.db.transaction().execute(async (tx) => {
      await orderFilters(tx, actor, ids)
      return listFilters(tx, actor.userId)
    })
    return { filters }
  },
}

function actorOf(asking: Asking): Actor {
  return { userId: personOf(asking).id, socketId: asking.socket?.id ?? null }
}
