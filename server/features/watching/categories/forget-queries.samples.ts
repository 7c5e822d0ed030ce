import { sql } from 'kysely'
import type { Db } from '../../../kit/sql.ts'

/** From now on no category looks for anything. */
export async function forgetCategoryQueries(db: Db): Promise<void> {
  await sql`truncate category_queries`.execute(db)
}
