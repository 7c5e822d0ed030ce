/** Monitored groups: lists of groups, channels, pages and feeds, added by link. */
import { Type, type Static } from 'typebox'
import { call, longBody } from '../call.ts'
import { NetworkSchema, sourceKinds } from '../networks.ts'
import { OfTeamSchema } from '../access/team.ts'
import { Id, Nullable } from '../schemas.ts'

const OfGroup = Type.Object({ id: Id })
/** The list of the owner of the asker's team, instead of their own one. */
const Team = { team: Type.Optional(Type.Boolean()) }

export const GroupSchema = Type.Object({
  id: Type.Integer(),
  /** Its list. */
  monitoredGroupset: Type.Integer(),
  /** The group itself, the same for all who watch it; filters name it as `monitoredGroupset/icGroup`. */
  icGroup: Type.Integer(),
  name: Type.String(),
  avatar: Nullable(Type.String()),
  link: Nullable(Type.String()),
  enabled: Type.Boolean(),
  /** More groups are switched on than the subscription lets listen to: this one, added later than they, is not listened to. */
  overLimit: Type.Boolean(),
  /** Cards of it in the asker's feed, as the feed itself counts them; no further than one above TOTAL_CAP. */
  messageCount: Type.Integer(),
  followerCount: Nullable(Type.Integer()),
  network: NetworkSchema,
  sourceKind: Type.Enum([...sourceKinds]),
  createdAt: Type.String(),
  /** `closed`: it lets no one read; `gone`: it is no more; `failing`: it did not answer for a day; `renamed`: a while ago, and it is read as before. */
  failure: Type.Union([Type.Enum(['closed', 'gone', 'renamed', 'failing']), Type.Null()]),
  /** When it was read last; null: not yet. */
  readAt: Nullable(Type.String()),
  /** Made up, to show the product. */
  demo: Type.Boolean(),
})
export type Group = Static<typeof GroupSchema>

/** How many groups there are and may be; switched off ones count. */
export const GroupsetSchema = Type.Object({
  id: Type.Integer(),
  size: Type.Integer(),
  maxSize: Type.Integer(),
  /** A subscription of groups is running. */
  running: Type.Boolean(),
})
export type Groupset = Static<typeof GroupsetSchema>

export const groupSorts = ['createdAt', 'name', 'followerCount', 'messageCount'] as const
export const groupPageSizes = [20, 50, 100] as const

export const linkStatuses = [
  'waiting',
  'added',
  'duplicate',
  'not_found',
  'private',
  'unsupported',
  /** Its network is not listened to here; in a demo people and groups are made up instead. */
  'not_connected',
  'not_in_demo',
  'limit',
  'error',
] as const
export type LinkStatus = (typeof linkStatuses)[number]
export const AddedLinkSchema = Type.Object({
  link: Type.String(),
  status: Type.Enum([...linkStatuses]),
  /** The group, once it is known. */
  result: Type.Union([
    Type.Object({
      name: Type.String(),
      avatar: Nullable(Type.String()),
      network: NetworkSchema,
      followerCount: Nullable(Type.Integer()),
    }),
    Type.Null(),
  ]),
})
export type AddedLink = Static<typeof AddedLinkSchema>
/** One paste, link by link in its order. */
export const AdditionSchema = Type.Object({
  id: Type.Integer(),
  total: Type.Integer(),
  /** Links that are no longer waiting. */
  done: Type.Integer(),
  finished: Type.Boolean(),
  items: Type.Array(AddedLinkSchema),
})
export type Addition = Static<typeof AdditionSchema>

/** Of one link, and of links in one paste: the largest groupset that is sold, and then some. */
export const linkLimits = { letters: 500, links: 2_000 }

export const groups = {
  /** Null: none yet. `team`: the list of their team's owner that the asker may see as well, whichever of the two was asked for. */
  getGroupset: call('GET', '/monitored-groupset', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    input: Type.Object(Team),
    result: Type.Object({
      team: Nullable(OfTeamSchema),
      groupset: Type.Union([GroupsetSchema, Type.Null()]),
      addition: Type.Union([AdditionSchema, Type.Null()]),
    }),
  }),
  /** `demo`: some groups that are listened to, to be shown while one's own list is empty. */
  listGroups: call('GET', '/monitored-group/list', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    input: Type.Object({
      ...Team,
      search: Type.Optional(Type.String({ maxLength: 100 })),
      network: Type.Optional(NetworkSchema),
      sort: Type.Optional(Type.Enum([...groupSorts])),
      order: Type.Optional(Type.Enum(['asc', 'desc'])),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    result: Type.Object({
      groups: Type.Array(GroupSchema),
      total: Type.Integer(),
      pages: Type.Integer(),
      page: Type.Integer(),
      demo: Type.Array(GroupSchema),
    }),
  }),
  /**
   * Links as they were pasted, split by commas and white space on the server too. More of them than there is room for are refused
   * as GROUP_LIMIT_REACHED with `details.free`. What is not known at once is looked up; progress follows as the signal `monitored-group`.
   */
  addGroups: call('POST', '/monitored-group/bulk', {
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    rateLimit: { count: 20, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({
      ...Team,
      links: Type.Array(Type.String({ maxLength: 100_000 }), { minItems: 1, maxItems: linkLimits.links }),
    }),
    result: Type.Object({ addition: AdditionSchema }),
  }),
  /** How far a paste is. */
  getAddition: call('GET', '/monitored-group/bulk/:id', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    input: OfGroup,
    result: Type.Object({ addition: AdditionSchema }),
  }),
  setGroupEnabled: call('PUT', '/monitored-group/:id', {
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    input: Type.Object({ id: Id, enabled: Type.Boolean() }),
    result: Type.Object({ group: GroupSchema }),
  }),
  deleteGroup: call('DELETE', '/monitored-group/:id', {
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    input: OfGroup,
    result: Type.Object({ ids: Type.Array(Type.Integer()) }),
  }),
  /** All of them. Answers with what was taken off, so that it can be put back. */
  clearGroups: call('DELETE', '/monitored-group', {
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    input: Type.Object(Team),
    result: Type.Object({ ids: Type.Array(Type.Integer()) }),
  }),
  /** Takes a deletion back, for a day, as far as there is room. */
  restoreGroups: call('PUT', '/monitored-group/restore', {
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    maxBody: longBody,
    input: Type.Object({ ...Team, ids: Type.Array(Id, { minItems: 1, maxItems: 10_000 }) }),
    result: Type.Object({ restored: Type.Integer() }),
  }),
  /** A line for each group, its link first: they can be pasted again. */
  downloadGroups: call('GET', '/monitored-group/download', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'refused',
    input: Type.Object(Team),
    result: Type.Object({ lines: Type.Array(Type.String()) }),
  }),
}

export const groupsSignals = {
  /** Links that were pasted are further. */
  'monitored-group': AdditionSchema,
  /** Another tab switched groups on or off, took them off the list or put them back; or one of them closed, went away, was renamed. */
  'groups.changed': Type.Object({}),
}
