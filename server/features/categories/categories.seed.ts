/** The lead categories a new installation starts with, in the order in which they are shown. */
import { beautyAndHealthCategories } from './seeds/beauty-and-health-categories.ts'
import { buildingCategories } from './seeds/building-categories.ts'
import { businessCategories } from './seeds/business-categories.ts'
import { computerAndPrintCategories } from './seeds/computer-and-print-categories.ts'
import { homeCategories } from './seeds/home-categories.ts'
import { learningCategories } from './seeds/learning-categories.ts'
import { leisureCategories } from './seeds/leisure-categories.ts'
import { transportCategories } from './seeds/transport-categories.ts'
import type { SeededCategory } from './seeded-category.ts'

export const seededCategories: SeededCategory[] = [
  ...homeCategories,
  ...buildingCategories,
  ...leisureCategories,
  ...beautyAndHealthCategories,
  ...learningCategories,
  ...businessCategories,
  ...computerAndPrintCategories,
  ...transportCategories,
]
