/** What a person listens to, as rows that lead to the view of each: what they see now, and of their own what stands still. */
import {
  productIcons,
  type ProductType,
  type SeenProduct,
  type Subscription,
} from '../../../../contract/access/subscriptions.ts'
import { viewKey } from '../../../../rules/filters/views.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import { subscriptionHistory, subscriptionName } from './subscription-history.ts'
import { isOf, untilWhen } from './until-when.ts'

export interface ProductRow {
  /** Of its view. */
  key: string
  name: string
  icon: string
  /** How it is, in a quiet word; null when it just listens. */
  note: string | null
  /** Nothing new comes of it now. */
  resting: boolean
}

export interface ProductSection {
  /** `team`: of whatever kind, what is seen because someone took the person into their team. */
  productType: ProductType | 'team'
  title: string
  rows: ProductRow[]
}

const frozen: Record<ProductType, string> = { category: 'заморожена', project: 'заморожен', group: 'заморожены' }
const stopped: Record<ProductType, string> = { category: '', project: 'остановлен', group: 'остановлены' }
const unconfigured: Record<ProductType, string> = { category: '', project: 'не настроен', group: 'список пуст' }

/** What ended longer ago is no longer missed. */
const STOPPED_MS = 30 * 24 * 60 * 60 * 1000

/** Whose team the person is in. */
export interface TeamOf {
  ownerName: string
  /** By their role they see every category, paid for or not. */
  everyCategory: boolean
}

/** What is seen by the team alone: no own subscription of it runs. */
export function ofTeam(
  products: readonly SeenProduct[],
  held: readonly Subscription[],
  now: Date,
  team: TeamOf | null,
): SeenProduct[] {
  if (team === null) return []
  const { running } = subscriptionHistory(held, now)
  return products.filter(
    (product) =>
      !(team.everyCategory && product.productType === 'category') && !running.some((each) => isOf(each, product)),
  )
}

export const teamTitle = (ownerName: string): string => `Команда «${ownerName}»`

/** Only the kinds there are any of; what the team shows stands last, under its name. @param zone the reader's */
export function productSections(
  products: readonly SeenProduct[],
  held: readonly Subscription[],
  now: Date,
  zone: string,
  team: TeamOf | null = null,
): ProductSection[] {
  const shared = new Set(ofTeam(products, held, now, team))
  const kinds = Object.keys(productTitles)
  const byKind = products.toSorted((a, b) => kinds.indexOf(a.productType) - kinds.indexOf(b.productType))
  const seen = byKind.map((product) => ({
    productType: shared.has(product) ? ('team' as const) : product.productType,
    row: {
      key: viewKey({ productType: product.productType, productId: product.id }),
      name: product.name,
      icon: product.icon,
      note: product.configured ? untilWhen(product, held, now, zone) : unconfigured[product.productType],
      resting: !product.configured,
    },
  }))
  const rows = [...seen, ...restingRows(products, held, now)]
  const titled = { ...productTitles, team: teamTitle(team?.ownerName ?? '') }
  return (['category', 'project', 'group', 'team'] as const).flatMap((productType) => {
    const of = rows.filter((each) => each.productType === productType).map(({ row }) => row)
    return of.length > 0 ? [{ productType, title: titled[productType], rows: of }] : []
  })
}

/** One's own that show nothing now: frozen ones, and projects and lists whose subscription ended a while ago. */
function restingRows(products: readonly SeenProduct[], held: readonly Subscription[], now: Date) {
  const rows = new Map<string, { productType: ProductType; row: ProductRow }>()
  // The frozen one says more than one that is over.
  const byState = held.toSorted((a, b) => Number(b.frozenAt !== null) - Number(a.frozenAt !== null))
  for (const each of byState) {
    const { Category, MonitoredProject, MonitoredGroupset, frozenAt, Tariff, expiresAt } = each
    const productType = Tariff.product
    const productId = (Category ?? MonitoredProject ?? MonitoredGroupset)?.id
    if (productId === undefined || products.some((product) => isOf(each, product))) continue
    const ended = now.getTime() - Date.parse(expiresAt)
    const hasStopped = productType !== 'category' && ended >= 0 && ended < STOPPED_MS
    const key = viewKey({ productType, productId })
    if (rows.has(key) || (frozenAt === null && !hasStopped)) continue
    const icon = Category?.icon ?? productIcons[productType]
    const note = frozenAt === null ? stopped[productType] : frozen[productType]
    rows.set(key, { productType, row: { key, name: subscriptionName(each), icon, note, resting: true } })
  }
  return [...rows.values()]
}

/** Of more than this many only the first ones stand there unasked, and those with news. */
const MANY = 12
const FIRST = 8

/** @param whole all are asked for @returns in their order, and how many are left out */
export function foldRows(
  rows: readonly ProductRow[],
  whole: boolean,
  stands: (key: string) => boolean,
): { shown: ProductRow[]; left: number } {
  if (whole || rows.length <= MANY) return { shown: [...rows], left: 0 }
  const shown = rows.filter(({ key }, place) => place < FIRST || stands(key))
  return { shown, left: rows.length - shown.length }
}
