/** The seeded categories as the stream decides them, without a database: by their frames, and by what they are about. */
import type { Language } from '../engine/language/language.ts'
import { loadSeededCategories } from '../server/features/watching/categories/categories.seed.ts'
import { silentLog } from '../server/kit/log.ts'
import { loadTopicJudges } from '../server/kit/topics.ts'
import { openQueryIndex } from '../server/stream/match/query-index.ts'

/** The slugs of the categories that a message is a lead of. */
export async function openCategoryDecider(language: Language): Promise<(text: string) => string[]> {
  const categories = loadSeededCategories()
  const index = openQueryIndex(language, silentLog, { judges: await loadTopicJudges() })
  for (const [productId, { slug: seedSlug, queries, excluded, topics }] of categories.entries())
    index.put({ productType: 'category', productId, seedSlug, keywords: queries, excluded, topics }, '')
  return (text) =>
    index.match({ text, network: 'vk', kind: 'post' }).map(({ productId }) => categories[productId]?.slug ?? '')
}
