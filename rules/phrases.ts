/** A pasted list -> phrases, each a query of our language. */

/**
 * Split at line breaks, commas and semicolons, but not inside quotes or brackets; of phrases that differ in case or in ё only the
 * first stays. Nothing is cut off.
 */
export function splitPhrases(text: string): string[] {
  const phrases: string[] = []
  let phrase = ''
  let depth = 0
  let quoted = false
  for (const character of text.replace(/\r\n?/g, '\n')) {
    // A quote or bracket that no one closed ends with its line.
    if (character === '\n') [depth, quoted] = [0, false]
    if (/["«»“”„]/u.test(character)) quoted = !quoted
    if (!quoted && character === '(') depth += 1
    if (!quoted && character === ')') depth = Math.max(0, depth - 1)
    if (character === '\n' || (/[,;]/.test(character) && !quoted && depth === 0)) {
      phrases.push(phrase)
      phrase = ''
    } else phrase += character
  }
  return distinctPhrases([...phrases, phrase])
}

/** Trimmed, without empty ones and repeats. */
export function distinctPhrases(phrases: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const each of phrases) {
    const phrase = each.replace(/\s+/gu, ' ').trim()
    const same = phrase.toLowerCase().replaceAll('ё', 'е')
    if (phrase !== '' && !seen.has(same)) seen.set(same, phrase)
  }
  return [...seen.values()]
}
