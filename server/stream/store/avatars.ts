/** Authors whose picture did not come with their messages: their network is asked, and what it says is kept. */
import { sql } from 'kysely'
import type { Network } from '../../../contract/networks.ts'
import { DAY, type Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/sql.ts'
import type { AvatarLookUp } from '../receive/shared/adapter.ts'

/** People put a picture up later; a network that has none is not asked about them every minute. */
const ASK_AGAIN_AFTER = 30 * DAY

/**
 * Asks once, for those who stand in a feed, the newest first. What fails is asked again at the next time.
 * @returns how many were asked about
 * @throws NetworkError
 */
export async function lookUpAvatars(
  db: Db,
  clock: Clock,
  network: Network,
  { most, find }: AvatarLookUp,
  signal: AbortSignal,
): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ id: number; externalId: string }>`
    select a.id, a.external_id from authors a
    where a.network = ${network} and a.avatar is null
      and (a.avatar_asked_at is null or a.avatar_asked_at < ${new Date(now.getTime() - ASK_AGAIN_AFTER)})
      and exists (select from feed_items i where i.author_id = a.id and not i.demo)
    order by a.id desc limit ${most}`.execute(db)
  if (rows.length === 0) return 0
  const found = await find(
    rows.map(({ externalId }) => externalId),
    signal,
  )
  const addresses = rows.map(({ externalId }) => webAddress(found.get(externalId)))
  await sql`
    update authors a set avatar = coalesce(a.avatar, asked.avatar), avatar_asked_at = ${now}
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${addresses}::text[]) as asked (id, avatar)
    where a.id = asked.id`.execute(db)
  return rows.length
}

/** Only what a page of ours may show (server/gate/security-headers.ts). */
const webAddress = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) && new URL(address).protocol === 'https:' ? address : null
