/** What people of the made-up network say about one trade: the phrases that templates join into posts and comments. */
export interface Trade {
  /** The seeded category whose leads these requests are. */
  slug: string
  /** After «посоветуйте», «ищу»: accusative. */
  seek: GenderedPhrase[]
  /** After «нужен», «нужна»: nominative. */
  need: GenderedPhrase[]
  /** After «где можно», «кто может»: what is to be done. */
  todo: string[]
  /** Sentences that tell more of the request. */
  more: string[]
  /** What a seller of the trade writes; never a lead. */
  offers: string[]
}

export interface GenderedPhrase {
  /** That an adjective before it takes. */
  gender: Gender
  text: string
}

/** m: хорошего (a man), i: хороший (a thing), f: хорошую, n: хорошее, p: хорошие (things), a: хороших (people). */
export const genders = ['m', 'i', 'f', 'n', 'p', 'a'] as const
export type Gender = (typeof genders)[number]

/** Splits «f няню на вечер»; null without a gender. */
export function readGendered(phrase: string): GenderedPhrase | null {
  const gender = genders.find((each) => phrase.startsWith(`${each} `))
  return gender ? { gender, text: phrase.slice(2) } : null
}
