import az from 'az'
import type { Parse } from 'az'
import { abbreviations } from './abbreviations.ts'
import { brands } from './brands.ts'
import type { Morphology } from './language.ts'
import { rareReadings } from './rare-readings.ts'

const ANY_CASE = { ignoreCase: true, stutter: 0, typos: 0, normalizeScore: false }
const KNOWN = { ...ANY_CASE, parsers: ['Dictionary'] }
const MISTYPED = { ...KNOWN, typos: 1 }
const COMPOUND = { ...ANY_CASE, parsers: ['HyphenParticle', 'HyphenAdverb', 'HyphenWords'] }
const PREFIXED = { ...ANY_CASE, parsers: ['PrefixKnown'] }
const GUESSED = { ...ANY_CASE, parsers: ['SuffixKnown'] }

/** Up to this length a word that may be an abbreviation is one: «см» is not «смотреть», «тел» is no body. */
const LONGEST_ABBREVIATION = 3

/** A word too short to be guessed by its ending: «смм», «вк». */
const SHORTEST_GUESS = 4

/** Shorter words are too near to too many others: «кит» and «кот». */
const SHORTEST_MISTYPED = 7

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

/** One way to read a form of the dictionary. */
export interface Reading {
  lemma: string
  /** Part of speech as OpenCorpora names it: NOUN, ADJF, VERB … */
  part: string
  aspect: string
  /** Case, number, person …: what makes this form of the word. */
  form: string
  /** The share of this reading in OpenCorpora's annotated texts; 1 when the form is not annotated there. */
  share: number
}

export interface DictionaryOptions {
  /**
   * Reads an unknown word of at least 7 letters that is one mistyped letter away from a known one as that word, too. Off
   * unless asked for: it finds more and is wrong more often.
   */
  typos?: boolean
}

/**
 * The dictionary of OpenCorpora through the package `az`: 390 thousand words in all their forms, and guesses for the
 * words it does not know. `directory` is the package's folder `dicts`. There is one dictionary in a process, whatever
 * the number of calls. Rejects when a file is missing.
 */
export async function loadDictionary(directory: string, options: DictionaryOptions = {}): Promise<Morphology> {
  await new Promise<void>((resolve, reject) => {
    az.Morph.init(directory, (error) => (error ? reject(error) : resolve()))
  })
  return { lemmas: (form) => withNames(form, lemmas(form, options.typos ?? false)) }
}

/**
 * All the dictionary says about a form, likely or not; nothing for an abbreviation or a word it does not know. For after
 * `loadDictionary`.
 */
export function dictionaryReadings(form: string): Reading[] {
  const known = az.Morph(form, KNOWN)
  if (isAbbreviation(form, known)) return []
  return known.map((parse) => {
    const { POST = '', impf, perf, flex } = parse.tag
    return { lemma: normalForm(parse), part: POST, aspect: impf ? 'impf' : perf ? 'perf' : '', form: flex.join(' '), share: parse.score }
  })
}

function lemmas(form: string, typos: boolean): string[] {
  const own = OWN_WAY.get(form)
  if (own) return [...own]
  const known = az.Morph(form, KNOWN)
  if (known.length > 0) return isAbbreviation(form, known) ? [form] : likely(form, normalForms(withoutUnlikely(known)))
  if (abbreviations.has(form)) return [form]
  if (form.includes('-')) return orItself(form, normalForms(az.Morph(form, COMPOUND)))
  const calm = withoutDrawl(form)
  if (calm !== undefined) return lemmas(calm, false)
  if (form.length < SHORTEST_GUESS) return [form]
  const mistyped = typos && form.length >= SHORTEST_MISTYPED ? normalForms(az.Morph(form, MISTYPED)) : []
  return [...new Set([...mistyped, ...guess(form)])]
}

/** The words that an abbreviation or a brand in Russian letters stands for come along with it. */
function withNames(form: string, found: string[]): string[] {
  const full = abbreviations.get(form)
  const names = found.flatMap((lemma) => brands.get(lemma) ?? [])
  return full === undefined && names.length === 0 ? found : [...new Set([...found, ...(full === undefined ? [] : [full]), ...names])]
}

function isAbbreviation(form: string, parses: Parse[]): boolean {
  return abbreviations.has(form) || (form.length <= LONGEST_ABBREVIATION && parses.some((parse) => parse.tag.Abbr))
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

/** Without the lemmas that a common form hardly ever means. */
function likely(form: string, found: string[]): string[] {
  const rare = rareReadings.get(form)
  return rare ? orItself(form, found.filter((lemma) => !rare.includes(lemma))) : found
}

function normalForms(parses: Parse[]): string[] {
  return [...new Set(parses.map(normalForm))]
}

/**
 * The dictionary files «второй» under «два», «лучший» under «хороший» and «Ильич» under «Илья»; to everybody else these
 * are words of their own.
 */
function normalForm(parse: Parse): string {
  const { tag } = parse
  const own = tag.Anum
    ? parse.inflect(['ADJF', 'Anum', 'masc', 'sing', 'nomn'])
    : tag.Supr
      ? parse.inflect(['Supr', 'masc', 'sing', 'nomn'])
      : tag.Patr && parse.inflect(['Patr', tag.femn ? 'femn' : 'masc', 'sing', 'nomn'])
  return (own || parse.normalize() || parse).toString().toLowerCase().replaceAll('ё', 'е')
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
