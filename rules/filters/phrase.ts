/**
 * Phrases of a filter: words next to each other, in exactly these forms. A message is asked for them in memory and in SQL, which
 * knows nothing of words: both reduce its text to the same plain one and look for the phrase in that.
 */

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё'
const LOWER = 'abcdefghijklmnopqrstuvwxyzабвгдеежзийклмнопрстуфхцчшщъыьэюяе'
const LETTERS = 'abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюя0123456789'

const lowered = new Map([...UPPER].map((letter, at) => [letter, LOWER.charAt(at)]))
const letters = new Set(LETTERS)

/** Words in small letters, ё as е, one space before, between and behind them; of other alphabets nothing stays. */
export function plainPhrase(text: string): string {
  return readPlain(text).plain
}

/**
 * The same in SQL.
 * @param text the name of a column
 */
export const plainTextSql = (text: string): string =>
  `(' ' || regexp_replace(translate(${text}, '${UPPER}', '${LOWER}'), '[^${LETTERS}]+', ' ', 'g') || ' ')`

/** What stands in a plain text where the phrase stands; null when what is asked is a word and no phrase. */
export function phraseOf(word: string): string | null {
  if (!/^".*"$/su.test(word)) return null
  const plain = plainPhrase(word)
  return /[^ ] [^ ]/u.test(plain) ? ` ${plain.trim()} ` : null
}

/** Where the phrase stands in a text: [start, end) in UTF-16 units, ascending. */
export function phraseSpans(text: string, phrase: string): [number, number][] {
  const { plain, origins } = readPlain(text)
  const spans: [number, number][] = []
  // Neighbours share the space between them.
  for (let at = plain.indexOf(phrase); at >= 0; at = plain.indexOf(phrase, at + 1)) {
    const [first, last] = [origins[at + 1], origins[at + phrase.length - 2]]
    if (first !== undefined && last !== undefined) spans.push([first, last + 1])
  }
  return spans
}

/** The plain text, and where in the text each of its signs comes from. */
function readPlain(text: string): { plain: string; origins: number[] } {
  let plain = ' '
  const origins = [0]
  let gap = false
  const put = (sign: string, at: number): void => {
    plain += sign
    origins.push(at)
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    const letter = lowered.get(sign) ?? sign
    if (!letters.has(letter)) {
      gap = true
      continue
    }
    if (gap) put(' ', at)
    gap = false
    put(letter, at)
  }
  if (gap) put(' ', text.length)
  put(' ', text.length)
  return { plain, origins }
}
