/** What holds for every message from now on; what was found before stays in the feeds. */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { CategoryContent, editing } from '../../../../contract/watching/editing.ts'
import { compareContents, isSameContent, type CategoryChanges } from '../../../../rules/category-changes.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import type { Tx } from '../../../kit/sql.ts'
import { findContent, findSeed, findTaken, giveBackToSeed, writeContent } from '../categories/edit.public.ts'
import { checkPublishable, tidy } from './content.ts'
import {
  editCategoryInTurn,
  deleteDraft,
  getVersionContent,
  insertCategoryVersion,
  type Standing,
} from './draft-row.ts'

/** The queries themselves stand in the versions. */
export interface CountedChanges extends Pick<CategoryChanges, 'fields'> {
  added: number
  removed: number
}

function countChanges(before: CategoryContent | null, after: CategoryContent): CountedChanges {
  const { fields, lists } = compareContents(before, after)
  const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)
  return {
    fields,
    added: sum(lists.map(({ added }) => added.length)),
    removed: sum(lists.map(({ removed }) => removed.length)),
  }
}

export function publishCategory(
  ctx: CallContext,
  { note, ...began }: InputOf<typeof editing.publishCategory>,
): Promise<ResultOf<typeof editing.publishCategory>> {
  const { id } = began
  return editCategoryInTurn(ctx, began, async (tx, standing) => {
    if (!standing.draft) throw new AppError('CATEGORY_NOT_CHANGED')
    const content = tidy(standing.draft.content)
    if (isSameContent(standing.published, content)) throw new AppError('CATEGORY_NOT_CHANGED')
    await write(tx, ctx, id, content)
    const made = { kind: 'published', content, note: note.trim() } as const
    const version = await record(tx, ctx, id, standing, made)
    await recordAuditEntry(tx, ctx.clock, ctx, {
      actorId: personOf(ctx).id,
      userId: null,
      action: 'category-published',
      details: { category: id, version, note: note.trim(), changes: countChanges(standing.published, content) },
    })
    return { number: version }
  })
}

/** @throws AppError CATEGORY_VERSION_NOT_FOUND; CATEGORY_NOT_CHANGED where it is as it was then */
export function restoreCategory(
  ctx: CallContext,
  { note, number, ...began }: InputOf<typeof editing.restoreCategory>,
): Promise<ResultOf<typeof editing.restoreCategory>> {
  const { id } = began
  return editCategoryInTurn(ctx, began, async (tx, standing) => {
    const content = await (number === null ? toSeed(tx, ctx, id) : toVersion(tx, ctx, id, number, standing))
    const kind = number === null ? 'seeded' : 'restored'
    const version = await record(tx, ctx, id, standing, { kind, restored: number, content, note: note.trim() })
    await recordAuditEntry(tx, ctx.clock, ctx, {
      actorId: personOf(ctx).id,
      userId: null,
      action: 'category-restored',
      details: {
        category: id,
        version,
        restored: number,
        note: note.trim(),
        changes: countChanges(standing.published, content),
      },
    })
    return { number: version }
  })
}

async function toVersion(
  tx: Tx,
  ctx: CallContext,
  id: number,
  number: number,
  { published }: Standing,
): Promise<CategoryContent> {
  const content = await getVersionContent(tx, id, number)
  if (isSameContent(published, content)) throw new AppError('CATEGORY_NOT_CHANGED')
  await write(tx, ctx, id, content)
  return content
}

async function toSeed(tx: Tx, { clock }: CallContext, id: number): Promise<CategoryContent> {
  const seed = await findSeed(tx, id)
  if (!seed) throw new AppError('CATEGORY_VERSION_NOT_FOUND')
  if (seed.follows) throw new AppError('CATEGORY_NOT_CHANGED')
  await lock(tx, 'names of categories')
  await giveBackToSeed(tx, clock, id, seed.slug)
  return (await findContent(tx, id))!
}

/** @throws AppError of what is wrong with it, or taken */
async function write(tx: Tx, { clock }: CallContext, id: number, content: CategoryContent): Promise<void> {
  checkPublishable(content)
  await lock(tx, 'names of categories')
  const taken = await findTaken(tx, id, content)
  if (taken !== null)
    throw new AppError(taken === 'slug' ? 'CATEGORY_SLUG_ALREADY_TAKEN' : 'CATEGORY_NAME_ALREADY_TAKEN')
  await writeContent(tx, clock, id, content)
}

type Made = Pick<Parameters<typeof insertCategoryVersion>[4], 'kind' | 'content' | 'note' | 'restored'>

/** What stood there and was never recorded, the seed's or what a later seed made of it, becomes a version first. @returns the number of the new one */
async function record(
  tx: Tx,
  ctx: CallContext,
  id: number,
  { published, base }: Standing,
  made: Made,
): Promise<number> {
  let number = base
  const isRecorded = base > 0 && isSameContent(published, await getVersionContent(tx, id, base))
  if (published && !isRecorded)
    number = await insertCategoryVersion(tx, ctx, id, number + 1, { kind: 'found', content: published, userId: null })
  number = await insertCategoryVersion(tx, ctx, id, number + 1, { ...made, userId: personOf(ctx).id })
  await deleteDraft(tx, id)
  return number
}
