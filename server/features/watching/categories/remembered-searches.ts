/** Category search reads thousands of texts: few run at once, and what is asked for again within a minute is answered from memory. */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { categories } from '../../../../contract/watching/categories.ts'
import { MINUTE } from '../../../kit/clock.ts'
import { concurrencyLimit } from '../../../kit/concurrency-limit.ts'
import type { AppContext } from '../../../kit/context.ts'
import { perProcess } from '../../../kit/per-process.ts'
import { searchCategories } from './search-categories.ts'

type Asked = InputOf<typeof categories.searchCategories>
type Found = ResultOf<typeof categories.searchCategories>

/** Answers hold texts of messages. */
const MOST_REMEMBERED = 100

type SearchContext = Pick<AppContext, 'db' | 'clock' | 'language' | 'config' | 'bus'>

export const rememberedSearches = perProcess((ctx: SearchContext) => {
  const remembered = new Map<string, { until: number; answer: Promise<Found> }>()
  const limited = concurrencyLimit({ running: 2, waiting: 6 })

  return (asked: Asked): Promise<Found> => {
    const now = ctx.clock.now().getTime()
    const key = JSON.stringify([asked.operator, asked.keywords])
    const known = remembered.get(key)
    if (known && known.until > now) return known.answer
    const entry = { until: now + MINUTE, answer: limited(() => searchCategories(ctx, asked, ctx.config.messageDays)) }
    remembered.delete(key)
    remembered.set(key, entry)
    // The oldest come first.
    for (const [old, { until }] of remembered) {
      if (until > now && remembered.size <= MOST_REMEMBERED) break
      remembered.delete(old)
    }
    entry.answer.catch(() => {
      if (remembered.get(key) === entry) remembered.delete(key)
    })
    return entry.answer
  }
})
