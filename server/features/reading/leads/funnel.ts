/** What became of what was found: for the owner of a team, or for who works alone. docs/decisions/leads.md says what counts as what. */
import { sql, type RawBuilder } from 'kysely'
import { Readable } from 'node:stream'
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import { emptyFilter } from '../../../../contract/reading/filters.ts'
import { MAX_FUNNEL_DAYS, type leads } from '../../../../contract/reading/leads.ts'
import { AppError } from '../../../kit/app-error.ts'
import { DAY } from '../../../kit/clock.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { readNamesInTeam } from '../../access/team/team.public.ts'
import { writeTable, writtenDays, type Cell, type SheetColumn } from '../exports/exports.public.ts'
import { foundCards, readAsker, readScope, type FeedScope } from '../feed/feed.public.ts'

type Asked = InputOf<typeof leads.getFunnel>
type Funnel = ResultOf<typeof leads.getFunnel>
type Steps = Funnel['total']
type Cut = Asked['by']

export const getFunnel: Handlers<'leads'>['getFunnel'] = async (ctx, asked) => (await readFunnel(ctx, asked)).funnel

export const exportFunnel: Handlers<'leads'>['exportFunnel'] = async (ctx, { format, ...asked }) => {
  const { funnel, days } = await readFunnel(ctx, asked)
  const title = `Эхолот, лиды, ${days}`
  const columns: SheetColumn[] = [
    { title: cutTitles[asked.by], kind: 'text', width: 32, place: 'head' },
    ...stepTitles.map((each): SheetColumn => ({ title: each, kind: 'number', width: 16, place: 'detail' })),
  ]
  const rows = [...funnel.rows.map((row) => cellsOf(row.name, row)), cellsOf('Всего', funnel.total)]
  const { type, bytes } = await writeTable(format, { name: 'Лиды', title, columns, rows })
  return { fileName: `${title}.${format}`, type, length: bytes.length, contents: Readable.from([bytes]) }
}

const cutTitles: Record<Cut, string> = { product: 'Продукт', person: 'Ответственный', week: 'Неделя' }
const stepTitles = ['Найдено', 'Взяли', 'Ответили', 'Сделки', 'Отказы', 'Сумма сделок, ₽', 'Минут до ответа (медиана)']

const cellsOf = (name: string, { found, taken, answered, won, lost, sum, answerSeconds }: Steps): Cell[] => [
  name,
  found,
  taken,
  answered,
  won,
  lost,
  sum / 100,
  answerSeconds === null ? null : Math.round(answerSeconds / 60),
]

async function readFunnel(ctx: CallContext, { from, to, by }: Asked): Promise<{ funnel: Funnel; days: string }> {
  const { db } = ctx
  const person = personOf(ctx)
  const reader = await readAsker(ctx)
  if (reader.ownerId !== reader.userId) throw new AppError('FORBIDDEN')
  const [first, end] = [Date.parse(from), Date.parse(to)]
  if (end <= first || end - first > MAX_FUNNEL_DAYS * DAY)
    throw new AppError('VALIDATION_FAILED', { keyword: 'period', dataPath: '/to', params: { limit: MAX_FUNNEL_DAYS } })
  const period = await readPeriod(db, person.id, from, to)
  // What is done with stays counted.
  const fields = { ...emptyFilter, handled: 'show' as const, fromDate: iso(period.start), toDate: iso(period.end) }
  const scope = await readScope(ctx, person, fields)
  const counted = await countSteps(db, scope, period, by)
  const names = await readNames(
    db,
    by,
    reader.ownerId,
    counted.flatMap(({ key }) => key ?? []),
  )
  const rows = counted.filter(({ isTotal }) => !isTotal)
  const total = counted.find(({ isTotal }) => isTotal)
  return {
    funnel: {
      total: total ? stepsOf(total) : nothing,
      rows: rows.map((row) => ({ key: row.key, name: nameOf(by, row.key, names), ...stepsOf(row) })),
    },
    days: writtenDays(first, end),
  }
}

const iso = (moment: Date): string => moment.toISOString()
const nothing: Steps = { found: 0, taken: 0, answered: 0, won: 0, lost: 0, sum: 0, answerSeconds: null }

interface Period {
  timeZone: string
  start: Date
  end: Date
}

