/**
 * A feed is cut before it is parsed: parsing costs by what is in it, and what is in it anyone decides who has a site. What is
 * quoted (CDATA, comments) is passed over whole; every sign is looked at once.
 */

/** Letters; of a longer feed the entries at its end are left out. */
const MOST_LETTERS = 512 * 1024
export const MOST_ITEMS = 500
/** Of one tag. Feeds with long tags have few of them; thousands of attributes are in none. */
const LONGEST_TAG = 16_384
const MOST_TAGS = 50_000
const MOST_ENTITIES = 100_000

const itemEnd = /^<\/(?:[\w-]{1,40}:)?(?:item|entry)\s*>$/i
const quotes: readonly (readonly [string, string])[] = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
]

/** @returns the first entries of it; null for what no reader of feeds would write. JSON stays as it is. */
export function cutFeed(whole: string): string | null {
  if (/^\s*\{/.test(whole)) return whole
  const text = whole.slice(0, MOST_LETTERS)
  const wasCut = text.length < whole.length
  let items = 0
  let tags = 0
  let lastEnd = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const quote = quotes.find(([opens]) => text.startsWith(opens, at))
    const closes = quote ? quote[1] : '>'
    const found = text.indexOf(closes, at)
    // What is open here was cut, or never ends.
    if (found === -1) break
    const end = found + closes.length
    if (!quote) {
      tags += 1
      if (end - at > LONGEST_TAG || tags > MOST_TAGS) return null
      if (itemEnd.test(text.slice(at, Math.min(end, at + 60)))) {
        items += 1
        lastEnd = end
      }
    }
    at = end
    if (items === MOST_ITEMS) break
  }
  const cut = items === MOST_ITEMS || wasCut ? text.slice(0, lastEnd) + closingTags(text) : text
  return countOf(cut, '&') > MOST_ENTITIES ? null : cut
}

/** What is left open where entries end. RDF has its entries beside the channel, not within it. */
function closingTags(text: string): string {
  const root = /<(rss|feed|rdf:RDF)[\s>]/i.exec(text.slice(0, 10_000))?.[1]
  if (root === undefined) return ''
  return root.toLowerCase() === 'rss' ? `</channel></${root}>` : `</${root}>`
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count += 1
  return count
}
