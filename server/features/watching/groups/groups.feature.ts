/** Monitored groups: the list of a person, and what they paste into it. */
import { viewKey } from '../../../../rules/filters/views.ts'
import { personOf, type Handlers, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { addGroups } from './add-groups.ts'
import { findUnfinished, showAdditions } from './addition.ts'
import { removeGroups, restoreGroups, setGroupEnabled, type Owner, deleteRemovedGroups } from './change-groups.ts'
import { findGroupsetId, readRoom } from './groupset.ts'
import { findGroup, listGroups, listLines, type CountGroups } from './list-groups.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { DAY } from '../../../kit/clock.ts'
import { every } from '../../../kit/jobs.ts'
import { tellOfTroubles } from './group-trouble.ts'
import { giveUpOldLinks } from './look-up-links.ts'
import { personalGroups } from './personal-groups.ts'
import { groupsSignals } from './groups.signals.ts'

const handlers: Handlers<'groups'> = {
  async getGroupset(ctx) {
    const { db, clock } = ctx
    const id = await findGroupsetId(db, personOf(ctx).id)
    if (id === null) return { groupset: null, addition: null }
    const { size, maxSize, running } = await readRoom(db, clock, id)
    return { groupset: { id, size, maxSize, running }, addition: await findUnfinished(db, id) }
  },

  async listGroups(ctx, input) {
    return listGroups(ctx.db, countsFor(ctx), await readList(ctx), input)
  },

  async addGroups(ctx, { links }) {
    const { db, clock } = ctx
    const id = await db.transaction().execute((tx) => addGroups(tx, clock, personOf(ctx).id, links))
    return { addition: await accessAddition(ctx, id) }
  },

  async getAddition(ctx, { id }) {
    return { addition: await accessAddition(ctx, id) }
  },

  async setGroupEnabled(ctx, { id, enabled }) {
    await ctx.db.transaction().execute((tx) => setGroupEnabled(tx, ctx.clock, ownerOf(ctx), id, enabled))
    const list = await readList(ctx)
    const group = list && (await findGroup(ctx.db, countsFor(ctx), list, id))
    // Taken off the list a moment after.
    if (!group) throw new AppError('GROUP_NOT_FOUND')
    return { group }
  },

  async deleteGroup(ctx, { id }) {
    return { ids: await ctx.db.transaction().execute((tx) => removeGroups(tx, ctx.clock, ownerOf(ctx), id)) }
  },

  async clearGroups(ctx) {
    return { ids: await ctx.db.transaction().execute((tx) => removeGroups(tx, ctx.clock, ownerOf(ctx), null)) }
  },

  async restoreGroups(ctx, { ids }) {
    return {
      restored: await ctx.db.transaction().execute((tx) => restoreGroups(tx, ctx.clock, ownerOf(ctx), ids)),
    }
  },

  async downloadGroups(ctx) {
    return { lines: await listLines(ctx.db, personOf(ctx).id) }
  },
}

function ownerOf(ctx: CallContext): Owner {
  return { userId: personOf(ctx).id, socketId: ctx.socket?.id ?? null }
}

/** As the feed counts the view of each group. */
function countsFor(ctx: CallContext): CountGroups {
  return async (groupsetId, groupIds) => {
    const keyOf = (groupId: number): string => viewKey({ productType: 'group', productId: groupsetId }, groupId)
    const counts = await ctx.hooks.countInFeed(ctx, personOf(ctx).id, groupIds.map(keyOf))
    return new Map(groupIds.map((groupId) => [groupId, counts.get(keyOf(groupId)) ?? 0]))
  }
}

async function readList(ctx: CallContext) {
  const { db, clock } = ctx
  const groupsetId = await findGroupsetId(db, personOf(ctx).id)
  return groupsetId === null ? null : { groupsetId, room: await readRoom(db, clock, groupsetId) }
}

/** One's own; another's and none at all are refused alike. */
async function accessAddition(ctx: CallContext, id: number) {
  const [found] = await showAdditions(ctx.db, [id])
  if (found?.userId !== personOf(ctx).id) throw new AppError('NOT_FOUND')
  return found.addition
}

/** As long as someone may want to look what became of their links. */
const ADDITIONS_KEPT = 30 * DAY

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** Links that this person pasted are further. */
    'addition.changed': { userId: number; additionId: number }
    /** Their list of groups changed in another way; the socket that asked for it knows already. */
    'groups.changed': { userId: number; exceptSocket: string | null }
    /** Links wait to be looked up, or groups were added or taken off. */
    'watch.changed': Record<string, never>
  }
}

export const groupsFeature = defineFeature({
  name: 'groups',
  signals: groupsSignals,
  handlers,
  jobs: [
    every('*/10 * * * *', 'give-up-old-links', async (context) => {
      const additions = await giveUpOldLinks(context.db, context.clock)
      if (additions > 0) context.log.warn({ additions }, 'pasted links were not looked up for hours and are given up')
    }),
    every('*/10 * * * *', 'tell-of-group-troubles', async (context) => {
      const letters = await tellOfTroubles(context)
      if (letters > 0) context.log.info({ letters }, 'people are told that groups closed, are gone or renamed')
    }),
    every('37 * * * *', 'delete-removed-groups', async ({ db, clock, log }) => {
      const groups = await deleteRemovedGroups(db, clock)
      const before = new Date(clock.now().getTime() - ADDITIONS_KEPT)
      const { numDeletedRows } = await db
        .deleteFrom('groupAdditions')
        .where('finishedAt', '<=', before)
        .executeTakeFirst()
      log.info(
        { groups, additions: Number(numDeletedRows) },
        'groups that were taken off and old pastes are gone for good',
      )
    }),
  ],
  personalData: personalGroups,
})
