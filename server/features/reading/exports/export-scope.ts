/** Which items an export takes: those the feed would show with the filter, for this product and these days. */
import type { Language } from '../../../../engine/language/language.ts'
import type { Person } from '../../../../rules/identity.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Db } from '../../../kit/sql.ts'
import { readScope, type FeedScope } from '../feed/feed.public.ts'
import type { ExportParams } from './export-row.ts'

/** No products remain where the person may not see the asked one (any more). */
export async function readExportScope(
  context: { db: Db; clock: Clock; language: Language },
  person: Pick<Person, 'id' | 'roles'>,
  { product, fields }: Pick<ExportParams, 'product' | 'fields'>,
): Promise<FeedScope> {
  const scope = await readScope(context, person, fields)
  if (product === 'all') return scope
  return {
    ...scope,
    products: scope.products.filter(
      ({ productType, productId }) => productType === product.type && productId === product.id,
    ),
  }
}
