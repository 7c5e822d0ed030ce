/** What people of the made-up network say about one trade: the phrases that templates join into posts and comments. */
export interface Trade {
  /** The seeded category whose leads these requests are. */
  slug: string
  /** After «посоветуйте», «ищу»: accusative, with the gender that an adjective before it takes («m фотографа»). */
  seek: string[]
  /** After «нужен», «нужна»: nominative, with its gender. */
  need: string[]
  /** After «где можно», «кто может»: what is to be done. */
  todo: string[]
  /** Sentences that tell more of the request. */
  more: string[]
  /** What a seller of the trade writes; never a lead. */
  offers: string[]
}

/** m: хорошего (a man), i: хороший (a thing), f: хорошую, n: хорошее, p: хорошие (things), a: хороших (people). */
export type Gender = 'm' | 'i' | 'f' | 'n' | 'p' | 'a'

const genders = new Set<string>(['m', 'i', 'f', 'n', 'p', 'a'] satisfies Gender[])

function isGender(mark: string): mark is Gender {
  return genders.has(mark)
}

/** Splits «f няню на вечер». Throws on a phrase without a gender: the content is wrong, not the user. */
export function gendered(phrase: string): { gender: Gender; text: string } {
  const mark = phrase.slice(0, 1)
  if (phrase[1] !== ' ' || !isGender(mark)) throw new Error(`a phrase without its gender: ${phrase}`)
  return { gender: mark, text: phrase.slice(2) }
}
