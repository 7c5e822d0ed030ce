/** Categories, as everybody may see them. */
import type { Config } from '../../config.ts'
import type { Answers } from '../../kit/asking.ts'
import { listAllCategories } from './categories.public.ts'
import { getCategory } from './category-page.ts'
import { searchCategories } from './search-categories.ts'

export const answerCategories = ({ messageDays }: Pick<Config, 'messageDays'>): Answers<'categories'> => ({
  async listCategories({ db }) {
    return { categories: await listAllCategories(db) }
  },
  searchCategories: (asking, input) => searchCategories(asking, input, messageDays),
  getCategory,
})
