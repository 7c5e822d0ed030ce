/** Networks that are not heard, or much too late, as /sources has it: who has something that is listened to there is notified. */
import { sql } from 'kysely'
import { networkTitles, type Network } from '../../../../../contract/networks.ts'
import { sourceLagOf } from '../../../../../rules/notices/alarms.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { listVisibleProducts } from '../../../access/subscriptions/subscriptions.public.ts'
import type { VisibleProduct } from '../../../../../rules/trial.ts'
import { readEpisodes, takeStep, type Episodes } from './episodes.ts'
import { eachReader } from './readers.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'log'>

const kind = 'sourceLag'

/** @returns how many were notified */
export async function lookForSourceLag(ctx: Context): Promise<number> {
  const { db, clock } = ctx
  const lagging = await listLagging(db, clock.now())
  await db
    .updateTable('noticeAlarms')
    .set({ endedAt: clock.now() })
    .where('kind', '=', kind)
    .where('endedAt', 'is', null)
    .where('subject', 'not in', ['', ...lagging.keys()])
    .execute()
  if (lagging.size === 0) return 0
  const read = async (userIds: number[]) => {
    const episodes = await readEpisodes(db, userIds, kind)
    return (userId: number): Episodes => episodes.get(userId) ?? new Map()
  }
  return eachReader(ctx, kind, read, async (userId, episodes) => {
    const unknown = [...lagging].filter(([network]) => episodes.get(network)?.endedAt !== null)
    if (unknown.length === 0) return 0
    const heard = await listHeard(db, userId, clock.now())
    let notified = 0
    for (const [network, how] of unknown) {
      if (heard !== 'all' && !heard.has(network)) continue
      const step = { userId, kind, subject: network, last: episodes.get(network) ?? null } as const
      if (await takeStep(ctx, step, 'on', () => wordsOf(network, how, ctx.config.siteUrl))) notified += 1
    }
    return notified
  })
}

async function listLagging(db: DbOrTx, now: Date): Promise<Map<Network, 'silent' | 'late'>> {
  const rows = await db
    .selectFrom('sourceHealth')
    .select(['network', 'okAt', 'lagSeconds', 'waiting', 'troubleAt as failureAt', 'updatedAt'])
    .execute()
  const byNetwork = Map.groupBy(rows, ({ network }) => network as Network)
  return new Map(
    [...byNetwork].flatMap(([network, parts]): [Network, 'silent' | 'late'][] => {
      const how = sourceLagOf(parts, now)
      return how === null ? [] : [[network, how]]
    }),
  )
}

/** From which networks something comes to this person without delay. */
async function listHeard(db: DbOrTx, userId: number, now: Date): Promise<'all' | Set<string>> {
  const products = (await listVisibleProducts(db, { userId, moderator: false }, now)).filter(({ trial }) => !trial)
  if (products.some(({ productType }) => productType !== 'group')) return 'all'
  return listNetworksOf(db, products)
}

async function listNetworksOf(db: DbOrTx, groupsets: readonly VisibleProduct[]): Promise<Set<string>> {
  const { rows } = await sql<{ network: string }>`
    select distinct g.network from monitored_groups m join groups g on g.id = m.group_id
    where m.groupset_id = any(${groupsets.map(({ productId }) => productId)}::bigint[]) and m.enabled and m.removed_at is null`.execute(
    db,
  )
  return new Set(rows.map(({ network }) => network))
}

function wordsOf(network: Network, how: 'silent' | 'late', siteUrl: string) {
  const name = networkTitles[network]
  return {
    title: how === 'silent' ? `${name}: сеть сейчас не слышно` : `${name}: сообщения приходят с опозданием`,
    text:
      how === 'silent'
        ? 'Новые сообщения оттуда пока не приходят. Мы уже разбираемся; остальные сети видно на странице слышимости.'
        : 'Половина новых сообщений оттуда приходит намного позже обычного. Мы уже разбираемся; остальные сети видно на странице слышимости.',
    url: `${siteUrl}/sources`,
  }
}
