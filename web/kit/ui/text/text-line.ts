/** Which part of a text is shown where there is room for a line or two. Offsets are UTF-16 units. */
import type { Span } from './highlight-spans.ts'

/** A match that begins this early is in sight wherever the text begins. */
const IN_SIGHT = 90
/** So much is shown before a match that lies farther on, and so much of a text at all. */
const BEFORE = 36
const LONGEST = 420
const LONG_WORD = 24

/** From the beginning, or from a little before the first match that would be out of sight. */
export function textLine(text: string, spans: readonly Span[]): Span {
  const first = spans.reduce<Span | null>((least, span) => (least && least[0] <= span[0] ? least : span), null)
  const from = first === null || first[1] <= IN_SIGHT ? 0 : wordFrom(text, first[0] - BEFORE, first[0])
  return [from, cut(text, from + LONGEST)]
}

/** The beginning of the first whole word from `at`, but not past `most`. */
function wordFrom(text: string, at: number, most: number): number {
  const start = Math.max(0, at)
  if (start === 0) return 0
  for (let place = start; place < Math.min(most, start + LONG_WORD); place += 1)
    if (/\s/.test(text.charAt(place))) return place + 1
  return cut(text, Math.min(most, start))
}

/** Not between the two halves of an emoji, nor past the end. */
function cut(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : Math.min(at, text.length)
}
