/** Drafts and versions as they are kept, and the one way to change them: no two editors at once, and none over what they have not seen. */
import { randomUUID } from 'node:crypto'
import type { CategoryContent, CategoryVersion } from '../../../../contract/watching/editing.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { CallContext } from '../../../kit/context.ts'
import { personOf } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { findContent } from '../categories/edit.public.ts'

export interface DraftRow {
  categoryId: number
  revision: string
  base: number
  content: CategoryContent
  userId: number | null
  updatedAt: Date
}

async function findDraft(db: DbOrTx, id: number): Promise<DraftRow | null> {
  const row = await db.selectFrom('categoryDrafts').selectAll().where('categoryId', '=', id).executeTakeFirst()
  return (row as DraftRow | undefined) ?? null
}

/** 0: none was recorded. */
async function findNewestNumber(db: DbOrTx, id: number): Promise<number> {
  const { newest } = await db
    .selectFrom('categoryVersions')
    .select(({ fn }) => fn.max('number').as('newest'))
    .where('categoryId', '=', id)
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/** A category as it is now: published, a draft, or both. */
export interface Standing {
  published: CategoryContent | null
  draft: DraftRow | null
  /** The number of the newest version. */
  base: number
}

/** @throws AppError CATEGORY_NOT_FOUND */
export async function accessCategory(db: DbOrTx, id: number): Promise<Standing> {
  const [published, draft, base] = [await findContent(db, id), await findDraft(db, id), await findNewestNumber(db, id)]
  if (!published && !draft) throw new AppError('CATEGORY_NOT_FOUND')
  return { published, draft, base }
}

/** From which state an editor began. */
export interface Began {
  id: number
  revision: string | null
  base: number
}

/**
 * One change of a category, after any other of it has ended.
 * @throws AppError CATEGORY_NOT_FOUND; CATEGORY_ALREADY_CHANGED with who did it and when, where it is not as the editor saw it
 */
export function editCategoryInTurn<Result>(
  { db }: Pick<CallContext, 'db'>,
  { id, revision, base }: Began,
  change: (tx: Tx, standing: Standing) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await lock(tx, 'edits of category', id)
    const standing = await accessCategory(tx, id)
    if ((standing.draft?.revision ?? null) !== revision || standing.base !== base)
      throw new AppError('CATEGORY_ALREADY_CHANGED', await readLastEditor(tx, id, standing.draft))
    return change(tx, standing)
  })
}

async function readLastEditor(
  tx: Tx,
  id: number,
  draft: DraftRow | null,
): Promise<{ by: string | null; at: string | null }> {
  const last =
    draft ??
    (await tx
      .selectFrom('categoryVersions')
      .select(['userId', 'createdAt as updatedAt'])
      .where('categoryId', '=', id)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst())
  const editor = last?.userId
    ? await tx.selectFrom('users').select('username').where('id', '=', last.userId).executeTakeFirst()
    : undefined
  return { by: editor?.username ?? null, at: last?.updatedAt.toISOString() ?? null }
}

/** @returns its revision */
export async function writeCategoryDraft(
  tx: Tx,
  ctx: CallContext,
  categoryId: number,
  base: number,
  content: CategoryContent,
): Promise<string> {
  const revision = randomUUID()
  const row = {
    revision,
    base,
    content: JSON.stringify(content),
    userId: personOf(ctx).id,
    updatedAt: ctx.clock.now(),
  }
  await tx
    .insertInto('categoryDrafts')
    .values({ categoryId, ...row })
    .onConflict((conflict) => conflict.column('categoryId').doUpdateSet(row))
    .execute()
  return revision
}

export async function deleteDraft(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('categoryDrafts').where('categoryId', '=', id).execute()
}

interface NewVersion {
  kind: CategoryVersion['kind']
  content: CategoryContent
  note?: string
  restored?: number | null
  /** Null: no editor made it. */
  userId: number | null
}

/** @returns its number */
export async function insertCategoryVersion(
  tx: Tx,
  { clock }: Pick<CallContext, 'clock'>,
  categoryId: number,
  number: number,
  { kind, content, note = '', restored = null, userId }: NewVersion,
): Promise<number> {
  await tx
    .insertInto('categoryVersions')
    .values({
      categoryId,
      number,
      kind,
      restored,
      content: JSON.stringify(content),
      note,
      userId,
      createdAt: clock.now(),
    })
    .execute()
  return number
}

/** @throws AppError CATEGORY_VERSION_NOT_FOUND */
export async function getVersionContent(db: DbOrTx, id: number, number: number): Promise<CategoryContent> {
  const row = await db
    .selectFrom('categoryVersions')
    .select('content')
    .where('categoryId', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw new AppError('CATEGORY_VERSION_NOT_FOUND')
  return row.content as unknown as CategoryContent
}
