/** Who might be notified of something: read in bulk, kept in memory by the engine, read again when something says that it changed. */
import { sql, type RawBuilder } from 'kysely'
import {
  noticeChannels,
  type NoticeChannel,
  type NoticePreferences,
  type NoticeRule,
} from '../../../../../contract/reach/notices.ts'
import {
  emptyFilter,
  intentLevels,
  type FilterFields,
  type IntentLevel,
} from '../../../../../contract/reading/filters.ts'
import { ruleOf, usualPreferences } from '../../../../../rules/notices/rule.ts'
import { moderates } from '../../../../../rules/roles.ts'
import { wallClock, type WallClock } from '../../../../../rules/wall-clock.ts'
import { HOUR } from '../../../../kit/clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { listProductsOfMany, listScopeChangesOfMany } from '../../../access/subscriptions/subscriptions.public.ts'
import { readActiveRoles } from '../../../people/accounts/accounts.public.ts'
import { productKeyOf } from '../../../../../rules/product-key.ts'
import type { Channels } from '../channels/channel.ts'
import { quietOf } from '../read-preferences.ts'

/** One filter of a person over one channel, of which they are to be notified. */
export interface Pair {
  person: ReachablePerson
  filterId: number
  channel: NoticeChannel
  rule: NoticeRule
  /** Of the filter, with the level raised to that of the rule. */
  fields: FilterFields
  waitingSince: number | null
  dueAt: number | null
  lastAt: number | null
  /** It waits for more: there were fewer than are notified of. */
  short: boolean
}

export interface ReachablePerson {
  id: number
  clock: WallClock
  preferences: Pick<NoticePreferences, 'quiet' | 'ceiling'> & { pausedUntil: number | null }
  /** By `productKeyOf`: whether they hold it on trial. */
  products: Map<string, boolean>
  moderator: boolean
  /** In milliseconds: what they hold changes then by itself. */
  until: number
  /** By `pairKey`. */
  pairs: Map<string, Pair>
  /** When they were notified of something at once, in the last hour and a while before. */
  recent: Map<NoticeChannel, number[]>
}

export const pairKey = (filterId: number, channel: string): string => `${filterId} ${channel}`

/** The rule asks for no less than the filter. */
export const raised = (fields: FilterFields, level: IntentLevel): FilterFields =>
  intentLevels.indexOf(level) > intentLevels.indexOf(fields.intent) ? { ...fields, intent: level } : fields

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Everybody who holds something, now or later, or sees everything. */
export async function listNotifiablePeople({ db, clock }: Context): Promise<number[]> {
  const held = await listProductsOfMany(db, null, clock.now())
  const changing = await listScopeChangesOfMany(db, null, clock.now())
  const staff = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`cardinality(roles) > 0`)
    .execute()
  return [...new Set([...[...held, ...changing].map(({ userId }) => userId), ...staff.map(({ id }) => id)])].sort(
    (a, b) => a - b,
  )
}

/** Those of them who are there and are to be notified of something, as it is now; what waits for a pair that is none is for the caller to clear. */
export async function readPeople(
  ctx: Context,
  channels: Channels,
  userIds: number[],
): Promise<Map<number, ReachablePerson>> {
  const open = noticeChannels.filter((channel) => channels[channel].available(ctx))
  const read = await readRows(ctx, userIds)
  const categories = read.users.some(({ moderator }) => moderator)
    ? await ctx.db.selectFrom('categories').select('id').execute()
    : []
  const everyCategory = categories.map(
    ({ id }) => [productKeyOf({ productType: 'category', productId: id }), false] as const,
  )
  const people = new Map<number, ReachablePerson>()
  for (const user of read.users) {
    const { id, timeZone, moderator } = user
    const products = (read.products.get(id) ?? []).map((held) => [productKeyOf(held), held.trial] as const)
    const person: ReachablePerson = {
      id,
      clock: clockOf(timeZone),
      preferences: preferencesOf(read.preferences.get(id)),
      products: new Map([...products, ...(moderator ? everyCategory : [])]),
      moderator,
      until: read.until.get(id) ?? Infinity,
      pairs: new Map(),
      recent: new Map(),
    }
    if (person.products.size > 0) addPairs(person, user, open, read)
    // Of who will hold something it is known when.
    if (person.pairs.size === 0 && person.until === Infinity) continue
    for (const { channel, createdAt } of read.recent.get(id) ?? [])
      remember(person, channel as NoticeChannel, createdAt.getTime())
    people.set(id, person)
  }
  return people
}

interface PreferencesRow {
  quietFrom: string | null
  quietTo: string | null
  ceiling: number
  pausedUntil: Date | null
}

type Rows = Awaited<ReturnType<typeof readRows>>

