/** For SQL over `subscriptions`: what is held by a tariff shows its product. Subscriptions and teams, which stand above, ask the same. */
import { sql, type RawBuilder } from 'kysely'
import { freezing } from '../../../../contract/access/subscriptions.ts'

/** When a frozen one begins to run by itself. */
export const runsAgainAtSql = sql`frozen_at + (${freezing.days}::int - frozen_days) * interval '24 hours'`

/** Shows its product at `now`. @param now a moment, or what is one in SQL */
export const isSeen = (now: Date | RawBuilder<unknown>) => sql`
  starts_at <= ${now} and expires_at > ${now} and ended_at is null and (frozen_at is null or ${runsAgainAtSql} <= ${now})`
