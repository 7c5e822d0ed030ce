/** What of a long message is read in a letter: as much as lies round the words that let it in, and which of them lie in it. */

/** So much of what stands before the first word is left, where the beginning is too far away. */
const BEFORE = 120

/**
 * @param spans start, end, start, end … in UTF-16 units
 * @param most UTF-16 units, what says that something was left out not counted
 */
export function excerptOf(text: string, spans: readonly number[], most: number): { text: string; spans: number[] } {
  const [first = 0, firstEnd = 0] = spans
  const from = text.length <= most || firstEnd <= most ? 0 : wordAfter(text, Math.max(0, first - BEFORE))
  const to =
    text.length - from <= most
      ? text.length
      : Math.max(wordBefore(text, from, from + most), Math.min(firstEnd, from + most))
  const shown = text.slice(from, to)
  const begin = from > 0 ? '…' : ''
  const kept: number[] = []
  for (let each = 0; each + 1 < spans.length; each += 2) {
    const [start = 0, end = 0] = [spans[each], spans[each + 1]]
    if (start >= from && end <= to) kept.push(start - from + begin.length, end - from + begin.length)
  }
  return { text: `${begin}${shown}${to < text.length ? '…' : ''}`, spans: kept }
}

/** Where the next word begins; the place itself in a text without spaces, never within a pair of units. */
function wordAfter(text: string, at: number): number {
  const space = text.slice(at, at + BEFORE / 2).search(/\s\S/u)
  return space === -1 ? wholeAt(text, at) : at + space + 1
}

function wordBefore(text: string, from: number, at: number): number {
  const cut = text.slice(from, at + 1)
  const space = cut.search(/\s+\S*$/u)
  return space > cut.length / 2 ? from + space : wholeAt(text, at)
}

const wholeAt = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at)
