/** Which of a category's two ways let a message in, for anyone who asks why it is there: decided again, by what it looks for today. */
import { createMatcher } from '../../../../engine/match/matcher.ts'
import type { Language } from '../../../../engine/language/language.ts'
import { parseQuery } from '../../../../engine/queries/parse.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { findCategoryQueries } from './categories.public.ts'

/** Words of one category; the whole stream's would fill memory for nothing. */
const REMEMBERED_WORDS = 1 << 10

/** True when none of its keywords fits the text and the category has topics: then it was judged by what it is about. */
export async function fitsByTopic(db: DbOrTx, language: Language, categoryId: number, text: string): Promise<boolean> {
  const product = await findCategoryQueries(db, categoryId)
  if (!product || product.topics.length === 0) return false
  const matcher = createMatcher(language, { rememberedWords: REMEMBERED_WORDS })
  const keywords = product.keywords.flatMap((keyword) => {
    const parsed = parseQuery(keyword)
    return parsed.ok ? [parsed.query] : []
  })
  matcher.add(1, { keywords, context: [], excluded: [] })
  return matcher.matchIds(text).length === 0
}
