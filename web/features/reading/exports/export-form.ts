/** What a person fills in to take the feed away, and what is still missing, in the words of spec §5. */
import { errors, type ErrorCode } from '../../../../contract/errors.ts'
import type { Export } from '../../../../contract/reading/exports.ts'
import { productTypes, type ProductType, type SeenProduct } from '../../../../contract/access/subscriptions.ts'
import type { Network } from '../../../../contract/networks.ts'
import type { Input } from '../../../kit/calls/ask.ts'

/** First and last day, `YYYY-MM-DD`, both in the range. */
export type ExportDays = [first: string | null, last: string | null]

export interface ExportForm {
  kind: Export['kind']
  format: Export['format']
  /** `category/12`, `project/3`, `group/7`; as a list of choices has it. */
  product: string | null
  days: ExportDays
  network: Network | null
  /** Only what the filter of the feed lets through. */
  filtered: boolean
}

const headings: Record<SeenProduct['productType'], string> = {
  category: 'Категории',
  project: 'Проекты',
  group: 'Группы',
}

export interface ProductChoices {
  group: string
  items: { value: string; label: string }[]
}

/** What may be taken away, under a heading for each kind of product. */
export function productChoices(products: readonly SeenProduct[]): ProductChoices[] {
  return productTypes.flatMap((type) => {
    const items = products
      .filter(({ productType }) => productType === type)
      .map(({ id, name }) => ({ value: `${type}/${id}`, label: type === 'group' ? 'Все мои группы' : name }))
    return items.length === 0 ? [] : [{ group: headings[type], items }]
  })
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
  const [type, id] = product?.split('/') ?? []
  return {
    kind,
    format,
    ...(product !== null && { product: { type: type as ProductType, id: Number(id) } }),
    ...(fromDate !== null && { from: fromDate }),
    ...(toDate !== null && { to: toDate }),
    ...(network !== null && { network }),
    ...(filtered && filterId !== null && { filterId }),
  }
}
