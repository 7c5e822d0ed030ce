/** Categories, as everybody may see them. */
import type { Answers } from '../../kit/asking.ts'
import { listAllCategories } from './categories.public.ts'

export const answerCategories: Answers<'categories'> = {
  async listCategories({ db }) {
    return { categories: await listAllCategories(db) }
  },
}
