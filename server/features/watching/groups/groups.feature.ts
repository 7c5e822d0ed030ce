/** Monitored groups: the list of a person, and what they paste into it. */
import { viewKey } from '../../../../rules/filters/views.ts'
import { personOf, type Handlers, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { showOfTeam, teamActorOf } from '../../access/team/team.public.ts'
import { accessListOwner, accessOwnerOfGroup, findListOfTeam } from './access-list.ts'
import { addGroups } from './add-groups.ts'
import { findUnfinished, showAdditions } from './addition.ts'
import { removeGroups, restoreGroups, setGroupEnabled, type ListOwner, deleteRemovedGroups } from './change-groups.ts'
import { findGroupsetId, readRoom } from './groupset.ts'
import { findGroup, listGroups, listLines, type CountGroups } from './list-groups.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { DAY } from '../../../kit/clock.ts'
import { every } from '../../../kit/jobs.ts'
import { notifyOfGroupFailures } from './group-failure.ts'
import { giveUpOldLinks } from './look-up-links.ts'
import { personalGroups } from './personal-groups.ts'
import { groupsSignals } from './groups.signals.ts'

const handlers: Handlers<'groups'> = {
  async getGroupset(ctx, { team }) {
    const { db, clock } = ctx
    const actor = teamActorOf(ctx)
    const teamOwner = await findListOfTeam(db, actor.userId, actor.now)
    const ofTeam = teamOwner === null ? null : await showOfTeam(db, actor.userId, teamOwner, actor.now)
    const id = await findGroupsetId(db, await accessListOwner(db, actor, team))
    if (id === null) return { groupset: null, addition: null, team: ofTeam }
    const { size, maxSize, running } = await readRoom(db, clock, id)
    return { groupset: { id, size, maxSize, running }, addition: await findUnfinished(db, id), team: ofTeam }
  },

  async listGroups(ctx, { team, ...input }) {
    const ownerId = await accessListOwner(ctx.db, teamActorOf(ctx), team)
    return listGroups(ctx.db, countsFor(ctx), await readList(ctx, ownerId), input)
  },

  async addGroups(ctx, { links, team }) {
    const { db, clock } = ctx
    const ownerId = await accessListOwner(db, teamActorOf(ctx), team)
    const id = await db.transaction().execute((tx) => addGroups(tx, clock, ownerId, links))
    return { addition: await accessAddition(ctx, id) }
  },

  async getAddition(ctx, { id }) {
    return { addition: await accessAddition(ctx, id) }
  },

  async setGroupEnabled(ctx, { id, enabled }) {
    const owner = ownerOf(ctx, await accessOwnerOfGroup(ctx.db, teamActorOf(ctx), id))
    await ctx.db.transaction().execute((tx) => setGroupEnabled(tx, ctx.clock, owner, id, enabled))
    const list = await readList(ctx, owner.userId)
    const group = list && (await findGroup(ctx.db, countsFor(ctx), list, id))
    // Taken off the list a moment after.
    if (!group) throw new AppError('GROUP_NOT_FOUND')
    return { group }
  },

  async deleteGroup(ctx, { id }) {
    const owner = ownerOf(ctx, await accessOwnerOfGroup(ctx.db, teamActorOf(ctx), id))
    return { ids: await ctx.db.transaction().execute((tx) => removeGroups(tx, ctx.clock, owner, id)) }
  },

  async clearGroups(ctx, { team }) {
    const owner = ownerOf(ctx, await accessListOwner(ctx.db, teamActorOf(ctx), team))
    return { ids: await ctx.db.transaction().execute((tx) => removeGroups(tx, ctx.clock, owner, null)) }
  },

  async restoreGroups(ctx, { ids, team }) {
    const owner = ownerOf(ctx, await accessListOwner(ctx.db, teamActorOf(ctx), team))
    return { restored: await ctx.db.transaction().execute((tx) => restoreGroups(tx, ctx.clock, owner, ids)) }
  },

  async downloadGroups(ctx, { team }) {
    return { lines: await listLines(ctx.db, await accessListOwner(ctx.db, teamActorOf(ctx), team)) }
  },
}

const ownerOf = (ctx: CallContext, userId: number): ListOwner => ({ userId, socketId: ctx.socket?.id ?? null })

/** As the feed counts the view of each group. */
function countsFor(ctx: CallContext): CountGroups {
  return async (groupsetId, groupIds) => {
    const keyOf = (groupId: number): string => viewKey({ productType: 'group', productId: groupsetId }, groupId)
    const counts = await ctx.hooks.countInFeed(ctx, personOf(ctx).id, groupIds.map(keyOf))
    return new Map(groupIds.map((groupId) => [groupId, counts.get(keyOf(groupId)) ?? 0]))
  }
}

async function readList(ctx: CallContext, ownerId: number) {
  const { db, clock } = ctx
  const groupsetId = await findGroupsetId(db, ownerId)
  return groupsetId === null ? null : { groupsetId, room: await readRoom(db, clock, groupsetId) }
}

/** Of one's own list, or of the team's; another's and none at all are refused alike. */
async function accessAddition(ctx: CallContext, id: number) {
  const [found] = await showAdditions(ctx.db, [id])
  const { id: userId } = personOf(ctx)
  const seen = found?.userId === userId || found?.userId === (await findListOfTeam(ctx.db, userId, ctx.clock.now()))
  if (!found || !seen) throw new AppError('NOT_FOUND')
  return found.addition
}

/** As long as someone may want to look what became of their links. */
const ADDITIONS_KEPT = 30 * DAY

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** Links that were pasted into this person's list are further. */
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
      const letters = await notifyOfGroupFailures(context)
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