async function readRows(ctx: Context, userIds: number[]) {
  const { db, clock } = ctx
  const now = clock.now()
  const theirs = (column: string): RawBuilder<boolean> => sql`${sql.ref(column)} = any(${userIds}::bigint[])`
  const ofUsers = db.selectFrom('users').leftJoin('feedSettings', 'feedSettings.userId', 'users.id')
  const [users, products, changes, roles, filters, rules, preferences, addresses, states, recent] = await Promise.all([
    ofUsers.select(['users.id', 'timeZone', 'push']).where(theirs('users.id')).execute(),
    listProductsOfMany(db, userIds, now),
    listScopeChangesOfMany(db, userIds, now),
    readActiveRoles(ctx, userIds),
    readFilters(db, userIds),
    db.selectFrom('noticeRules').selectAll().where(theirs('userId')).execute(),
    db.selectFrom('noticePreferences').selectAll().where(theirs('userId')).execute(),
    db
      .selectFrom('noticeAddresses')
      .select(['userId', 'channel'])
      .distinct()
      .where(theirs('userId'))
      .where('endedAt', 'is', null)
      .execute(),
    db.selectFrom('noticeStates').selectAll().where(theirs('userId')).execute(),
    db
      .selectFrom('notices')
      .select(['userId', 'channel', 'createdAt'])
      .where('kind', '=', 'messages')
      .where('createdAt', '>', new Date(now.getTime() - HOUR))
      .where(theirs('userId'))
      .execute(),
  ])
  const inPair = <Row extends { userId: number; filterId: number; channel: string }>(row: Row) =>
    [`${row.userId} ${pairKey(row.filterId, row.channel)}`, row] as const
  return {
    users: users.map((user) => ({ ...user, moderator: moderates(roles.get(user.id) ?? []) })),
    products: Map.groupBy(products, ({ userId }) => userId),
    until: new Map(changes.map(({ userId, at }) => [userId, at.getTime()])),
    filters: Map.groupBy(filters, ({ readerId }) => readerId),
    rules: new Map(rules.map(inPair)),
    preferences: new Map(preferences.map((row) => [row.userId, row])),
    addresses: new Set(addresses.map(({ userId, channel }) => `${userId} ${channel}`)),
    states: new Map(states.map(inPair)),
    recent: Map.groupBy(recent, ({ userId }) => userId),
  }
}

function preferencesOf(row: PreferencesRow | undefined): ReachablePerson['preferences'] {
  if (!row) return { ...usualPreferences, pausedUntil: null }
  return { quiet: quietOf(row), ceiling: row.ceiling, pausedUntil: row.pausedUntil?.getTime() ?? null }
}

/** Those over which the person can be reached, by rules that are not off. */
function addPairs(
  person: ReachablePerson,
  { id, push }: Rows['users'][number],
  open: NoticeChannel[],
  read: Rows,
): void {
  const reaches = (channel: NoticeChannel): boolean =>
    channel === 'email' || (read.addresses.has(`${id} ${channel}`) && (channel !== 'browser' || push === true))
  for (const { id: filterId, isDefault, userId, fields: stored } of read.filters.get(id) ?? []) {
    const fields = { ...emptyFilter, ...stored }
    for (const channel of open.filter(reaches)) {
      const key = pairKey(filterId, channel)
      const set = (read.rules.get(`${id} ${key}`) ?? null) as NoticeRule | null
      const rule = ruleOf(channel, set, { isDefault, own: userId === id, push: fields.push })
      if (rule.mode === 'off') continue
      const state = read.states.get(`${id} ${key}`)
      person.pairs.set(key, {
        person,
        filterId,
        channel,
        rule,
        fields: raised(fields, rule.level),
        waitingSince: state?.waitingSince?.getTime() ?? null,
        dueAt: state?.dueAt?.getTime() ?? null,
        lastAt: state?.lastAt?.getTime() ?? null,
        // Whether it waits for more is not written down: it is asked about as if it did.
        short: rule.smallest > 1 && state?.waitingSince != null,
      })
    }
  }
}

/** Someone was notified at once. */
export function remember({ recent }: ReachablePerson, channel: NoticeChannel, at: number): void {
  recent.set(channel, [...(recent.get(channel) ?? []).filter((each) => each > at - HOUR), at])
}

interface FilterRow {
  readerId: number
  id: number
  name: string
  userId: number
  isDefault: boolean
  fields: Partial<FilterFields>
}

/** Their own, and those of others for which they have set a rule: whether they still see those is asked when they are to be notified. */
export async function readFilters(db: DbOrTx, userIds: number[]): Promise<FilterRow[]> {
  const { rows } = await sql<FilterRow>`
    select user_id as reader_id, id, name, user_id, is_default, fields from filters
    where user_id = any(${userIds}::bigint[]) and deleted_at is null
    union all
    select distinct r.user_id, f.id, f.name, f.user_id, f.is_default, f.fields from notice_rules r join filters f on f.id = r.filter_id
    where r.user_id = any(${userIds}::bigint[]) and f.user_id <> r.user_id and f.scope = 'team' and f.deleted_at is null`.execute(
    db,
  )
  return rows
}

const clocks = new Map<string, WallClock>()

function clockOf(timeZone: string): WallClock {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = wallClock(timeZone)
  clocks.set(timeZone, made)
  return made
}
