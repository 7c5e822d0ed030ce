/**
 * How many cards each value of a field would show. A value is counted as if it were the only one of its field, and everything
 * else stayed: so the items are read once, without what any of these fields asks, and of each it is said which fields it fits.
 */
import { sql } from 'kysely'
import { WORD_TOTAL_CAP, type CountedField } from '../../../../../contract/reading/feed.ts'
import { TOTAL_CAP } from '../../../../../contract/total-cap.ts'
import { intentLevels } from '../../../../../contract/reading/filters.ts'
import type { FilterQuestion } from '../../../../../rules/filters/fits.ts'
import { personOf, type Handlers } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { reachesIntentLevel } from '../items/intent-level.ts'
import {
  all,
  asksWords,
  filterConditions,
  first,
  mayRead,
  messagesOf,
  subscribedProducts,
  type Sql,
} from './conditions.ts'
import type { Reader } from './reader.ts'
import { readAskedFields, readScope, type FeedScope } from './scope.ts'

export interface ValueCount {
  field: CountedField
  value: string
  count: number
}

export const countFilterValues: Handlers<'feed'>['countFilterValues'] = async (ctx, { search, ...asked }) => {
  const { db } = ctx
  const person = personOf(ctx)
  const scope = await readScope(ctx, person, await readAskedFields(ctx, person.id, asked), search)
  return countValues(db, scope, asksWords(scope.question) ? WORD_TOTAL_CAP : TOTAL_CAP)
}

/** @param cap no more items than this are read; beyond it every number may be too low */
export async function countValues(
  db: DbOrTx,
  scope: FeedScope,
  cap: number,
): Promise<{ counts: ValueCount[]; capped: boolean }> {
  const parts = Object.keys(asksNothing) as Part[]
  const fits = parts.map((part) => sql`(${fitsPart(scope, part)}) as ${sql.ref(fitName(part))}`)
  const otherwise = filterConditions(
    { ...scope, blackList: [], question: { ...scope.question, ...withoutParts } },
    first,
  )
  const { rows } = await sql<{ field: CountedField | 'read'; value: string | null; count: number }>`
    with read as materialized (
      select i.*, coalesce(lead.status, 'new') as lead_status, lead.assignee_id from (
        select i.* from ${subscribedProducts(scope, first)} cross join lateral (
          select i.*, ${sql.join(fits)}, (${isShownBy(scope, { spam: 'yes' })}) as spam,
            (${isShownBy(scope, { onlyFavorites: true })}) as favorite, (${isShownBy(scope, { onlyWithNotes: true })}) as noted,
            (${isShownBy(scope, { onlyBlackList: true })}) as listed
          from feed_items i ${messagesOf(scope.question, first)}
          where ${all([...mayRead(scope, first), ...otherwise])}
          order by i.seq_id desc limit ${cap + 1}
        ) as i order by i.seq_id desc limit ${cap + 1}
      ) as i left join (
        select c.cluster_id, l.status, l.assignee_id from leads l join lead_clusters c on c.lead_id = l.id
        where l.owner_id = ${scope.reader.ownerId}
      ) as lead on lead.cluster_id = i.cluster_id
    )
    select 'read' as field, null as value, count(*)::integer as count from read
    union all ${sql.join(countedBy(scope.reader).map(countsOf), sql` union all `)}`.execute(db)
  const read = rows.find(({ field }) => field === 'read')?.count ?? 0
  const counts = rows.flatMap(({ field, value, count }) =>
    field === 'read' || value === null || count === 0 ? [] : [{ field, value, count }],
  )
  return { counts, capped: read > cap }
}

/** Parts of a question that are counted apart from each other, and what asks nothing of each. */
const asksNothing = {
  networks: { networks: [] },
  sourceKinds: { sourceKinds: [] },
  kind: { kind: 'all' },
  intent: { intentLevel: 'cold' },
  products: { products: null },
  places: { places: null },
  favorites: { onlyFavorites: false },
  notes: { onlyWithNotes: false },
  blackList: { onlyBlackList: false },
  spam: { spam: 'ignore' },
  leadStatuses: { leadStatuses: [] },
  assignees: { assignees: [] },
} as const satisfies Record<string, Partial<FilterQuestion>>
type Part = keyof typeof asksNothing

