/** Words that give away what a query finds beside what it is meant to find: in many of the found messages, in few others. */
import type { Language } from '../../engine/language/language.ts'
import { tokenise } from '../../engine/language/tokenise.ts'
import type { Db } from '../kit/sql.ts'
import type { Findings } from './find-stored.ts'
import { readTermShares } from './term-shares.ts'

export interface NoisyWord {
  word: string
  /** Of the found messages, 0 to 1. */
  share: number
}

const FEWEST_MESSAGES = 10
/** Messages that are looked at: the words of a part are those of all. */
export const NOISE_READ = 400
/** A word in fewer of them excludes too little to be worth a click. */
const LEAST_SHARE = 0.05
/** This many times more often than in other messages, or it belongs to the language and not to the subject. */
const LEAST_RATIO = 2.5
/** Words as common as these say nothing in any message. */
const LARGEST_SHARE_OF_OTHERS = 0.04
const MOST_LOOKED_UP = 120

/**
 * @param found what a query found: some of it, and how much there is
 * @param own words of the query itself, in any form; those that its spans mark are known to be its own
 */
export async function findNoisyWords(
  db: Db,
  language: Language,
  { messages, total, stored }: Pick<Findings, 'messages' | 'total' | 'stored'>,
  own: readonly string[],
  most = 12,
): Promise<NoisyWord[]> {
  if (messages.length < FEWEST_MESSAGES) return []
  const step = Math.max(1, messages.length / NOISE_READ)
  const read = Array.from({ length: Math.min(messages.length, NOISE_READ) }, (_, n) => {
    const { text, spans } = messages[Math.floor(n * step)]!
    return { tokens: tokenise(text), spans }
  })
  const ownLemmas = new Set(own.flatMap((form) => language.lemmas(form)))
  for (const { tokens, spans } of read) {
    for (const { form, start, end } of tokens) {
      if (spans.some(([from, to]) => start < to && end > from))
        for (const lemma of language.lemmas(form)) ownLemmas.add(lemma)
    }
  }
  const counts = new Map<string, number>()
  const forms = new Map<string, Map<string, number>>()
  for (const { tokens } of read) {
    const words = new Set<string>()
    for (const { form, kind } of tokens) {
      if (kind !== 'word' || !/^[а-яa-z][а-яa-z-]{2,}$/.test(form)) continue
      const lemmas = language.lemmas(form)
      if (lemmas.some((lemma) => ownLemmas.has(lemma))) continue
      const lemma = lemmas[0]!
      words.add(lemma)
      const written = forms.get(lemma) ?? new Map<string, number>()
      forms.set(lemma, written.set(form, (written.get(form) ?? 0) + 1))
    }
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const shareOfOthers = (ofAll: number, share: number): number =>
    stored > total ? Math.max(0, ofAll * stored - share * total) / (stored - total) : 0
  const frequent = [...counts]
    .map(([word, count]) => ({ word, share: count / read.length }))
    .filter(({ share }) => share >= LEAST_SHARE && share * read.length >= 3)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_LOOKED_UP)
  if (frequent.length === 0) return []
  const ofAll = await readTermShares(
    db,
    frequent.map(({ word }) => word),
  )
  if (!ofAll) return []
  return frequent
    .map(({ word, share }) => ({ word, share, others: shareOfOthers(ofAll.get(word) ?? 0, share) }))
    .filter(({ share, others }) => others <= LARGEST_SHARE_OF_OTHERS && share >= LEAST_RATIO * others)
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, most)
    .map(({ word, share }) => ({ word: shownForm(word, forms.get(word)), share }))
}

/** A dictionary that does not know a word guesses at its first form: one that no one wrote is not shown. */
function shownForm(lemma: string, forms: ReadonlyMap<string, number> = new Map()): string {
  if (forms.has(lemma)) return lemma
  return [...forms].sort(([, a], [, b]) => b - a)[0]?.[0] ?? lemma
}

/** How much more of the found messages it stands in than was to be expected. */
const weight = ({ share, others }: { share: number; others: number }): number =>
  share * Math.log2(share / (others + 0.0005))
