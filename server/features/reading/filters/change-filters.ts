/** What is written to `filters`, and who hears of it. Every function runs in the transaction of its call. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { MAX_FILTERS, MAX_FILTER_NAME, type Filter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { choosePeriod, isBeforeFirstDay } from '../../../../rules/filters/period.ts'
import { findTooManyWords, readFilterWords } from '../../../../rules/filters/words.ts'
import { inPortions, publish, publishEach } from '../../../kit/bus.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { listTeammates, readTeammates } from '../../access/team/team.public.ts'
import { accessRow, columns, filterFieldsOf, readFilterRight, toFilter, type FilterRow } from './filter-row.ts'

/** So long a deletion can be taken back. */
const RESTORABLE_MS = DAY

/** These say nothing of which messages fit: counters stay as they are. */
const withoutQuestion: ReadonlySet<keyof FilterFields> = new Set(['open', 'push', 'limit'])

/** Who changes something, and over which socket, if any. */
export interface Actor {
  userId: number
  socketId: string | null
}

export interface FilterChanges {
  name?: string | undefined
  scope?: Filter['scope'] | undefined
  fields: Partial<FilterFields>
}

/** @param made `fields` as they are, changed by what was `typed` */
export async function insertFilter(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  made: { name: string; scope: Filter['scope']; fields: FilterFields; typed: Partial<FilterFields> },
): Promise<Filter> {
  const { userId } = actor
  const name = readName(made.name)
  if (made.scope === 'team') await checkTeam(tx, userId, clock.now())
  const fields = { ...made.fields, ...readFields(made.fields, made.typed) }
  await lockFiltersOf(tx, userId)
  await checkRoom(tx, userId)
  const row = await tx
    .insertInto('filters')
    .values({
      userId,
      name,
      scope: made.scope,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from filters where user_id = ${userId})`,
      fields: JSON.stringify(fields),
      createdAt: clock.now(),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await publishFiltersChanged(tx, actor, await listSeers(tx, row, clock.now()))
  return toFilter(row, userId, true)
}

/** Anyone who sees a filter may copy it; the copy is theirs alone. */
export async function copyFilter(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  filterId: number,
  copy: { name: string; push?: boolean | undefined },
): Promise<Filter> {
  const { row } = await accessRow(tx, actor.userId, filterId, clock.now())
  const typed = copy.push === undefined ? {} : { push: copy.push }
  return insertFilter(tx, clock, actor, { name: copy.name, scope: 'local', fields: filterFieldsOf(row), typed })
}

export async function changeFilter(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  filterId: number,
  changes: FilterChanges,
): Promise<Filter> {
  const now = clock.now()
  // To take one's own filter back from a team needs no right in it.
  const takesBack = changes.scope === 'local' && changes.name === undefined && Object.keys(changes.fields).length === 0
  const row = await lockFilter(tx, actor.userId, filterId, { now, ownAnyway: takesBack })
  const name = changes.name === undefined ? row.name : readName(changes.name)
  const scope = changes.scope ?? (row.scope as Filter['scope'])
  if (row.isDefault && (name !== row.name || scope !== row.scope)) throw new AppError('DEFAULT_FILTER_READ_ONLY')
  if (scope === 'team' && row.scope !== 'team') await checkTeam(tx, actor.userId, now)
  const stored = filterFieldsOf(row)
  const fields = readFields(stored, changes.fields)
  // A page may send a whole filter back for the sake of one field.
  const otherwise = (Object.keys(fields) as (keyof FilterFields)[]).filter(
    (field) => !isDeepStrictEqual(fields[field], stored[field]),
  )
  if (name === row.name && scope === row.scope && otherwise.length === 0) return toFilter(row, actor.userId, true)
  const changed = await tx
    .updateTable('filters')
    .set({ name, scope, fields: sql`fields || ${JSON.stringify(fields)}::jsonb` })
    .where('id', '=', filterId)
    .returning(columns)
    .executeTakeFirstOrThrow()
  if (scope !== row.scope || otherwise.some((field) => !withoutQuestion.has(field)))
    await publish(tx, 'filter.changed', { filterId })
  await publishFiltersChanged(tx, actor, [...(await listSeers(tx, row, now)), ...(await listSeers(tx, changed, now))])
  return toFilter(changed, actor.userId, true)
}

/** Whether its maker is notified of what comes for it: a matter of their own, whatever their right in a team. */
export async function setFilterPush(tx: Tx, actor: Actor, filterId: number, push: boolean): Promise<void> {
  await tx
    .updateTable('filters')
    .set({ fields: sql`fields || ${JSON.stringify({ push })}::jsonb` })
    .where('id', '=', filterId)
    .where('userId', '=', actor.userId)
    .execute()
  await publishFiltersChanged(tx, actor, [actor.userId])
}

export async function deleteFilter(tx: Tx, clock: Clock, actor: Actor, filterId: number): Promise<void> {
  const now = clock.now()
  const row = await lockFilter(tx, actor.userId, filterId, { now, ownAnyway: true })
  if (row.isDefault) throw new AppError('DEFAULT_FILTER_READ_ONLY')
  await tx.updateTable('filters').set({ deletedAt: now }).where('id', '=', filterId).execute()
  await publish(tx, 'filter.changed', { filterId })
  await publishFiltersChanged(tx, actor, await listSeers(tx, row, now))
}

/** A filter that is there is given back as it is: a second press does no harm. */
export async function restoreFilter(tx: Tx, clock: Clock, actor: Actor, filterId: number): Promise<Filter> {
  const found = await tx.selectFrom('filters').select('userId').where('id', '=', filterId).executeTakeFirst()
  if (!found) throw new AppError('FILTER_NOT_FOUND')
  // Its maker's lock before the filter's own, as everywhere.
  await lockFiltersOf(tx, found.userId)
  const row = await lockFilter(tx, actor.userId, filterId, {
    now: clock.now(),
    deletedSince: deletionsSince(clock),
    ownAnyway: true,
  })
  if (row.deletedAt === null) return toFilter(row, actor.userId, true)
  await checkRoom(tx, row.userId)
  await tx.updateTable('filters').set({ deletedAt: null }).where('id', '=', filterId).execute()
  await publishFiltersChanged(tx, actor, await listSeers(tx, row, clock.now()))
  return toFilter(row, actor.userId, true)
}

/** @param ids of own filters; one that is not refuses the whole order */
export async function orderFilters(tx: Tx, actor: Actor, ids: number[]): Promise<void> {
  const { userId } = actor
  await lockFiltersOf(tx, userId)
  const own = await tx
    .selectFrom('filters')
    .select(['id', 'isDefault'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('isDefault', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute()
  const known = new Set(own.map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) throw new AppError('FILTER_NOT_FOUND')
  const first = own.filter(({ isDefault }) => isDefault).map(({ id }) => id)
  const order = [...new Set([...first, ...ids, ...known])]
  await sql`
    update filters set position = ordered.position - 1
    from unnest(${order}::bigint[]) with ordinality as ordered(id, position)
    where filters.id = ordered.id`.execute(tx)
  await publishFiltersChanged(tx, actor, [userId])
}

/** Deletes for good what can be restored no more. */
export async function deleteOldFilters(db: DbOrTx, clock: Clock): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('filters')
    .where('deletedAt', '<=', deletionsSince(clock))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const deletionsSince = (clock: Clock): Date => new Date(clock.now().getTime() - RESTORABLE_MS)

/**
 * Anyone who counts or orders someone's filters waits here for the other who does: of two who add the last one, one is
 * refused. Everybody has a default filter, so that its row serves as the lock.
 */
async function lockFiltersOf(tx: Tx, userId: number): Promise<void> {
  await tx
    .selectFrom('filters')
    .select('id')
    .where('userId', '=', userId)
    .where('isDefault', '=', true)
    .forUpdate()
    .execute()
}

async function checkRoom(tx: Tx, userId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('filters')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= MAX_FILTERS) throw new AppError('FILTER_LIMIT_REACHED')
}

/** @throws AppError TEAM_REQUIRED, TEAM_RIGHT_REQUIRED */
async function checkTeam(tx: Tx, userId: number, now: Date): Promise<void> {
  const { people, right } = await readTeammates(tx, userId, now)
  if (people.length === 1) throw new AppError('TEAM_REQUIRED')
  if (right !== 'manage') throw new AppError('TEAM_RIGHT_REQUIRED')
}

/**
 * The filter, and no one else changes it meanwhile. To who does not see it, it does not exist; who only sees it may not manage.
 * @param how.ownAnyway what they made themselves, whatever they may do in the team
 */
async function lockFilter(
  tx: Tx,
  userId: number,
  filterId: number,
  { now, deletedSince = null, ownAnyway = false }: { now: Date; deletedSince?: Date | null; ownAnyway?: boolean },
): Promise<FilterRow> {
  const row = await tx.selectFrom('filters').select(columns).where('id', '=', filterId).forUpdate().executeTakeFirst()
  const there = row !== undefined && (row.deletedAt === null || (deletedSince !== null && row.deletedAt > deletedSince))
  const right = there ? await readFilterRight(tx, userId, row, now) : null
  if (!there || !right) throw new AppError('FILTER_NOT_FOUND')
  if (right !== 'change' && !(ownAnyway && row.userId === userId)) throw new AppError('TEAM_RIGHT_REQUIRED')
  return row
}

function readName(typed: string): string {
  const name = typed.replace(/\s+/gu, ' ').trim()
  // Nothing but invisible signs is no name either.
  if (/^[\s\p{C}]*$/u.test(name)) throw new AppError('FILTER_NAME_REQUIRED')
  if (name.length > MAX_FILTER_NAME)
    throw new AppError('VALIDATION_FAILED', {
      keyword: 'maxLength',
      dataPath: '/name',
      params: { limit: MAX_FILTER_NAME },
    })
  return name
}

/** What is to be stored of what was typed. Words may move to the excluded ones, so that both lists are read together. */
function readFields(stored: FilterFields, typed: Partial<FilterFields>): Partial<FilterFields> {
  if (isBeforeFirstDay(typed)) throw new AppError('FILTER_RANGE_TOO_EARLY')
  const changes = choosePeriod(typed)
  // Only what a place is known by; more may come along.
  if (changes.locations) changes.locations = changes.locations.map(({ type, id, name }) => ({ type, id, name }))
  if (!changes.includedWords && !changes.excludedWords) return changes
  const words = readFilterWords({
    includedWords: changes.includedWords ?? stored.includedWords,
    excludedWords: changes.excludedWords ?? stored.excludedWords,
  })
  const tooMany = findTooManyWords(words)
  if (tooMany) throw new AppError('VALIDATION_FAILED', tooMany)
  return { ...changes, ...words }
}

/** Who sees the filter in their list. */
async function listSeers(tx: Tx, row: Pick<FilterRow, 'userId' | 'scope'>, now: Date): Promise<number[]> {
  return row.scope === 'team' ? listTeammates(tx, row.userId, now) : [row.userId]
}

export async function publishFiltersChanged(tx: Tx, actor: Actor, userIds: number[]): Promise<void> {
  await publishEach(
    tx,
    'filters.changed',
    inPortions([...new Set(userIds)]).map((portion) => ({ userIds: portion, exceptSocket: actor.socketId })),
  )
}
