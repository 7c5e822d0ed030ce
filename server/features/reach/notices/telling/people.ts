/** Who might be told of something: read in bulk, kept in memory by the engine, read again when something says that it changed. */
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
import { readHeldRoles } from '../../../people/accounts/accounts.public.ts'
import { productKeyOf } from '../../../reading/feed/feed.public.ts'
import type { Channels } from '../channels/channel.ts'

/** One filter of a person over one channel, of which they are to be told. */
export interface Pair {
  person: Person
  filterId: number
  channel: NoticeChannel
  rule: NoticeRule
  /** Of the filter, with the level raised to that of the rule. */
  fields: FilterFields
  waitingSince: number | null
  dueAt: number | null
  lastAt: number | null
  /** It waits for more: there were fewer than are told of. */
  short: boolean
}

export interface Person {
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
  /** When they were told of something at once, in the last hour and a while before. */
  recent: Map<NoticeChannel, number[]>
}

export const pairKey = (filterId: number, channel: string): string => `${filterId} ${channel}`

/** The rule asks for no less than the filter. */
export const raised = (fields: FilterFields, level: IntentLevel): FilterFields =>
  intentLevels.indexOf(level) > intentLevels.indexOf(fields.intent) ? { ...fields, intent: level } : fields

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Everybody who holds something now, or sees everything. */
export async function listWhoMayBeTold({ db, clock }: Context): Promise<number[]> {
  const held = await listProductsOfMany(db, null, clock.now())
  const staff = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`cardinality(roles) > 0`)
    .execute()
  return [...new Set([...held.map(({ userId }) => userId), ...staff.map(({ id }) => id)])].sort((a, b) => a - b)
}

interface RuleRow extends NoticeRule {
  userId: number
  filterId: number
  channel: NoticeChannel
}

/** Those of them who are there and are to be told of something, as it is now; what waits for a pair that is none is for the caller to clear. */
export async function readPeople(ctx: Context, channels: Channels, userIds: number[]): Promise<Map<number, Person>> {
  const { db, clock } = ctx
  const now = clock.now()
  const theirs = <Value>(column: string): RawBuilder<Value> => sql`${sql.ref(column)} = any(${userIds}::bigint[])`
  const [users, products, changes, roles, filters, rules, preferences, addresses, states, recent] = await Promise.all([
    db
      .selectFrom('users')
      .leftJoin('feedSettings', 'feedSettings.userId', 'users.id')
      .select(['users.id', 'timeZone', 'push'])
      .where(theirs<boolean>('users.id'))
      .execute(),
    listProductsOfMany(db, userIds, now),
    listScopeChangesOfMany(db, userIds, now),
    readHeldRoles(ctx, userIds),
    readFilters(db, userIds),
    db.selectFrom('noticeRules').selectAll().where(theirs<boolean>('userId')).execute() as Promise<unknown> as Promise<
      RuleRow[]
    >,
    db.selectFrom('noticePreferences').selectAll().where(theirs<boolean>('userId')).execute(),
    db
      .selectFrom('noticeAddresses')
      .select(['userId', 'channel'])
      .distinct()
      .where(theirs<boolean>('userId'))
      .where('endedAt', 'is', null)
      .execute(),
    db.selectFrom('noticeStates').selectAll().where(theirs<boolean>('userId')).execute(),
    db
      .selectFrom('notices')
      .select(['userId', 'channel', 'createdAt'])
      .where('kind', '=', 'messages')
      .where('createdAt', '>', new Date(now.getTime() - HOUR))
      .where(theirs<boolean>('userId'))
      .execute(),
  ])
  const categories = [...roles.values()].some(moderates) ? await db.selectFrom('categories').select('id').execute() : []
  const of = {
    products: Map.groupBy(products, ({ userId }) => userId),
    until: new Map(changes.map(({ userId, at }) => [userId, at.getTime()])),
    filters: Map.groupBy(filters, ({ readerId }) => readerId),
    rules: new Map(rules.map((rule) => [`${rule.userId} ${pairKey(rule.filterId, rule.channel)}`, rule])),
    preferences: new Map(preferences.map((row) => [row.userId, row])),
    addresses: new Set(addresses.map(({ userId, channel }) => `${userId} ${channel}`)),
    states: new Map(states.map((row) => [`${row.userId} ${pairKey(row.filterId, row.channel)}`, row])),
    recent: Map.groupBy(recent, ({ userId }) => userId),
  }
  const people = new Map<number, Person>()
  for (const { id, timeZone, push } of users) {
    const moderator = moderates(roles.get(id) ?? [])
    const seen = moderator
      ? categories.map(
          (category) => [productKeyOf({ productType: 'category', productId: category.id }), false] as const,
        )
      : []
    const row = of.preferences.get(id)
    const person: Person = {
      id,
      clock: clockOf(timeZone),
      preferences: {
        quiet: row
          ? row.quietFrom !== null && row.quietTo !== null
            ? { from: row.quietFrom.slice(0, 5), to: row.quietTo.slice(0, 5) }
            : null
          : usualPreferences.quiet,
        ceiling: row?.ceiling ?? usualPreferences.ceiling,
        pausedUntil: row?.pausedUntil?.getTime() ?? null,
      },
      products: new Map([
        ...(of.products.get(id) ?? []).map((held) => [productKeyOf(held), held.trial] as const),
        ...seen,
      ]),
      moderator,
      until: of.until.get(id) ?? Infinity,
      pairs: new Map(),
      recent: new Map(),
    }
    if (person.products.size === 0) continue
    const goesTo = (channel: NoticeChannel): boolean =>
      channels[channel].available(ctx) &&
      (channel === 'email' || of.addresses.has(`${id} ${channel}`)) &&
      (channel !== 'browser' || push === true)
    const open = noticeChannels.filter(goesTo)
    for (const filter of of.filters.get(id) ?? []) {
      const fields = { ...emptyFilter, ...filter.fields }
      for (const channel of open) {
        const key = pairKey(filter.id, channel)
        const set = of.rules.get(`${id} ${key}`) ?? null
        const rule = ruleOf(channel, set, { isDefault: filter.isDefault, own: filter.userId === id, push: fields.push })
        if (rule.mode === 'off') continue
        const state = of.states.get(`${id} ${key}`)
        person.pairs.set(key, {
          person,
          filterId: filter.id,
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
    if (person.pairs.size === 0) continue
    for (const { channel, createdAt } of of.recent.get(id) ?? [])
      remember(person, channel as NoticeChannel, createdAt.getTime())
    people.set(id, person)
  }
  return people
}

/** Someone was told at once. */
export function remember({ recent }: Person, channel: NoticeChannel, at: number): void {
  recent.set(channel, [...(recent.get(channel) ?? []).filter((each) => each > at - HOUR), at])
}

interface FilterRow {
  readerId: number
  id: number
  userId: number
  isDefault: boolean
  fields: Partial<FilterFields>
}

/** Their own, and those of others for which they have set a rule: whether they still see those is asked when they are to be told. */
async function readFilters(db: DbOrTx, userIds: number[]): Promise<FilterRow[]> {
  const { rows } = await sql<FilterRow>`
    select user_id as reader_id, id, user_id, is_default, fields from filters
    where user_id = any(${userIds}::bigint[]) and deleted_at is null
    union all
    select distinct r.user_id, f.id, f.user_id, f.is_default, f.fields from notice_rules r join filters f on f.id = r.filter_id
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
