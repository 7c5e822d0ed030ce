/** Drafts: they hold for no one but the editors. */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import { emptyContent, MOST_NEW_CATEGORIES, type editing } from '../../../../contract/watching/editing.ts'
import { isSameContent } from '../../../../rules/category-changes.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { CallContext } from '../../../kit/context.ts'
import { takeCategoryId } from '../categories/edit.public.ts'
import { findQueryMistakes } from './content.ts'
import { editCategoryInTurn, deleteDraft, writeCategoryDraft } from './draft-row.ts'

export async function createCategory(
  ctx: CallContext,
  { name }: InputOf<typeof editing.createCategory>,
): Promise<ResultOf<typeof editing.createCategory>> {
  return ctx.db.transaction().execute(async (tx) => {
    const { waiting } = await tx
      .selectFrom('categoryDrafts as draft')
      .leftJoin('categories as published', 'published.id', 'draft.categoryId')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('published.id', 'is', null)
      .executeTakeFirstOrThrow()
    if (waiting >= MOST_NEW_CATEGORIES) throw new AppError('CATEGORY_LIMIT_REACHED')
    const id = await takeCategoryId(tx)
    await writeCategoryDraft(tx, ctx, id, 0, { ...emptyContent, name: name.trim() })
    return { id }
  })
}

export async function saveCategoryDraft(
  ctx: CallContext,
  { content, ...began }: InputOf<typeof editing.saveCategoryDraft>,
): Promise<ResultOf<typeof editing.saveCategoryDraft>> {
  const { id } = began
  const revision = await editCategoryInTurn(ctx, began, async (tx, { base, published }) => {
    if (!isSameContent(published, content)) return writeCategoryDraft(tx, ctx, id, base, content)
    await deleteDraft(tx, id)
    return null
  })
  return { revision, mistakes: findQueryMistakes(content) }
}

export async function deleteCategoryDraft(
  ctx: CallContext,
  began: InputOf<typeof editing.deleteCategoryDraft>,
): Promise<ResultOf<typeof editing.deleteCategoryDraft>> {
  await editCategoryInTurn(ctx, began, (tx) => deleteDraft(tx, began.id))
  return {}
}
