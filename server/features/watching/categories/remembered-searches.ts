/** Category search reads thousands of texts: what is asked for again is answered from memory. */
import type { AppContext } from '../../../kit/context.ts'
import { perProcess } from '../../../kit/per-process.ts'
import { rememberedAnswers } from '../../../kit/remembered-answers.ts'
import { searchCategories } from './search-categories.ts'

type SearchContext = Pick<AppContext, 'db' | 'clock' | 'language' | 'config' | 'bus'>
type Asked = Parameters<typeof searchCategories>[1]

export const rememberedSearches = perProcess((ctx: SearchContext) =>
  rememberedAnswers(ctx.clock, ({ operator, keywords }: Asked) =>
    searchCategories(ctx, { operator, keywords }, ctx.config.messageDays),
  ),
)
