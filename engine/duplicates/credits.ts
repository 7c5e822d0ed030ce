/**
 * What stands under many different texts and says nothing of what one is about: who took the picture («Фото: Анна Петрова, г.
 * Беломорск»), whose text it is («© …»), the marks of accounts («[id1|Анна]»). Two captions over one such line are two texts.
 */

/** From where to where, in UTF-16 units. */
export type CreditSpan = readonly [start: number, end: number]

/** Words that a credit begins with. */
export const CREDIT_WORDS =
  'фото фотография фотографии автор авторы текст источник снимал снимала снимали видео съёмка съемка'.split(' ')

/** A sentence, a line or a bracket begins after one of these; nothing of a sentence stands before it. */
const OPENS = /[\n.!?…|(—–\p{S}\p{Cs}]\s*$/u
const BEFORE = 4
/** Before a colon, an account or a name. */
const CREDIT =
  /[\p{L}-]+(?:\s+(?:фото|текста|снимка))?(?:\s+и\s+(?:текст|фото|видео))?\s*(?::+|\s(?=[[@]|\p{Lu}[\p{Ll}.]))/uy
const SIGN = /©|\([cс]\)/gu
/** What ends it: the line, a mark of division, or a sentence whose last word is no initial and no «г.». */
const CREDIT_END = /[\n)]|\s\||[!?…]|(?<=\p{L}{3,}|\])\.(?=\s+\p{Lu})/u
/** More is no credit. */
const MOST_CREDIT = 120
const ACCOUNT = /\[(?:id|club|public|event)\d+\|/g

/** @param words where words of `CREDIT_WORDS` begin; the spans are in the order of their beginnings and may overlap */
export function creditsOf(text: string, words: readonly number[]): readonly CreditSpan[] {
  const spans: CreditSpan[] = []
  const close = (start: number, from: number): void => {
    const rest = text.slice(from, from + MOST_CREDIT + 1)
    const end = rest.search(CREDIT_END)
    if (end >= 0 || rest.length <= MOST_CREDIT) spans.push([start, from + (end < 0 ? rest.length : end)])
  }
  for (const start of words) {
    if (start > 0 && !OPENS.test(text.slice(Math.max(0, start - BEFORE), start))) continue
    CREDIT.lastIndex = start
    if (CREDIT.test(text)) close(start, CREDIT.lastIndex)
  }
  if (text.includes('©') || text.includes('(c)') || text.includes('(с)'))
    for (const { index, 0: sign } of text.matchAll(SIGN)) close(index, index + sign.length)
  if (text.includes('|'))
    for (const { index, 0: mark } of text.matchAll(ACCOUNT)) spans.push([index, index + mark.length])
  return spans.length > 1 ? spans.sort(([a], [b]) => a - b) : spans
}