const withoutParts: Partial<FilterQuestion> = Object.assign({}, ...Object.values(asksNothing))
const asksNoMore: Partial<FilterQuestion> = {
  ...withoutParts,
  included: [],
  excluded: [],
  searched: [],
  recentDays: null,
  from: null,
  to: null,
  learned: false,
}

const fitName = (part: Part): string => `fits_${part}`

/** Would a filter that asks nothing but this show the item? The black list takes nothing away. */
const isShownBy = (scope: FeedScope, asked: Partial<FilterQuestion>): Sql => {
  const question = { ...scope.question, ...asksNoMore, ...asked }
  return all(filterConditions({ ...scope, blackList: question.onlyBlackList ? scope.blackList : [], question }, first))
}

function fitsPart(scope: FeedScope, part: Part): Sql {
  const fields = Object.keys(asksNothing[part]) as (keyof FilterQuestion)[]
  const asked = Object.fromEntries(fields.map((field) => [field, scope.question[field]]))
  if (part === 'products') return sql`p.asked and ${isShownBy(scope, asked)}`
  if (part !== 'blackList' || scope.question.onlyBlackList) return isShownBy(scope, asked)
  return sql`not (${isShownBy(scope, { onlyBlackList: true })})`
}

interface Counted {
  field: CountedField
  part: Part
  /** The value of an item; several where `from` says so. */
  value: Sql
  from?: Sql
  where?: Sql
}

const only = (field: CountedField, part: Part, value: string, where?: Sql): Counted => ({
  field,
  part,
  value: sql`${value}::text`,
  ...(where && { where }),
})

const countedBy = ({ userId }: Reader): Counted[] => [
  { field: 'networks', part: 'networks', value: sql`network` },
  { field: 'sourceKinds', part: 'sourceKinds', value: sql`source_kind` },
  { field: 'kind', part: 'kind', value: sql`kind` },
  only('kind', 'kind', 'all'),
  ...intentLevels.map((level) => only('intent', 'intent', level, reachesIntentLevel(sql.raw('read'), level))),
  { field: 'categories', part: 'products', value: sql`product_id::text`, where: sql`product_type = 'category'` },
  { field: 'monitoredProjects', part: 'products', value: sql`product_id::text`, where: sql`product_type = 'project'` },
  {
    field: 'monitoredGroups',
    part: 'products',
    value: sql`product_id || '/' || group_id`,
    where: sql`product_type = 'group'`,
  },
  {
    field: 'locations',
    part: 'places',
    value: sql`place.id::text`,
    from: sql`cross join lateral (select distinct unnest(array[location_id, region_id]) as id where location_id is not null) as place`,
    where: sql`place.id is not null`,
  },
  only('locations', 'places', 'known', sql`location_id is not null`),
  only('locations', 'places', 'unknown', sql`location_id is null`),
  only('onlyFavorites', 'favorites', 'true', sql`favorite`),
  only('onlyWithNotes', 'notes', 'true', sql`noted`),
  only('onlyBlackList', 'blackList', 'true', sql`listed`),
  only('spam', 'spam', 'ignore'),
  only('spam', 'spam', 'no', sql`not spam`),
  only('spam', 'spam', 'yes', sql`spam`),
  { field: 'leadStatuses', part: 'leadStatuses', value: sql`lead_status` },
  { field: 'assignees', part: 'assignees', value: sql`assignee_id::text`, where: sql`assignee_id is not null` },
  only('assignees', 'assignees', 'none', sql`assignee_id is null`),
  only('assignees', 'assignees', 'me', sql`assignee_id = ${userId}`),
]

/** One text, one card: of a cluster the first that fits is shown. */
function countsOf({ field, part, value, from = sql``, where = sql`true` }: Counted): Sql {
  const parts = (Object.keys(asksNothing) as Part[]).filter((other) => other !== part)
  const fits = parts.map((other) => sql.ref(fitName(other)))
  return sql`
    select ${field}::text, ${value}, count(distinct cluster_id)::integer from read ${from} where ${all([...fits, where])} group by 2`
}
