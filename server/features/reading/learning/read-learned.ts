/** How much is learnt of someone, and how much of their feed that keeps away. */
import type { Learned } from '../../../../contract/reading/learning.ts'
import { areEnough, missingMarks } from '../../../../rules/filters/learned.ts'
import { listJudgedProducts, type LearningContext } from './learning-context.ts'
import { judgeItems } from './judge-items.ts'
import { findLayer } from './personal-model.ts'
import { countDismissed } from './dismissed.ts'

/** What is hidden is counted among a number of the newest items. */
const LOOKED_AT = 500

export async function readLearned(ctx: LearningContext, userId: number): Promise<Learned> {
  const { db } = ctx
  const products = await listJudgedProducts(ctx, userId)
  await judgeItems(db, userId, products)
  const [layer, { dismissed, of }] = await Promise.all([
    findLayer(db, userId),
    countDismissed(db, userId, products, LOOKED_AT),
  ])
  const marks = { likes: layer?.likes ?? 0, dislikes: layer?.dislikes ?? 0 }
  return { ...marks, needed: missingMarks(marks), ready: areEnough(marks), hidden: dismissed, of }
}
