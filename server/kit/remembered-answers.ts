import { MINUTE, type Clock } from './clock.ts'
import { concurrencyLimit } from './concurrency-limit.ts'

/** Answers may hold texts of messages. */
const MOST_REMEMBERED = 100
const REMEMBERED_FOR = MINUTE

/**
 * Expensive questions that anyone may ask: few are worked on at once, more are refused with RATE_LIMIT_EXCEEDED, and what is asked
 * for again within a minute is answered from memory. What failed is not remembered.
 * @param answer must depend on nothing but what is asked for: everybody hears the same
 */
export function rememberedAnswers<Asked, Answer>(
  clock: Clock,
  answer: (asked: Asked) => Promise<Answer>,
): (asked: Asked) => Promise<Answer> {
  const remembered = new Map<string, { until: number; answer: Promise<Answer> }>()
  const limited = concurrencyLimit({ running: 2, waiting: 6 })

  return (asked) => {
    const now = clock.now().getTime()
    const key = JSON.stringify(asked)
    const known = remembered.get(key)
    if (known && known.until > now) return known.answer
    const entry = { until: now + REMEMBERED_FOR, answer: limited(() => answer(asked)) }
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
}
