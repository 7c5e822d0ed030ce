/** How much moderators do: by moderator, and by day of the asker's zone. */
import { sql } from 'kysely'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'

/** Days of a report, unless both ends are said; and at most. */
const DAYS = 30
const MOST_DAYS = 366

interface Counts {
  approved: number
  rejected: number
  spam: number
  locations: number
  categories: number
}

const count = (...actions: string[]) => sql<number>`count(*) filter (where l.action = any(${actions}))`
const counts = sql`${count('approve')} as approved, ${count('reject', 'rejectText', 'rejectAuthor')} as rejected, ${count('spam')} as spam,
  ${count('location')} as locations, ${count('copy', 'move')} as categories`

export const getModeratorStatistics: Handlers<'moderation'>['getModeratorStatistics'] = async (ctx, asked) => {
  const { db, clock } = ctx
  const { rows: ends } = await sql<{ zone: string; first: string; last: string; days: number }>`
    select zone, first::text, last::text, last - first + 1 as days from (
      select zone, last, coalesce(${asked.from ?? null}::date, last - ${DAYS - 1}::integer) as first from (
        select zone, coalesce(${asked.to ?? null}::date,
          greatest(today, least(${asked.from ?? null}::date + ${MOST_DAYS - 1}::integer, today))) as last
        from (
          select time_zone as zone, (${clock.now()}::timestamptz at time zone time_zone)::date as today
          from users where id = ${personOf(ctx).id}) as here) as until) as range`.execute(db)
  const range = ends[0]
  if (!range) throw new AppError('UNAUTHORIZED')
  const { zone, first, last, days: length } = range
  if (length < 1)
    throw new AppError('VALIDATION_FAILED', { keyword: 'formatMinimum', dataPath: '/to', params: { limit: first } })
  if (length > MOST_DAYS)
    throw new AppError('VALIDATION_FAILED', { keyword: 'maximum', dataPath: '/to', params: { limit: MOST_DAYS } })

  const within = sql`l.at >= (${first}::date::timestamp at time zone ${zone})
    and l.at < ((${last}::date + 1)::timestamp at time zone ${zone})`
  const [{ rows: moderators }, { rows: days }] = await Promise.all([
    sql<Counts & { id: number; name: string }>`
      select u.id, u.username as name, ${counts} from moderator_log l join users u on u.id = l.user_id
      where ${within} group by u.id, u.username`.execute(db),
    sql<Counts & { day: string }>`
      select day::date::text as day, ${counts}
      from generate_series(${first}::date::timestamp, ${last}::date::timestamp, interval '1 day') as day
      left join moderator_log l on (l.at at time zone ${zone})::date = day::date and ${within}
      group by day order by day`.execute(db),
  ])
  return {
    moderators: moderators
      .map(({ id, name, ...done }) => ({
        user: { id, name },
        ...done,
        total: Object.values(done).reduce((sum, each) => sum + each, 0),
      }))
      .filter(({ total }) => total > 0)
      .sort((one, other) => other.total - one.total || one.user.id - other.user.id),
    days,
  }
}
