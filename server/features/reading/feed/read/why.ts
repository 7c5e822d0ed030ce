/** Why a message is in the feed: what let it in, what of the filter it holds, and what the model makes of it. */
import { sql } from 'kysely'
import type { ProductType } from '../../../../../contract/access/subscriptions.ts'
import type { IntentLevel } from '../../../../../contract/reading/filters.ts'
import { holdsWord } from '../../../../../rules/filters/fits.ts'
import { readReadiness } from '../../../../../engine/relevance/readiness.ts'
import { personOf, type Handlers } from '../../../../kit/context.ts'
import { loadScorer } from '../../../../kit/relevance.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { fitsByTopic } from '../../../watching/categories/fits-by-topic.public.ts'
import { isDismissedByModel, judgeItems, openJudge } from '../../learning/learning.public.ts'
import { intentLevelWord } from '../items/intent-level.ts'
import { accessMessage } from './access-message.ts'
import { fillItems } from './fill.ts'
import { pickItemsOf } from './pick.ts'
import { readAskedFields, readScope } from './scope.ts'
import { pairs } from './show.ts'

export const explainMessage: Handlers<'feed'>['explainMessage'] = async (ctx, { id, search, ...asked }) => {
  const { db } = ctx
  const person = personOf(ctx)
  const scope = await readScope(ctx, person, await readAskedFields(ctx, person.id, asked), search)
  await accessMessage(db, scope.reader, id, scope.now)
  const items = await pickItemsOf(db, scope, id)
  await judgeItems(db, person.id, scope.products)
  const [rows, stored, judge] = await Promise.all([
    fillItems(
      db,
      items.map(({ seqId }) => seqId),
    ),
    readStored(db, person.id, items[0]?.seqId ?? 0),
    openJudge(db, person.id),
  ])
  const text = rows[0]?.text ?? ''
  const scorer = await loadScorer()
  const now = scorer.score(text)
  const readiness = readReadiness(text)
  const words = (head: 'intent' | 'unwanted'): string[] => scorer.reasons(text, head).map((reason) => reason.words)
  return {
    fits: await Promise.all(
      rows.map(async ({ productId, productType, productName, keyword, spans }) => ({
        product: { id: productId, type: productType as ProductType, name: productName ?? '' },
        keyword,
        spans: pairs(spans),
        byTopic:
          productType === 'category' &&
          keyword === null &&
          spans.length > 0 &&
          (await fitsByTopic(db, ctx.language, productId, text)),
      })),
    ),
    filterWords: scope.question.included
      .concat(scope.question.searched)
      .filter((word) => stored && holdsWord(word, { terms: stored.terms, text }))
      .map(({ word }) => word),
    // The level that filters go by was decided when the message came; an imported one may have no scores.
    intent: {
      level: stored?.intentLevel ?? 'cold',
      score: stored?.intentScore ?? now.intentScore,
      words: words('intent'),
      readiness: readiness && { is: readiness.is, words: text.slice(...readiness.at) },
    },
    unwanted: {
      is: stored?.isUnwanted ?? now.isUnwanted,
      score: stored?.unwantedScore ?? now.unwantedScore,
      words: words('unwanted'),
    },
    learned: judge && { ...judge(text), is: stored?.dismissed ?? false },
  }
}

async function readStored(db: DbOrTx, userId: number, seqId: number) {
  const { rows } = await sql<{
    terms: string[]
    intentLevel: IntentLevel
    isUnwanted: boolean
    intentScore: number | null
    unwantedScore: number | null
    dismissed: boolean
  }>`
    select coalesce(m.terms, '{}') as terms, ${intentLevelWord(sql.raw('i'))} as intent_level, i.is_unwanted,
      m.intent_score, m.unwanted_score, ${isDismissedByModel(userId, sql.raw('i'))} as dismissed
    from feed_items i join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at
    where i.seq_id = ${seqId}`.execute(db)
  return rows[0]
}
