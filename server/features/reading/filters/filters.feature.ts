/** Saved filters. */
import { emptyFilter } from '../../../../contract/reading/filters.ts'
import { personOf, type Handlers, type CallContext } from '../../../kit/context.ts'
import {
  changeFilter,
  copyFilter,
  deleteFilter,
  insertFilter,
  orderFilters,
  restoreFilter,
  type Actor,
  deleteOldFilters,
} from './change-filters.ts'
import { createDefaultFilter } from './create-default-filter.ts'
import { keepTeamFilters } from './keep-team-filters.ts'
import { listFilters } from './list-filters.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every, on } from '../../../kit/jobs.ts'
import { personalFilters } from './personal-filters.ts'
import { filtersSignals } from './filters.signals.ts'

const handlers: Handlers<'filters'> = {
  async listFilters(ctx) {
    return { filters: await listFilters(ctx.db, personOf(ctx).id, ctx.clock.now()) }
  },

  async createFilter(ctx, { name, scope = 'local', ...typed }) {
    const filter = await ctx.db
      .transaction()
      .execute((tx) => insertFilter(tx, ctx.clock, actorOf(ctx), { name, scope, fields: emptyFilter, typed }))
    return { filter }
  },

  async updateFilter(ctx, { id, name, scope, ...fields }) {
    const filter = await ctx.db
      .transaction()
      .execute((tx) => changeFilter(tx, ctx.clock, actorOf(ctx), id, { name, scope, fields }))
    return { filter }
  },

  async copyFilter(ctx, { id, ...copy }) {
    const filter = await ctx.db.transaction().execute((tx) => copyFilter(tx, ctx.clock, actorOf(ctx), id, copy))
    return { filter }
  },

  async deleteFilter(ctx, { id }) {
    await ctx.db.transaction().execute((tx) => deleteFilter(tx, ctx.clock, actorOf(ctx), id))
    return {}
  },

  async restoreFilter(ctx, { id }) {
    const filter = await ctx.db.transaction().execute((tx) => restoreFilter(tx, ctx.clock, actorOf(ctx), id))
    return { filter }
  },

  async orderFilters(ctx, { ids }) {
    const actor = actorOf(ctx)
    const filters = await ctx.db.transaction().execute(async (tx) => {
      await orderFilters(tx, actor, ids)
      return listFilters(tx, actor.userId, ctx.clock.now())
    })
    return { filters }
  },
}

function actorOf(ctx: CallContext): Actor {
  return { userId: personOf(ctx).id, socketId: ctx.socket?.id ?? null }
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** A saved filter asks for something else, is seen by others, or is gone. */
    'filter.changed': { filterId: number }
    /** These people see another list of filters than before; the socket that asked for it knows already. */
    'filters.changed': { userIds: number[]; exceptSocket: string | null }
  }
}

export const filtersFeature = defineFeature({
  name: 'filters',
  signals: filtersSignals,
  handlers,
  jobs: [
    on('member.left', 'keep-team-filters', async ({ db, clock, log }, left) => {
      const filters = await keepTeamFilters(db, clock, left)
      if (filters > 0) log.info({ ...left, filters }, 'filters of a team stay with it')
    }),
    every('7 * * * *', 'delete-old-filters', async ({ db, clock, log }) => {
      log.info({ filters: await deleteOldFilters(db, clock) }, 'deleted filters are gone for good')
    }),
  ],
  onAccountCreated: createDefaultFilter,
  personalData: personalFilters,
})
