/** What of the calls of a day is used up, in the database: it outlives the process. */
import { sql } from 'kysely'
import type { Db } from '../../kit/sql.ts'
import type { TokenUses } from '../receive/shared/token-pool.ts'

/** Days of which no one asks any more. */
const KEPT = 7

export function tokenUses(db: Db): TokenUses {
  return {
    read: (network, day) =>
      db
        .selectFrom('tokenUses')
        .select(['token', 'method', 'calls'])
        .where('network', '=', network)
        .where('day', '=', day)
        .execute(),
    async write(network, day, uses) {
      await sql`
        insert into token_uses (network, day, token, method, calls)
        select ${network}, ${day}, token, method, calls
        from unnest(${uses.map(({ token }) => token)}::text[], ${uses.map(({ method }) => method)}::text[], ${uses.map(({ calls }) => calls)}::integer[]) as used (token, method, calls)
        on conflict (network, day, token, method) do update set calls = excluded.calls`.execute(db)
      await sql`delete from token_uses where network = ${network} and day < (${day}::date - ${KEPT}::integer)::text`.execute(
        db,
      )
    },
  }
}
