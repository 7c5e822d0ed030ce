/** Which part of a message is shown, and which of its words are marked. Offsets are UTF-16 units, as in the contract. */

export type Span = readonly [start: number, end: number]

export interface TextPiece {
  text: string
  highlighted: boolean
  /** Only a quiet span covers it. */
  quiet?: true
}

/**
 * The text from `from` to `to` in pieces, marked where a span covers them. Spans out of place are cut to fit.
 * @param quiet marked where no other span is
 */
export function highlightSpans(
  text: string,
  spans: readonly Span[],
  from = 0,
  to = text.length,
  quiet: readonly Span[] = [],
): TextPiece[] {
  const pieces = cut(text, spans, from, to)
  if (quiet.length === 0) return pieces
  let at = from
  return pieces.flatMap((piece) => {
    const start = at
    at += piece.text.length
    if (piece.highlighted) return [piece]
    return cut(text, quiet, start, at).map((part) => (part.highlighted ? { ...part, quiet: true as const } : part))
  })
}

function cut(text: string, spans: readonly Span[], from: number, to: number): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = from
  const push = (until: number, marked: boolean): void => {
    if (until > at) pieces.push({ text: text.slice(at, until), highlighted: marked })
    at = Math.max(at, until)
  }
  for (const [start, end] of [...spans].sort((one, other) => one[0] - other[0])) {
    if (end <= at || start >= to) continue
    push(Math.min(start, to), false)
    push(Math.min(end, to), true)
  }
  push(to, false)
  return pieces
}

/** A text is shown whole up to this length and this many lines; past them it is cut a good deal shorter. */
const WHOLE = { length: 620, lines: 14 }
const HEAD = { length: 460, lines: 9 }
/** When the match lies further down: so much of the beginning, and so much around the match. */
const SHORT_HEAD = 180
const AROUND = { before: 120, after: 160 }

/** The parts that are shown while the message is folded; one part from end to end when there is nothing to fold. */
export function foldText(text: string, spans: readonly Span[]): Span[] {
  if (text.length <= WHOLE.length && lineEnd(text, WHOLE.lines) === text.length) return [[0, text.length]]
  const head = cutBack(text, Math.min(HEAD.length, lineEnd(text, HEAD.lines)))
  const [first] = [...spans].sort((one, other) => one[0] - other[0])
  if (first === undefined || first[1] <= head || first[0] >= text.length) return [[0, head]]
  const short = cutBack(text, Math.min(SHORT_HEAD, lineEnd(text, 3)))
  const start = cutForward(text, Math.max(short, first[0] - AROUND.before), first[0])
  const end = cutBack(text, Math.min(text.length, first[1] + AROUND.after), first[1])
  return start - short < 40
    ? [[0, end]]
    : [
        [0, short],
        [start, end],
      ]
}

/** Where line number `lines` ends. */
function lineEnd(text: string, lines: number): number {
  let at = -1
  for (let line = 0; line < lines; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) return text.length
  }
  return at
}

const LONG_WORD = 40

/** The end of the last whole word before `at`, but not before `least`. */
function cutBack(text: string, at: number, least = 0): number {
  if (at >= text.length) return text.length
  for (let cut = at; cut > Math.max(least, at - LONG_WORD); cut -= 1)
    if (/\s/.test(text.charAt(cut))) return text.slice(0, cut).trimEnd().length
  return Math.max(least, whole(text, at))
}

/** The beginning of the first whole word from `at`, but not past `most`. */
function cutForward(text: string, at: number, most: number): number {
  for (let cut = at; cut < Math.min(most, at + LONG_WORD); cut += 1) if (/\s/.test(text.charAt(cut))) return cut + 1
  return Math.min(most, whole(text, at))
}

/** Not between the two halves of an emoji. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
