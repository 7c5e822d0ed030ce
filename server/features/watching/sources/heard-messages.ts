/** How many messages came lately, network by network: counted once, in steps, and added up for all who ask. */
import { sql } from 'kysely'
import { networks, type Network } from '../../../../contract/networks.ts'
import type { ResultOf } from '../../../../contract/call.ts'
import { HEARD_HOURS, type sources } from '../../../../contract/watching/sources.ts'
import { HOUR, MINUTE } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'

type HeardContext = Pick<AppContext, 'db' | 'clock'>

const STEP = 10 * MINUTE
/** What was received before the end of a step may be stored a little after it. */
const SETTLED_AFTER = MINUTE
/** After a long stop the steps that no one counted are counted together. */
const FURTHEST = HEARD_HOURS * HOUR

/** The step that has ended since the last time, or all of them as one. */
export async function countHeardMessages({ db, clock }: HeardContext): Promise<void> {
  const now = clock.now().getTime()
  const until = Math.floor((now - SETTLED_AFTER) / STEP) * STEP
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('heardMessages')
      .select(({ fn }) => fn.max('until').as('until'))
      .executeTakeFirst()
    const from = Math.max(before?.until?.getTime() ?? 0, now - FURTHEST)
    if (from >= until) return
    await sql`
      insert into heard_messages (until, network, messages, demo)
      select ${new Date(until)}, known.network, count(m.id), count(m.id) filter (where m.demo)
      from unnest(${[...networks]}::text[]) as known (network)
      left join messages m on m.network = known.network
        and m.received_at >= ${new Date(from)} and m.received_at < ${new Date(until)}
      group by known.network
      on conflict do nothing`.execute(tx)
    await tx
      .deleteFrom('heardMessages')
      .where('until', '<', new Date(now - 2 * FURTHEST))
      .execute()
  })
}

/** Networks that nothing came from are left out. */
export async function readHeard({ db, clock }: HeardContext): Promise<ResultOf<typeof sources.countHeard>> {
  const rows = await db
    .selectFrom('heardMessages')
    .select(({ fn }) => ['network', fn.sum<number>('messages').as('messages'), fn.sum<number>('demo').as('demo')])
    .where('until', '>', new Date(clock.now().getTime() - HEARD_HOURS * HOUR))
    .groupBy('network')
    .execute()
  return {
    networks: rows
      .filter(({ messages }) => Number(messages) > 0)
      .map(({ network, messages, demo }) => ({
        network: network as Network,
        messages: Number(messages),
        demo: Number(demo) > 0,
      }))
      .toSorted((a, b) => b.messages - a.messages || networks.indexOf(a.network) - networks.indexOf(b.network)),
  }
}
