/** The pages of categories, and of categories in cities, for the sitemap. */
import type { AppContext } from '../../../kit/context.ts'
import { listCities } from './big-cities.ts'
import { listAllCategories } from './categories.public.ts'

/** One after another, so that a crawler keeps no one waiting. */
export async function listCategoryAddresses(ctx: AppContext): Promise<{ path: string; changedAt: Date | null }[]> {
  const addresses: { path: string; changedAt: Date | null }[] = []
  for (const { id, slug } of await listAllCategories(ctx.db)) {
    addresses.push({ path: `/category/${slug}`, changedAt: null })
    for (const city of await listCities(ctx, id))
      addresses.push({ path: `/category/${slug}/${city.slug}`, changedAt: null })
  }
  return addresses
}
