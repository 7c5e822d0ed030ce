import type { Db } from '../../../kit/sql.ts'

/** From now on no category looks for anything. */
export async function forgetCategoryQueries(db: Db): Promise<void> {
  await db.deleteFrom('categoryQueries').execute()
}
