import type { Language } from '../../engine/language/language.ts'
import type { Db } from '../kit/sql.ts'
import { search, type NarrowedQuery, type SearchOptions, type StoredTotals } from './search.ts'
import type { StoredId } from './read-messages.ts'

export interface Candidate extends StoredId {
  /** It fits; otherwise it may, and its text has to be read. */
  sure: boolean
}

export interface StoredSearch {
  stored: StoredTotals
  /** How many there are to go through, and how many of them fit for sure: at least so many will be found. */
  candidates: number
  sure: number
  /** Those received last first, none left out. */
  batches(size: number): Generator<Candidate[]>
}

/**
 * Every stored message that may fit: all that were stored when this was called. The candidates are held here, so that
 * anyone who works through them may take their time.
 */
export async function searchStored(
  db: Db,
  language: Language,
  ask: NarrowedQuery,
  options: SearchOptions,
): Promise<StoredSearch> {
  const { candidates, stored } = await search(db, language, ask, options)
  const { size, ids, received, sure } = candidates
  return {
    stored,
    candidates: size,
    sure: sure.subarray(0, size).reduce((sum, one) => sum + one, 0),
    *batches(most) {
      for (let from = 0; from < size; from += most) {
        const length = Math.min(most, size - from)
        yield Array.from({ length }, (_, n) => ({
          id: ids[from + n]!,
          receivedAt: received[from + n]!,
          sure: sure[from + n] === 1,
        }))
      }
    },
  }
}
