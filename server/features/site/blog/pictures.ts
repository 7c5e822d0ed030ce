/** Pictures of articles: kept in the database as they are sent to browsers, found by the number and the width in their address. */
import { sql } from 'kysely'
import { pictureWidths } from '../../../../rules/blog/rich-text.ts'
import { AppError } from '../../../kit/app-error.ts'
import { DAY } from '../../../kit/clock.ts'
import { personOf, type AppContext, type Handlers } from '../../../kit/context.ts'
import { drawPicture } from '../../../kit/pictures.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** Narrower than this nothing is seen, in pixels; its address has two digits at least. */
const NARROWEST = 16

export const uploadPicture: Handlers<'blog'>['uploadPicture'] = async (ctx) => {
  const { db, clock, files } = ctx
  const [file] = files
  if (!file) throw new AppError('VALIDATION_FAILED', { keyword: 'files', dataPath: '/files' })
  const drawn = await drawPicture(
    file.bytes,
    pictureWidths.map((width) => ({ width })),
  )
  const widest = drawn.at(-1)
  if (!widest || widest.width < NARROWEST) throw new AppError('PICTURE_INVALID')
  const { width, height } = widest
  // One that came narrower than some of the widths is the same in all of those.
  const byWidth = new Map(drawn.map((each) => [each.width, each.bytes]))
  const id = await db.transaction().execute(async (tx) => {
    const picture = await tx
      .insertInto('articlePictures')
      .values({ width, height, createdBy: personOf(ctx).id, createdAt: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('articlePictureFiles')
      .values([...byWidth].map(([each, bytes]) => ({ pictureId: picture.id, width: each, bytes })))
      .execute()
    return picture.id
  })
  return { picture: { id, width, height, path: `/pictures/${id}-${width}.webp` } }
}

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
