/** Some of the stored messages that may fit, to be decided by anyone who asks: all when they are few, or evenly over all days. */
import type { Language } from '../../engine/language/language.ts'
import type { Db } from '../kit/sql.ts'
import { readMessages, type StoredId, type ArchivedMessage } from './read-messages.ts'
import { search, type NarrowedQuery, type SearchOptions } from './search.ts'

export interface StoredSample {
  messages: ArchivedMessage[]
  /** Each of those read stands for so many; 1: every one was read. */
  weight: number
}

/**
 * @param asks a message that may fit any of them counts once
 * @param most texts that are read
 */
export async function sampleStored(
  db: Db,
  language: Language,
  asks: readonly NarrowedQuery[],
  { most, ...when }: SearchOptions & { most: number },
): Promise<StoredSample> {
  const found = new Map<number, StoredId>()
  for (const ask of asks) {
    const { candidates } = await search(db, language, ask, when)
    for (let n = 0; n < candidates.size; n += 1)
      found.set(candidates.ids[n]!, { id: candidates.ids[n]!, receivedAt: candidates.received[n]! })
  }
  const all = [...found.values()].sort((a, b) => b.receivedAt - a.receivedAt || b.id - a.id)
  const step = Math.max(1, all.length / most)
  const read = Array.from({ length: Math.min(all.length, most) }, (_, n) => all[Math.floor(n * step)]!)
  return { messages: await readMessages(db, read), weight: read.length === 0 ? 1 : all.length / read.length }
}
