/** A message as strangers may read it: without what leads to those who are named in it, and without their names. */
import { findPhoneNumbersInText } from 'libphonenumber-js'
import { tokenise } from '../../../../engine/language/tokenise.ts'
import type { NameFinder, TextRange } from './find-names.ts'

const HIDDEN = '•••'
/** Longer texts end so. What is looked at goes on for a while: an address that is cut off must be hidden whole. */
const LONGEST_SHOWN = 1_500
const LOOKED_AT = LONGEST_SHOWN + 500

const patterns = [
  // Someone's page in the networks' own writing: [id1|Мария Иванова], [club5|Подслушано].
  /\[[^\]|[]{1,200}\|[^\]]{1,200}\]/g,
  /\b(?:https?:\/\/|www\.)\S+/giu,
  /\b(?:t|wa|vk|ok|instagram|youtube|viber)\.(?:me|com|ru|be)\/\S+/giu,
  // Only from the beginning of such a row on: from each of its letters it would take seconds.
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
  /(?<![\p{L}\p{N}])@[\p{L}\p{N}_.-]{2,}/gu,
  // Ten digits and more are no one's price; seven written as a telephone number are.
  /\+?\d(?:[\s().–-]{0,3}\d){9,}/g,
  /(?<![\d.,-])\d{2,3}[-–]\d{2}[-–]\d{2}(?![\d-])/g,
]

/** Each place that is hidden becomes three dots; spans go along, and those that lead into such a place go away. */
export function hideContacts(
  whole: string,
  spans: readonly TextRange[],
  findNames: NameFinder,
): { text: string; spans: TextRange[] } {
  const text = whole.slice(0, LOOKED_AT)
  const contacts = merged([
    ...patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ index, 0: found }): TextRange => [index, index + found.length]),
    ),
    ...tokenise(text).flatMap(({ kind, start, end }): TextRange[] =>
      kind === 'url' || kind === 'mention' ? [[start, end]] : [],
    ),
    ...findPhoneNumbersInText(text, 'RU').map(({ startsAt, endsAt }): TextRange => [startsAt, endsAt]),
  ])
  const ranges = merged([...contacts, ...findNames(text, contacts)])
  const cut =
    ranges.find(([start, end]) => start < LONGEST_SHOWN && end > LONGEST_SHOWN)?.[1] ??
    Math.min(text.length, LONGEST_SHOWN)
  let shown = ''
  let at = 0
  for (const [start, end] of ranges.filter((range) => range[1] <= cut)) {
    shown += text.slice(at, start) + HIDDEN
    at = end
  }
  shown += text.slice(at, cut).toWellFormed()
  const moved = (place: number): number =>
    ranges.reduce((sum, [start, end]) => (end <= place ? sum + HIDDEN.length - (end - start) : sum), place)
  return {
    text: cut < whole.length ? `${shown}…` : shown,
    spans: spans
      .filter(([from, to]) => to <= cut && ranges.every(([start, end]) => to <= start || from >= end))
      .map(([from, to]) => [moved(from), moved(to)]),
  }
}

function merged(ranges: TextRange[]): TextRange[] {
  const inOrder = ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const found: TextRange[] = []
  for (const [start, end] of inOrder) {
    const last = found.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else found.push([start, end])
  }
  return found
}
