import type { ProductType } from '../contract/access/subscriptions.ts'

/** What the products are called wherever people read of them: pages, the price list, letters, receipts. */
export const productTitles: Record<ProductType, string> = {
  category: 'Поиск клиентов',
  project: 'Упоминания',
  group: 'Группы',
}
