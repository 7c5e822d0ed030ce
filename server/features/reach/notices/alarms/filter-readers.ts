/** Filters of which people are notified over some channel, with what it takes to count what is in them: read for many people at once. */
import { sql } from 'kysely'
import { noticeChannels, type NoticeRule } from '../../../../../contract/reach/notices.ts'
import { emptyFilter, type FilterFields } from '../../../../../contract/reading/filters.ts'
import { ruleOf } from '../../../../../rules/notices/rule.ts'
import type { VisibleProduct } from '../../../../../rules/trial.ts'
import { AppError } from '../../../../kit/app-error.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { listProductsOfMany } from '../../../access/subscriptions/subscriptions.public.ts'
import { accessFilter } from '../../../reading/filters/filters.public.ts'
import { readFilters } from '../notifying/people.ts'
import { readEpisodes, type Episodes } from './episodes.ts'

export interface NotifiedFilter {
  id: number
  name: string
  fields: FilterFields
}

export interface FilterReader {
  /** What they hold and not on trial: of that the last days are hidden, and nothing is known of them. */
  products: VisibleProduct[]
  episodes: Episodes
  filters: NotifiedFilter[]
  blackList: number[]
  /** `mayBe` says so; where it does not, only what goes on already is looked at. */
  may: boolean
}

/**
 * @param mayBe of what someone sees: whether there may be anything of the kind
 * @returns of a person what is to be looked at; null: nothing
 */
export async function readFilterReaders(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  kind: 'silence' | 'spike',
  mayBe: (products: readonly VisibleProduct[]) => boolean,
  userIds: number[],
): Promise<(userId: number) => FilterReader | null> {
  const now = clock.now()
  const [held, episodes] = await Promise.all([listProductsOfMany(db, userIds, now), readEpisodes(db, userIds, kind)])
  const products = Map.groupBy(
    held.filter(({ trial }) => !trial),
    ({ userId }) => userId,
  )
  const may = (userId: number): boolean => mayBe(products.get(userId) ?? [])
  const goesOn = (userId: number): boolean =>
    [...(episodes.get(userId)?.values() ?? [])].some(({ endedAt }) => endedAt === null)
  const concerned = userIds.filter((userId) => products.has(userId) && (may(userId) || goesOn(userId)))
  const filters = await readNotifiedFilters(db, concerned, now)
  const blackLists = await readBlackLists(db, concerned)
  return (userId) => {
    const theirs = filters.get(userId) ?? []
    if (theirs.length === 0) return null
    return {
      products: products.get(userId) ?? [],
      episodes: episodes.get(userId) ?? new Map(),
      filters: theirs,
      blackList: blackLists.get(userId) ?? [],
      may: may(userId),
    }
  }
}

/** Of which they are notified over some channel, and into which new messages come by themselves. By person. */
async function readNotifiedFilters(db: DbOrTx, userIds: number[], now: Date): Promise<Map<number, NotifiedFilter[]>> {
  if (userIds.length === 0) return new Map()
  const [rows, set] = await Promise.all([
    readFilters(db, userIds),
    db
      .selectFrom('noticeRules')
      .selectAll()
      .where((of) => sql<boolean>`${of.ref('userId')} = any(${userIds}::bigint[])`)
      .execute(),
  ])
  const rules = new Map(
    set.map((row) => [`${row.userId} ${row.filterId} ${row.channel}`, row as unknown as NoticeRule]),
  )
  const byReader = new Map<number, NotifiedFilter[]>()
  for (const { readerId, id, userId, name, isDefault, fields: stored } of rows) {
    const fields = { ...emptyFilter, ...stored }
    const ruled = { isDefault, own: userId === readerId, push: fields.push }
    const isNotified = noticeChannels.some(
      (channel) => ruleOf(channel, rules.get(`${readerId} ${id} ${channel}`) ?? null, ruled).mode !== 'off',
    )
    if (!isNotified || !takesNewOnes(fields)) continue
    // Another's: whether they still see it is a matter of their team.
    if (userId !== readerId && !(await accessFilter(db, readerId, id, now).catch(nullIfRefused))) continue
    const theirs = byReader.get(readerId) ?? []
    byReader.set(readerId, theirs)
    theirs.push({ id, name, fields })
  }
  return byReader
}

/** What someone has to touch first, or what has ended, is no silence. */
function takesNewOnes(fields: FilterFields): boolean {
  const { onlyFavorites, onlyWithNotes, onlyBlackList, handled, leadStatuses, assignees, toDate } = fields
  const touched = onlyFavorites || onlyWithNotes || onlyBlackList || handled === 'only'
  return !touched && leadStatuses.length === 0 && assignees.length === 0 && toDate === null
}

async function readBlackLists(db: DbOrTx, userIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ userId: number; authorIds: number[] }>`
    select user_id, array_agg(author_id) as author_ids from blacklisted_authors where user_id = any(${userIds}::bigint[]) group by user_id`.execute(
    db,
  )
  return new Map(rows.map(({ userId, authorIds }) => [userId, authorIds.map(Number)]))
}

function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
