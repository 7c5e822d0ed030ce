/** Pictures of articles: kept in the database as they are sent to browsers, found by the number and the width in their address. */
import { sql } from 'kysely'
import { DAY } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** Null: there is none. */
export async function readPictureFile(db: DbOrTx, pictureId: number, width: number): Promise<Buffer | null> {
  const file = await db
    .selectFrom('articlePictureFiles')
    .select('bytes')
    .where('pictureId', '=', pictureId)
    .where('width', '=', width)
    .executeTakeFirst()
  return file?.bytes ?? null
}

/** A picture that stands nowhere is kept so long: someone may still be writing. */
const UNUSED_DAYS = 7

/** Neither a cover nor in a text that readers see, a draft, or a version one can go back to. */
export async function deleteUnusedPictures({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - UNUSED_DAYS * DAY)
  const { numAffectedRows } = await sql`
    with texts as (
      select content as html, cover_id as cover from articles
      union all select draft ->> 'content', (draft ->> 'cover')::bigint from articles where draft is not null
      union all select content ->> 'content', (content ->> 'cover')::bigint from article_versions
    ), used as (
      select cover as id from texts where cover is not null
      union select found[1]::bigint from texts, regexp_matches(html, '/pictures/([1-9][0-9]{0,14})-', 'g') found
    )
    delete from article_pictures where created_at < ${before} and id not in (select id from used)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
