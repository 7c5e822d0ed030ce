/** Categories, as everybody may see them. */
import type { Handlers } from '../../../kit/context.ts'
import { listAllCategories } from './categories.public.ts'
import { listCategoryAddresses } from './addresses.ts'
import { getCategory, getCategoryCity } from './category-page.ts'
import { rememberedSamples } from './category-showcase.ts'
import { rememberedSearches } from './remembered-searches.ts'
import { defineFeature } from '../../../kit/feature.ts'

const handlers: Handlers<'categories'> = {
  async listCategories({ db }) {
    return { categories: await listAllCategories(db) }
  },
  searchCategories: (ctx, input) => rememberedSearches(ctx)(input),
  getCategory,
  getCategoryCity,
  listCategorySamples: (ctx) => rememberedSamples(ctx)(),
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** What a category, project or groupset looks for has changed, or it is gone. */
    'standing-query.changed': { productType: string; productId: number }
  }
}

export const categoriesFeature = defineFeature({
  name: 'categories',
  handlers,
  publicAddresses: listCategoryAddresses,
})
