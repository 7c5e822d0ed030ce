/** The page behind /goto: where a message leads on its network (docs/decisions/goto.md). */
import { sql } from 'kysely'
import { Counter } from 'prom-client'
import type { Network } from '../../../../../contract/networks.ts'
import { AppError } from '../../../../kit/app-error.ts'
import { type Handlers } from '../../../../kit/context.ts'
import { registers } from '../../../../kit/metrics.ts'
import { accessMessage } from './access-message.ts'
import { readAsker } from './reader.ts'

const sourcesOpened = new Counter({
  name: 'echolot_sources_opened_total',
  help: 'Pages of networks that readers went to through /goto',
  labelNames: ['network', 'part'] as const,
  registers,
})

export const openSource: Handlers<'feed'>['openSource'] = async (ctx, { id, to = 'message' }) => {
  const { db, clock } = ctx
  const reader = await readAsker(ctx)
  await accessMessage(db, reader, id, clock.now())
  const column = sql.raw({ message: 'm.url', author: 'a.url', group: 'g.url' }[to])
  const { rows } = await sql<{ url: string | null; network: Network }>`
    select ${column} as url, i.network
    from feed_items i
    join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at
    left join authors a on a.id = i.author_id
    left join groups g on g.id = i.group_id
    where i.message_id = ${id}
    limit 1`.execute(db)
  const [source] = rows
  // Addresses come from the networks: only those of web pages are handed out.
  if (!source?.url || !/^https?:\/\//i.test(source.url)) throw new AppError('SOURCE_NOT_FOUND')
  sourcesOpened.inc({ network: source.network, part: to })
  return { url: source.url, network: source.network }
}
