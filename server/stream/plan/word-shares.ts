/** In what share of all messages a word stands: as the messages of the last days say, and as good a guess where they say nothing. */
import { readTermShares } from '../../archive/archive.public.ts'
import type { Db } from '../../kit/sql.ts'

/** The words that are everywhere: anyone who searches for one finds everything. */
const everywhere = new Set(
  `и в не на я что он быть с а как это по но мы этот к у то за весь который от так о ты она бы из же для они вы до если или когда мочь только уже
  кто где какой есть нет еще мой свой ваш наш все знать сколько там тут можно надо чтобы кто-то кто-нибудь год день`.split(
    /\s+/,
  ),
)
const OF_THOSE = 0.1
/** What no message held may be in the next one. */
const LEAST = 1e-6

export async function wordShares(db: Db, lemmas: string[]): Promise<(lemma: string) => number> {
  const measured = await readTermShares(db, lemmas)
  return (lemma) => {
    const share = measured?.get(lemma)
    return share === undefined ? guess(lemma) : Math.max(share, LEAST)
  }
}

/** Long words are rare. */
function guess(lemma: string): number {
  return everywhere.has(lemma) ? OF_THOSE : Math.max(LEAST, 0.02 * 2 ** -(lemma.length / 1.5))
}
