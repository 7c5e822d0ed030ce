import az from 'az'
import type { Parse } from 'az'
import type { Morphology } from './language.ts'

const ANY_CASE = { ignoreCase: true, stutter: 0, typos: 0 }
const KNOWN = { ...ANY_CASE, parsers: ['Dictionary'] }
const COMPOUND = { ...ANY_CASE, parsers: ['HyphenParticle', 'HyphenAdverb', 'HyphenWords'] }
const PREFIXED = { ...ANY_CASE, parsers: ['PrefixKnown'] }
const GUESSED = { ...ANY_CASE, parsers: ['SuffixKnown'] }

/** Up to this length a word that may be an abbreviation is one: «см» is not «смотреть», «тел» is no body. */
const LONGEST_ABBREVIATION = 3

/** A word too short to be guessed by its ending: «смм», «вк». */
const SHORTEST_GUESS = 4

/** Beyond the third guess wrong pairs grow faster than right ones. */
const GUESSES = 3

/** Parts of speech that a guess may give: new words are nouns, adjectives and verbs. */
const PRODUCTIVE = new Set(['NOUN', 'ADJF', 'ADJS', 'VERB', 'INFN', 'PRTF', 'PRTS', 'GRND'])

/** Words that hold a sentence together; nobody looks for «переть» in «при» or for «мыть» in «мой». */
const CLOSED = new Set(['PREP', 'CONJ', 'PRCL', 'NPRO', 'NUMR', 'PRED'])

/** How likely the closed-class reading must be to drop the others. */
const CLOSED_SHARE = 0.9

/** Forms whose readings in the dictionary mislead. */
const OWN_WAY: ReadonlyMap<string, readonly string[]> = new Map([
  ['им', ['он', 'они']], // not the abbreviation of «имени»
])

/**
 * The dictionary of OpenCorpora through the package `az`: 390 thousand words in all their forms, and guesses for the
 * words it does not know. `directory` is the package's folder `dicts`. There is one dictionary in a process, whatever
 * the number of calls. Rejects when a file is missing.
 */
export async function loadDictionary(directory: string): Promise<Morphology> {
  await new Promise<void>((resolve, reject) => {
    az.Morph.init(directory, (error) => (error ? reject(error) : resolve()))
  })
  return { lemmas }
}

function lemmas(form: string): readonly string[] {
  const own = OWN_WAY.get(form)
  if (own) return own
  const known = az.Morph(form, KNOWN)
  if (known.length > 0) return isAbbreviation(form, known) ? [form] : normalForms(withoutUnlikely(known))
  if (form.includes('-')) return orItself(form, normalForms(az.Morph(form, COMPOUND)))
  const calm = withoutDrawl(form)
  if (calm !== undefined) return lemmas(calm)
  if (form.length < SHORTEST_GUESS) return [form]
  return guess(form)
}

function isAbbreviation(form: string, parses: Parse[]): boolean {
  return form.length <= LONGEST_ABBREVIATION && parses.some((parse) => parse.tag.Abbr)
}

function isClosed(parse: Parse): boolean {
  return CLOSED.has(parse.tag.POST ?? '') || parse.tag.Apro === true
}

function withoutUnlikely(parses: Parse[]): Parse[] {
  const closed = parses.filter(isClosed)
  if (closed.length === 0 || closed.length === parses.length) return parses
  const total = parses.reduce((sum, parse) => sum + parse.score, 0)
  const share = closed.reduce((sum, parse) => sum + parse.score, 0) / total
  return share >= CLOSED_SHARE ? closed : parses
}

function normalForms(parses: Parse[]): string[] {
  const forms = new Set<string>()
  for (const parse of parses) {
    const normal = parse.normalize()
    if (normal) forms.add(normal.toString().toLowerCase().replaceAll('ё', 'е'))
  }
  return [...forms]
}

function orItself(form: string, found: string[]): string[] {
  return found.length > 0 ? found : [form]
}

/** «срочнооо» is «срочно» said slowly: undefined unless a shorter run of the same letter makes a known word. */
function withoutDrawl(form: string): string | undefined {
  if (!/(.)\1\1/.test(form)) return undefined
  for (const kept of ['$1', '$1$1']) {
    const calm = form.replace(/(.)\1{2,}/g, kept)
    if (calm.length > 1 && az.Morph(calm, KNOWN).length > 0) return calm
  }
  return undefined
}

/**
 * Words the dictionary does not know, by a known prefix («нейросетями») or by the ending («таргетолога»). The form
 * itself comes along: it may be the normal form that the guesses missed.
 */
function guess(form: string): string[] {
  const prefixed = normalForms(az.Morph(form, PREFIXED).filter((parse) => PRODUCTIVE.has(parse.tag.POST ?? '')))
  if (prefixed.length > 0) return prefixed
  const guesses = normalForms(az.Morph(form, GUESSED).filter((parse) => PRODUCTIVE.has(parse.tag.POST ?? '')))
  return [...new Set([...guesses.slice(0, GUESSES), form])]
}
