/** Pasted text -> the links in it, as they were written. The web counts by it what the server then takes. */

/** Commas and white space split; a semicolon too, unless it stands inside of an address. */
const between = /[\s,\u200B\uFEFF]+|;(?=[\s,;]|$|@|https?:)/u
/** What people put around a link. */
const around = new Set('<>«»„“”"\'`()[]{};.!')

/**
 * A list that was downloaded can be pasted again, and so can a table: what stands behind a tab is a name, unless it looks
 * like links too.
 */
export function splitLinks(text: string): string[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const [first = [], ...others] = line.split('\t').map(pieces)
    return [...first, ...others.filter((cell) => cell.every(looksLikeLink)).flat()]
  })
}

const pieces = (text: string): string[] =>
  text
    .split(between)
    .map(bare)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))

function bare(piece: string): string {
  let [start, end] = [0, piece.length]
  while (start < end && around.has(piece.charAt(start))) start += 1
  while (end > start && around.has(piece.charAt(end - 1))) end -= 1
  return piece.slice(start, end)
}

const looksLikeLink = (piece: string): boolean =>
  /^(?:https?:\/\/|@[\w.]|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\/|$))/iu.test(piece)
