/** Subscriptions as their owner is shown them. */
import type { Category } from '../../../../contract/category.ts'
import {
  freezing,
  productIcons,
  type SeenProduct,
  type Subscription,
} from '../../../../contract/access/subscriptions.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { productKeyOf } from '../../../../rules/product-key.ts'
import type { VisibleProduct } from '../../../../rules/trial.ts'
import { DAY } from '../../../kit/clock.ts'
import type { ListedGroup } from './name-products.ts'
import { freezeRoom, standsStill, type SubscriptionRow } from './subscription-row.ts'

export interface ProductNames {
  categories: Category[]
  projects: Map<number, string>
  /** Of those the ones without keywords. */
  unconfigured: Set<number>
  /** By the id of their list. */
  groups: Map<number, ListedGroup[]>
}

/** All of one person: those that never began are left out. */
export function showSubscriptions(
  rows: SubscriptionRow[],
  { categories, projects, groups }: ProductNames,
  now: Date,
): Subscription[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const still = rows.filter((row) => !row.endedAt && standsStill(row, now))
  return rows
    .filter(({ endedAt, startsAt }) => !endedAt || endedAt > startsAt)
    .map((row) => ({
      id: row.id,
      Tariff: tariffOf(row),
      Category: row.productType === 'category' ? (byId.get(row.productId) ?? null) : null,
      MonitoredProject:
        row.productType === 'project' ? { id: row.productId, name: projects.get(row.productId) ?? '' } : null,
      MonitoredGroupset:
        row.productType === 'group'
          ? { id: row.productId, maxSize: row.maxSize ?? 0, Groups: groups.get(row.productId) ?? [] }
          : null,
      ...periodOf(row, still),
      frozenAt: still.includes(row) && row.frozenAt ? row.frozenAt.toISOString() : null,
      freeze: freezesLeft(row),
      categoryChangesLeft: row.categoryChangesLeft,
    }))
}

function tariffOf({ productType, tariffType, tariff, teamSize }: SubscriptionRow): Subscription['Tariff'] {
  return {
    id: tariff?.id ?? null,
    product: productType,
    type: tariffType,
    title: tariff?.title ?? '',
    rate: tariff ? toRoubles(tariff.rate) : null,
    fee: tariff ? toRoubles(tariff.fee) : null,
    duration: tariff?.duration ?? null,
    durationUnit: tariff?.durationUnit ?? null,
    durationTitle: tariff?.durationTitle ?? '',
    teamSize,
    maxQuantity: tariff?.maxQuantity ?? null,
  }
}

/** As if all that stands still ran again at the moment it was frozen: its days wait, and so do those of what follows it. */
function periodOf(row: SubscriptionRow, still: SubscriptionRow[]): Pick<Subscription, 'startsAt' | 'expiresAt'> {
  const before = still.filter(
    (each) => isSameThing(each, row) && row.tariffType !== 'trial' && row.startsAt >= each.expiresAt,
  )
  const waits = before.reduce((sum, each) => sum + freezeRoom(each), 0)
  const room = still.includes(row) ? freezeRoom(row) : 0
  const end =
    row.endedAt && row.endedAt < row.expiresAt ? row.endedAt.getTime() : row.expiresAt.getTime() - waits - room
  return { startsAt: new Date(row.startsAt.getTime() - waits).toISOString(), expiresAt: new Date(end).toISOString() }
}

function isSameThing(one: SubscriptionRow, other: SubscriptionRow): boolean {
  return one.productType === other.productType && one.productId === other.productId
}

function freezesLeft(row: SubscriptionRow): Subscription['freeze'] {
  if (row.tariffType === 'trial') return { times: 0, days: 0 }
  return { times: Math.max(0, freezing.times - row.freezes), days: freezeRoom(row) / DAY }
}

const GROUPS = { own: 'Группы', ofTeam: 'Группы команды' }

/**
 * The categories in the order in which everybody sees them; projects and groups follow.
 * @param own the person's own subscriptions
 */
export function nameProducts(
  visible: VisibleProduct[],
  own: SubscriptionRow[],
  { categories, projects, unconfigured, groups }: ProductNames,
): SeenProduct[] {
  const seen = new Map(visible.map((product) => [productKeyOf(product), product]))
  const named = categories.flatMap(({ id, name, icon }) => {
    const product = seen.get(`category ${id}`)
    return product ? [{ productType: product.productType, id, name, icon, trial: product.trial, configured: true }] : []
  })
  const isOwn = (id: number): boolean => own.some((row) => row.productType === 'group' && row.productId === id)
  const others = visible.filter(({ productType }) => productType !== 'category')
  return [
    ...named,
    ...others.map(({ productType, productId, trial }) => ({
      productType,
      id: productId,
      name: productType === 'project' ? (projects.get(productId) ?? '') : isOwn(productId) ? GROUPS.own : GROUPS.ofTeam,
      icon: productType === 'project' ? productIcons.project : productIcons.group,
      trial,
      configured: productType === 'project' ? !unconfigured.has(productId) : (groups.get(productId)?.length ?? 0) > 0,
    })),
  ]
}
