/** Letters before the end: three days and one day, once each. When the end moves they are due again. */
import { sql } from 'kysely'
import type { TariffType } from '../../../../contract/access/tariffs.ts'
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import type { AppContext } from '../../../kit/context.ts'
import { letterAddress } from '../../../kit/mail/letter-address.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import { endingLetter, type Ending } from './letters.ts'
import { nameProjects } from './name-products.ts'
import { lockSubscriptions } from './subscription-row.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'log' | 'hooks'>

/**
 * Due at `now`, and `due_at`, the moment since when: what has been reminded of is known by it. What lasts no longer than
 * the warning is not worth one, nor is what the person goes on to see by another subscription of theirs.
 */
const due = (now: Date) => sql`
  select s.id, s.user_id, s.product_type, s.product_id, s.tariff_type, s.expires_at, warning.due_at
  from subscriptions s
  cross join lateral (
    select max(s.expires_at - length) as due_at from unnest(array[interval '72 hours', interval '24 hours']) as length
    where s.expires_at - length <= ${now} and s.starts_at < s.expires_at - length) as warning
  where s.expires_at > ${now} and s.expires_at <= ${now}::timestamptz + interval '72 hours' and s.ended_at is null and s.frozen_at is null
    and warning.due_at is not null and s.reminded_for is distinct from warning.due_at
    and not exists (
      select from subscriptions o where o.user_id = s.user_id and o.product_type = s.product_type and o.product_id = s.product_id
        and o.id <> s.id and o.ended_at is null and o.starts_at <= s.expires_at and o.expires_at > s.expires_at)`

export async function remindOfEnds({ db, clock, config, log, hooks }: Context): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{
    userId: number
  }>`select distinct user_id from (${due(now)}) as due order by user_id`.execute(db)
  let letters = 0
  // Each by itself: the others do not wait for one that fails.
  for (const { userId } of rows) {
    try {
      letters += await db.transaction().execute((tx) => remind(tx, { clock, config, hooks }, userId))
    } catch (error) {
      log.error({ err: error, userId }, 'nobody was reminded of the end of a subscription')
    }
  }
  return letters
}

interface DueRow {
  id: number
  userId: number
  productType: ProductType
  productId: number
  tariffType: TariffType
  expiresAt: Date
}

/** One letter for all of a product that is due together, and the same over other channels, as the person wants it. @returns how many letters were written */
async function remind(
  tx: Tx,
  { clock, config, hooks }: Pick<Context, 'clock' | 'config' | 'hooks'>,
  userId: number,
): Promise<number> {
  const now = clock.now()
  await lockSubscriptions(tx, userId)
  const { rows } = await sql<DueRow>`
    update subscriptions set reminded_for = due.due_at from (${due(now)} and s.user_id = ${userId}) as due
    where subscriptions.id = due.id
    returning due.id, due.user_id, due.product_type, due.product_id, due.tariff_type, due.expires_at`.execute(tx)
  const user = await tx
    .selectFrom('users')
    .select(['timeZone', 'deletionAt', letterAddress().as('to')])
    .where('id', '=', userId)
    .executeTakeFirst()
  // Who is about to delete their account does not want to be reminded to prolong.
  if (!user || user.deletionAt) return 0
  const { to } = user
  const endings = await nameEndings(
    tx,
    rows.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime() || a.id - b.id),
  )
  let written = 0
  const together = Map.groupBy(endings, ({ product, tariffType }) => `${product} ${tariffType === 'trial'}`)
  for (const [first, ...others] of together.values()) {
    if (!first) continue
    const letter = endingLetter(config.siteUrl, [first, ...others], user.timeZone)
    const { title, paragraphs, button } = letter
    const alarm = { userId, kind: 'subscriptionEnd', title, text: paragraphs.join('\n'), url: button.url } as const
    if (!(await hooks.notifyOfAlarm(tx, { clock, config }, alarm)) || !to) continue
    await postLetter(tx, clock, to, letter)
    written += 1
  }
  return written
}

async function nameEndings(tx: Tx, rows: DueRow[]): Promise<Ending[]> {
  const idsOf = (product: ProductType): number[] =>
    rows.filter(({ productType }) => productType === product).map(({ productId }) => productId)
  const categories = await tx
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...idsOf('category')])
    .execute()
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]))
  const projectNames = await nameProjects(tx, idsOf('project'))
  return rows.map(({ productType, productId, tariffType, expiresAt }) => ({
    product: productType,
    name: (productType === 'category' ? categoryNames : projectNames).get(productId) ?? '',
    categoryId: productType === 'category' ? productId : null,
    tariffType,
    expiresAt,
  }))
}
