/** What stands in quotation marks is what someone else said: a warning, a joke or a complaint repeats the spam that it is about. */

/** So many letters between the marks are a quotation; fewer are a name, or a word that is not meant so. */
const FEWEST_QUOTED = 12
/** What is left says something by itself, or the message is its quotation. */
const FEWEST_LEFT = 3

const quoted = /«[^»]*»|„[^“”"]*[“”"]|“[^”]*”|"[^"]*"/gu
const letter = /\p{L}/gu
const word = /\p{L}{2,}/gu

const count = (text: string, of: RegExp): number => text.match(of)?.length ?? 0

/** The text with spaces for its quotations, so that all else keeps its place; null when there are none, or too little is left. */
export function withoutQuotations(text: string): string | null {
  if (!/[«„“"]/.test(text)) return null
  const rest = text.replace(quoted, (each) => (count(each, letter) < FEWEST_QUOTED ? each : ' '.repeat(each.length)))
  return rest === text || count(rest, word) < FEWEST_LEFT ? null : rest
}
