/** From a paid order to what is seen for it. */
import { sql } from 'kysely'
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { ensureGroupset } from '../../watching/groups/groups.public.ts'
import { makeProjects } from '../../watching/projects/projects.public.ts'
import {
  lockSubscriptions,
  subscribe,
  thaw,
  type HeldTariff,
  type SubscriptionRow,
} from '../../access/subscriptions/subscriptions.public.ts'

export interface Bought {
  /** Null: it was not bought, but given. */
  orderId: number | null
  userId: number
  /** As it was when it was ordered, `rate` and `fee` in kopecks. */
  tariff: HeldTariff
  /** Ids of the categories; of no matter for projects and groups. */
  items: number[]
  /** Of projects or groups; of no matter for categories. */
  quantity: number
  /** How long it lasts, with what a promo code adds. */
  days: number
}

export interface Opened {
  subscriptionId: number
  productId: number
  startsAt: Date
  expiresAt: Date
}

/**
 * Each thing begins now; or, when the person holds it already, at the end of what they hold, so that no paid day runs beside
 * another. What gives them less than they buy (a place for themselves, or a smaller team) is not waited for. What it is to follow
 * and stands still runs again: anyone who pays wants to see. The days are those that were shown when it was ordered.
 */
export async function openPurchased(tx: Tx, clock: Clock, bought: Bought): Promise<Opened[]> {
  const opened: Opened[] = []
  const { userId, tariff, days } = bought
  const { product, type, teamSize } = tariff
  const now = clock.now()
  await lockSubscriptions(tx, userId)
  const size = product === 'group' ? bought.quantity : null
  for (const productId of await thingsOf(tx, clock, bought)) {
    const startsAt = await findStart(tx, { userId, productType: product, productId }, { teamSize, size }, now)
    const expiresAt = new Date(startsAt.getTime() + days * DAY)
    const subscriptionId = await subscribe(tx, clock, {
      userId,
      productType: product,
      productId,
      tariffType: type,
      startsAt,
      expiresAt,
      ...(bought.orderId !== null && { orderId: bought.orderId }),
      tariff,
      teamSize,
      maxSize: size,
      categoryChangesLeft: product === 'category' ? categoryChangesOf(tariff) : 0,
    })
    opened.push({ subscriptionId, productId, startsAt, expiresAt })
  }
  return opened
}

async function thingsOf(tx: Tx, clock: Clock, { userId, tariff, items, quantity }: Bought): Promise<number[]> {
  if (tariff.product === 'category') return [...new Set(items)]
  if (tariff.product === 'group') return [await ensureGroupset(tx, clock, userId)]
  const prolonged = await listProjectsToProlong(tx, userId, quantity, clock.now())
  return [...prolonged, ...(await makeProjects(tx, clock, userId, quantity - prolonged.length))]
}

/** How close its end has to be for a project to be the one that is meant. */
const PROLONGS_WITHIN = 7 * DAY

/**
 * No one says in a cart whether a project is another one or one they have: those that are over or about to be are prolonged,
 * the one that ends last first, then those they have tried, and only then new ones are made.
 */
export async function listProjectsToProlong(tx: Tx, userId: number, quantity: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from monitored_projects p
    left join subscriptions s on s.product_type = 'project' and s.product_id = p.id and s.user_id = p.user_id
      and s.tariff_type <> 'trial' and s.ended_at is null
    where p.user_id = ${userId}
    group by p.id having coalesce(max(s.expires_at), ${now}) <= ${new Date(now.getTime() + PROLONGS_WITHIN)}
    order by max(s.expires_at) desc nulls last, p.id limit ${quantity}`.execute(tx)
  return rows.map(({ id }) => id)
}

interface Thing {
  userId: number
  productType: ProductType
  productId: number
}

/** At the end of what gives at least as much; no one waits for more people or groups until what they have of less is over. */
async function findStart(
  tx: Tx,
  { userId, productType, productId }: Thing,
  much: { teamSize: number | null; size: number | null },
  now: Date,
): Promise<Date> {
  const held = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('userId', '=', userId)
    .where('productType', '=', productType)
    .where('productId', '=', productId)
    .where('tariffType', '<>', 'trial')
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute()
  const followed = (held as SubscriptionRow[]).filter(
    (each) => peopleOf(each) >= (much.teamSize ?? 1) && (each.maxSize ?? Infinity) >= (much.size ?? 0),
  )
  // What a frozen one is followed by moves with it when it runs again, so its own end is the first to be known.
  for (const each of followed) if (each.frozenAt) await thaw(tx, each, now)
  if (followed.length === 0) return now
  const { rows } = await sql<{ at: Date | null }>`
    select max(expires_at) as at from subscriptions where id = any(${followed.map(({ id }) => id)}::bigint[]) and expires_at > ${now}`.execute(
    tx,
  )
  return rows[0]?.at ?? now
}

/** How many may look by it; a team's that was given without a number is as large as one likes. */
function peopleOf({ tariffType, teamSize }: SubscriptionRow): number {
  return teamSize ?? (tariffType === 'team' ? Infinity : 1)
}

/** How often a category may be exchanged for another: once in what was bought for a month or less, three times in more (spec §5). */
function categoryChangesOf({ duration, durationUnit }: HeldTariff): number {
  return (durationUnit === 'month' ? duration > 1 : duration > 31) ? 3 : 1
}
