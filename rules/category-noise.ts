/** Words by which a category could be rid of messages that are hardly wanted, and what each would cost of the others. */

export interface ReadForNoise {
  /** Its words, in their dictionary form, without those of the queries themselves. */
  words: ReadonlySet<string>
  /** Advertising, spam, or no request. */
  suspected: boolean
}

export interface CategoryNoise {
  word: string
  /** Messages that would go, of those that were read. */
  suspected: number
  good: number
}

/** A word of fewer suspected messages is chance. */
const FEWEST = 3
/** So many suspected ones must go for each good one: a lead that is lost is dearer than a message to skip. */
const LEAST_RATIO = 4

/** Those that take the most away first. */
export function findCategoryNoise(read: readonly ReadForNoise[], most = 12): CategoryNoise[] {
  const counts = new Map<string, CategoryNoise>()
  for (const { words, suspected } of read) {
    for (const word of words) {
      const count = counts.get(word) ?? { word, suspected: 0, good: 0 }
      counts.set(word, count)
      if (suspected) count.suspected += 1
      else count.good += 1
    }
  }
  return [...counts.values()]
    .filter(({ suspected, good }) => suspected >= FEWEST && suspected >= LEAST_RATIO * good)
    .sort((a, b) => worth(b) - worth(a) || a.word.localeCompare(b.word, 'ru'))
    .slice(0, most)
}

const worth = ({ suspected, good }: CategoryNoise): number => suspected - LEAST_RATIO * good
