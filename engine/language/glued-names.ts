/**
 * Names of several words as people glue them together and write them in the other alphabet: «рыжийлис», `#рыжийлис`, `@ryzhiy_lis`, `Smile House`
 * for «Смайл Хаус».
 */
import { brandOf, FEW_DIGITS, LATIN_NAME_PART, type FoundWritings, type NameSource } from './name-source.ts'
import { toCyrillic, toLatin } from './transliteration.ts'

/** What stands behind the number of a model, or right behind a name. By themselves these are other words. */
export const MODELS = ['pro про', 'max макс', 'plus плюс', 'mini мини', 'ultra ультра', 'lite лайт', 'air эйр аир'].map(
  (writings) => writings.split(' '),
)
/** Of a name of several words in either alphabet: more are hardly written. */
export const MOST_ROWS = 8
const SHORTEST_GLUED = 7

/** Words that are a name together, whatever else they mean: `#рыжийлис`, `@ryzhiy_lis`, «студия17». */
export function nameGlued(source: NameSource, row: readonly string[], found: FoundWritings): void {
  if (FEW_DIGITS.test(row.at(-1) ?? '')) {
    for (const sign of ['', '#']) found.row(sign + row.join(''))
    return
  }
  if (isPersonOrWords(source, row)) return
  for (const isLatin of [false, true]) {
    const choices = row.map((word) => (LATIN_NAME_PART.test(word) === isLatin ? [word] : inOtherAlphabet(source, word)))
    for (const written of rowsOf(choices).slice(0, MOST_ROWS)) {
      found.row(...written)
      gluedWritings(source, written, found)
    }
  }
}

/** «Иван Петров», whose names are other words too: «#иванпетрович» is another, and what is meant is asked for anyway (name-writings.ts). */
function isPersonOrWords(source: NameSource, [first = '', second = '', ...others]: readonly string[]): boolean {
  if (others.length > 0 || !source.mayName(first, 'first') || !source.mayName(second, 'other')) return false
  return source.nameKindOf(first) === null || source.nameKindOf(second) === null
}

export function gluedWritings(source: NameSource, row: readonly string[], found: FoundWritings): void {
  const glued = row.join('')
  gluedWord(source, row, found)
  if (glued.length < SHORTEST_GLUED) return found.row(`#${glued}`)
  found.prefix(`#${glued}`)
  const latin = row.map((word) => latinOf(source, word))
  if (latin.join('') !== glued) found.prefix(`#${latin.join('')}`)
  found.prefix(`@${latin.join('')}`)
  found.prefix(`@${latin.join('_')}`)
}

/** As the brand writes itself and its things, or else letter by letter. */
function latinOf(source: NameSource, word: string): string {
  if (LATIN_NAME_PART.test(word)) return word
  return (
    brandOf(source, word) ??
    listedWritings(source, word).find((each) => LATIN_NAME_PART.test(each)) ??
    toLatin(word)[0]!
  )
}

/** «Авто ру» is no «автору»; nor is «госуслуги дом» a form of «госуслуги», which its ending may look like. */
export function gluedWord(source: NameSource, row: readonly string[], found: FoundWritings): void {
  const glued = row.join('')
  if (source.lemmas(glued).some((lemma) => isOfFirstPart(lemma, row))) return
  if (source.nameKindOf(glued) === 'firm' || brandOf(source, glued) !== undefined) found.row(glued)
}

/** Whether the lemma of a compound is what stands before its last part: no form of the compound then. */
export const isOfFirstPart = (lemma: string, parts: readonly string[]): boolean => lemma === parts.slice(0, -1).join('')

/** The word itself first. What a brand is called is one word to the reader of texts. */
export function writingsInRow(source: NameSource, form: string): string[] {
  const listed = listedWritings(source, form)
  if (listed.length > 0) return [form, ...listed.filter((writing) => writing !== form)]
  if (brandOf(source, form) !== undefined) return [form]
  return [form, LATIN_NAME_PART.test(form) ? toCyrillic(form) : toLatin(form)[0]!]
}

const listedWritings = ({ lists: { productLines, nameWords } }: NameSource, form: string): readonly string[] =>
  MODELS.find((writings) => writings.includes(form)) ?? productLines.get(form) ?? nameWords.get(form) ?? []

/** What a name may be in the letters of the other alphabet, listed and letter by letter. */
export function inOtherAlphabet(source: NameSource, form: string): string[] {
  const { brands } = source.lists
  const brand = brandOf(source, form)
  const listed = [
    ...listedWritings(source, form),
    ...(brand === undefined ? [] : [brand, ...[...brands].flatMap(([name, of]) => (of === brand ? [name] : []))]),
  ]
  const isLatin = LATIN_NAME_PART.test(form)
  const others = [...listed, ...(isLatin ? [toCyrillic(form)] : toLatin(form))]
  return [...new Set(others.filter((other) => LATIN_NAME_PART.test(other) !== isLatin))]
}

export const rowsOf = (choices: readonly string[][]): string[][] =>
  choices.reduce<string[][]>((rows, choice) => rows.flatMap((row) => choice.map((word) => [...row, word])), [[]])