/** Days as the person's own clocks have them. */
async function readPeriod(db: DbOrTx, userId: number, from: string, to: string): Promise<Period> {
  const { rows } = await sql<Period>`
    select time_zone, ${from}::date::timestamp at time zone time_zone as start, ${to}::date::timestamp at time zone time_zone as end
    from users where id = ${userId}`.execute(db)
  const [period] = rows
  if (!period) throw new AppError('UNAUTHORIZED')
  return period
}

interface Counted extends Steps {
  key: string | null
  isTotal: boolean
}

/**
 * Cards that are leads count where their leads stand, and leads whose messages left the feed count as found as well: so no step is larger than the
 * one before it.
 */
async function countSteps(db: DbOrTx, scope: FeedScope, period: Period, by: Cut): Promise<Counted[]> {
  const { ownerId } = scope.reader
  const { start, end } = period
  const order = by === 'week' ? sql`key` : sql`taken desc, found desc, key nulls last`
  const { rows } = await sql<Counted>`
    with cards as materialized (${foundCards(scope)}),
    theirs as materialized (
      select * from leads where owner_id = ${ownerId} and published_at >= ${start} and published_at < ${end}),
    counted as (
      select case when t.id is null then ${keyOf(by, 'c', period)} else ${keyOf(by, 't', period)} end as key, 1 as found, null::bigint as lead_id
      from cards c left join lead_clusters lc on lc.cluster_id = c.cluster_id and lc.owner_id = ${ownerId}
        left join theirs t on t.id = lc.lead_id
      union all
      select ${keyOf(by, 't', period)}, case when exists (
        select from lead_clusters lc join cards c on c.cluster_id = lc.cluster_id where lc.lead_id = t.id) then 0 else 1 end, t.id
      from theirs t)
    select key, grouping(key) = 1 as is_total, coalesce(sum(found), 0)::integer as found, (count(*) filter (where l.taken_at is not null))::integer as taken,
      (count(*) filter (where l.answered_at is not null or l.status = 'won'))::integer as answered,
      (count(*) filter (where l.status = 'won'))::integer as won, (count(*) filter (where l.status = 'lost'))::integer as lost,
      coalesce(sum(l.sum_kopecks) filter (where l.status = 'won'), 0)::bigint as sum,
      round(percentile_cont(0.5) within group (order by case when l.answered_at is not null then greatest(extract(epoch from l.answered_at - l.found_at), 0) end))::integer as answer_seconds
    from counted left join theirs l on l.id = counted.lead_id
    group by grouping sets ((key), ()) order by is_total, ${order}`.execute(db)
  return rows
}

/** @param of `t`, a lead, or `c`, a card that is none */
function keyOf(by: Cut, of: 't' | 'c', { timeZone }: Period): RawBuilder<unknown> {
  const row = sql.raw(of)
  if (by === 'product') return sql`${row}.product_type || ':' || ${row}.product_id`
  if (by === 'person') return of === 't' ? sql`t.assignee_id::text` : sql`null::text`
  return sql`to_char(date_trunc('week', ${row}.published_at at time zone ${timeZone}::text), 'YYYY-MM-DD')`
}

const stepsOf = ({ found, taken, answered, won, lost, sum, answerSeconds }: Counted): Steps => ({
  found,
  taken,
  answered,
  won,
  lost,
  sum: Number(sum),
  answerSeconds,
})

function nameOf(by: Cut, key: string | null, names: Map<string, string>): string {
  if (key === null) return 'Никто'
  if (by !== 'week') return names.get(key) ?? ''
  const monday = Date.parse(key)
  return writtenDays(monday, monday + 7 * DAY)
}

async function readNames(db: DbOrTx, by: Cut, ownerId: number, keys: string[]): Promise<Map<string, string>> {
  if (by === 'week' || keys.length === 0) return new Map()
  if (by === 'person') {
    const names = await readNamesInTeam(db, ownerId, keys.map(Number))
    return new Map([...names].map(([id, name]) => [String(id), name]))
  }
  const { rows } = await sql<{ key: string; name: string }>`
    select asked.key, case asked.type when 'category' then c.name when 'project' then coalesce(nullif(p.name, ''), 'Проект ' || asked.id)
      else 'Мониторинг групп' end as name
    from (select key, split_part(key, ':', 1) as type, split_part(key, ':', 2)::bigint as id from unnest(${keys}::text[]) as key) as asked
    left join categories c on asked.type = 'category' and c.id = asked.id
    left join monitored_projects p on asked.type = 'project' and p.id = asked.id`.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}
