/** What a person fills in to take the feed away, and what is still missing, in the words of spec §5. */
import { errors, type ErrorCode } from '../../../../contract/errors.ts'
import type { Export } from '../../../../contract/reading/exports.ts'
import { productTypes, type ProductType, type SeenProduct } from '../../../../contract/access/subscriptions.ts'
import type { Network } from '../../../../contract/networks.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import type { Input } from '../../../kit/calls/ask.ts'

/** First and last day, `YYYY-MM-DD`, both in the range. */
export type ExportDays = [first: string | null, last: string | null]

export interface ExportForm {
  kind: Export['kind']
  format: Export['format']
  /** `category/12`, `project/3`, `group/7`, or `all`; as a list of choices has it. */
  product: string | null
  days: ExportDays
  network: Network | null
  /** Only what the filter of the feed lets through. */
  filtered: boolean
}

export interface ProductChoiceItem {
  value: string
  label: string
}

export interface ProductChoices {
  group: string
  items: ProductChoiceItem[]
}

/** The feed as a whole, as one choice among products. */
const WHOLE_FEED = 'all'

/** What may be taken away: all of it where there is more than one product, then each under a heading for its kind. */
export function productChoices(products: readonly SeenProduct[]): (ProductChoiceItem | ProductChoices)[] {
  const single = productTypes.flatMap((type) => {
    const items = products
      .filter(({ productType }) => productType === type)
      .map(({ id, name }) => ({ value: `${type}/${id}`, label: type === 'group' ? 'Все мои группы' : name }))
    return items.length === 0 ? [] : [{ group: productTitles[type], items }]
  })
  return products.length > 1 ? [{ value: WHOLE_FEED, label: 'Вся лента' }, ...single] : single
}

/** What is taken away as long as the person chose nothing; null while it is not known what they may see. */
export function usualProduct(products: readonly SeenProduct[] | undefined): string | null {
  const [only] = products ?? []
  if (!only) return null
  return products?.length === 1 ? `${only.productType}/${only.id}` : WHOLE_FEED
}

/** A week, up to today. */
export function usualExportDays(today: string): ExportDays {
  return [new Date(Date.parse(today) - 6 * 86_400_000).toISOString().slice(0, 10), today]
}

export type ExportField = 'product' | 'days' | 'network'
export type ExportMistakes = Partial<Record<ExportField, string>>

const fieldOf: Partial<Record<ErrorCode, ExportField>> = {
  EXPORT_PRODUCT_REQUIRED: 'product',
  EXPORT_RANGE_REQUIRED: 'days',
  FILTER_RANGE_TOO_EARLY: 'days',
  EXPORT_NETWORK_REQUIRED: 'network',
}

/** All that is missing at once: anyone who has to come back for each single one gives up. */
export function exportMistakes({ kind, product, days, network }: ExportForm): ExportMistakes {
  return {
    ...(product === null && { product: errors.EXPORT_PRODUCT_REQUIRED.message }),
    ...((days[0] === null || days[1] === null) && { days: errors.EXPORT_RANGE_REQUIRED.message }),
    ...(kind === 'users' && network === null && { network: errors.EXPORT_NETWORK_REQUIRED.message }),
  }
}

/** The field that the server's refusal is about; null when it is about none. */
export function mistakenField(code: string): ExportField | null {
  return fieldOf[code as ErrorCode] ?? null
}

/** @param momentsOf the moments at which days begin and end, in the reader's zone */
export function exportRequest(
  { kind, format, product, days, network, filtered }: ExportForm,
  filterId: number | null,
  momentsOf: (days: ExportDays) => { fromDate: string | null; toDate: string | null },
): Input<'exports', 'createExport'> {
  const { fromDate, toDate } = momentsOf(days)
  return {
    kind,
    format,
    ...(product !== null && { product: productOf(product) }),
    ...(fromDate !== null && { from: fromDate }),
    ...(toDate !== null && { to: toDate }),
    ...(network !== null && { network }),
    ...(filtered && filterId !== null && { filterId }),
  }
}

function productOf(choice: string): NonNullable<Input<'exports', 'createExport'>['product']> {
  if (choice === WHOLE_FEED) return 'all'
  const [type, id] = choice.split('/')
  return { type: type as ProductType, id: Number(id) }
}
