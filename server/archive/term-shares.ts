import type { Db } from '../kit/sql.ts'
import { atOneMoment, lookUpTerms } from './read-segments.ts'

/** A number of the largest segments speak for all: a day each, as a rule. */
const SPEAKING = 2

/** In what share of the stored messages, 0 to 1, each of these terms stands. Null while nothing is in segments. */
export async function readTermShares(db: Db, terms: readonly string[]): Promise<Map<string, number> | null> {
  return atOneMoment(db, async ({ tx, segments }) => {
    const speaking = segments.toSorted((a, b) => b.places.size - a.places.size).slice(0, SPEAKING)
    const size = speaking.reduce((sum, { places }) => sum + places.size, 0)
    if (size === 0) return null
    const looked = await lookUpTerms(tx, speaking, { terms: [...terms], prefixes: [] })
    return new Map(terms.map((term) => [term, looked.reduce((sum, each) => sum + each.countOf(term), 0) / size]))
  })
}
