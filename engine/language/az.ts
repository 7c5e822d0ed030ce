import az from 'az'
import { Dictionary } from './dictionary.ts'
import type { DictionaryFiles } from './dictionary.ts'
import { fold } from './fold.ts'
import { createLanguage } from './language.ts'
import type { Morphology } from './language.ts'
import type { Parse } from './paradigms.ts'
import { headsOf, SHORTEST_PART, type WordLists } from './word-lists.ts'
import type { WordTag } from './word-tag.ts'
import { readMistyped, type Typos } from './mistyped.ts'
import type { NameKind, NameSource } from './name-source.ts'
import { createGluedNames, createWritings } from './writings.ts'

/** Up to this length a word that may be an abbreviation is one: «см» is not «смотреть», «тел» is no body. */
const LONGEST_ABBREVIATION = 3

/** A word too short to be guessed by its ending: «смм», «вк». */
const SHORTEST_GUESS = 4

/** So many times likelier, a form is the adverb alone. */
const ADVERB_TIMES = 4
/** Adverbs that say of an offer what the adjective says: who asks for «бесплатная консультация» means «консультация бесплатно» too. */
const OF_OFFERS = new Set('бесплатно быстро срочно качественно оперативно аккуратно профессионально надежно'.split(' '))

/** «Сантехника», «физика»: hardly ever spoken of in the plural. */
const SCIENCE = 'ика'

/** What may be left of a compound behind its first part: «лиц» of «юрлиц». */
const SHORTEST_REST = 3

/** Beyond the third guess wrong pairs grow faster than right ones. */
const GUESSES = 3
/** More: only listed words are taken from them. */
const NEWER_GUESSES = 6

/** How likely the closed-class reading must be to drop the others. */
const CLOSED_SHARE = 0.9

/** Forms whose readings in the dictionary mislead. */
const OWN_WAY: ReadonlyMap<string, readonly string[]> = new Map([
  ['им', ['он', 'они']], // not the abbreviation of «имени»
])

const PROPER = ['Name', 'Patr', 'Surn', 'Geox']

/** One way to read a form of the dictionary. */
export interface WordReading {
  lemma: string
  /** Part of speech as OpenCorpora names it: NOUN, ADJF, VERB … */
  part: string
  aspect: string
  /** Case, number, person …: what makes this form of the word. */
  form: string
  /** `masc`, `femn`, `neut`; both, when it is said of either: «Саша», «Шевченко». */
  genders: readonly string[]
  /** `Name`, `Patr`, `Surn` of a person, `Geox` of a place; nothing for an ordinary word. */
  proper: string
  /** The share of this reading in OpenCorpora's annotated texts; 1 when the form is not annotated there. */
  share: number
}

export interface DictionaryOptions {
  /**
   * Reads an unknown word of at least 7 letters as the known word that is one mistake away from it, too: `sure`, the
   * default, when there is only one such word; `all`, as any of them, which finds more and is wrong more often.
   */
  typos?: Typos
}

/**
 * The dictionary of OpenCorpora as it comes with the package `az`: 390 thousand words in all their forms, and guesses for
 * the words it does not know. `directory` is the package's folder `dicts`; its files are read once in a process. Rejects
 * when one is missing.
 */
export async function loadDictionary(
  directory: string,
  lists: WordLists,
  options: DictionaryOptions = {},
): Promise<Morphology> {
  const dictionary = await openDictionary(directory)
  const typos = options.typos ?? 'sure'
  const all = (form: string): string[] => withNames(lists, form, lemmas(dictionary, lists, form, typos))
  const known: NameSource = {
    lists,
    lemmas: createLanguage({ lemmas: all }).lemmas,
    isNominal: (form) => dictionary.known(form).some(({ tag }) => tag.isNominal),
    nameKindOf: (form) => nameKindOf(dictionary, form),
    mayName: (form, as) =>
      dictionary
        .known(form)
        .some(({ tag }) => (as === 'first' ? tag.isFirstName : tag.isProper) && tag.flex.includes('nomn')),
    beginsOthers: (name) => beginsOthers(dictionary, name),
  }
  return {
    lemmas: all,
    writings: createWritings(known),
    gluedName: createGluedNames(known),
    aspects: (form) => [...new Set(all(form).flatMap((lemma) => lists.aspects.get(lemma) ?? []))],
  }
}

/** All the dictionary says about a form, likely or not; nothing for an abbreviation or a word it does not know. */
export async function loadReadings(
  directory: string,
  lists: Pick<WordLists, 'abbreviations' | 'participles'>,
): Promise<(form: string) => WordReading[]> {
  const dictionary = await openDictionary(directory)
  return (form) => {
    const known = withoutOthers(dictionary, lists, dictionary.known(form))
    if (isAbbreviation(lists.abbreviations, form, known)) return []
    return known.map((parse) => {
      const { tag, score } = parse
      const aspect = tag.has('impf') ? 'impf' : tag.has('perf') ? 'perf' : ''
      return {
        lemma: dictionary.lemma(parse),
        part: tag.get('POST') ?? '',
        aspect,
        form: tag.flex.join(' '),
        genders: tag.has('Ms-f') ? ['masc', 'femn'] : [tag.get('GNdr') ?? ''],
        proper: PROPER.find((each) => tag.has(each)) ?? '',
        share: score,
      }
    })
  }
}

/** Latin words are names as a rule: what is English in a Russian text is called so. */
const LATIN_NAME = /^[a-z]{3,}$/
const RUSSIAN_NAME = /^[а-я]{3,}$/

function nameKindOf(dictionary: Dictionary, form: string): NameKind {
  if (LATIN_NAME.test(form)) return 'firm'
  if (!RUSSIAN_NAME.test(form)) return null
  const known = dictionary.known(form)
  if (known.every(({ tag }) => tag.isAbbreviation) || known.some(({ tag }) => tag.isFirm)) return 'firm'
  if (!known.every(({ tag }) => tag.isProper)) return null
  return known.some(({ tag }) => tag.isFirstName) ? 'first' : 'other'
}

/** So many words are looked at: what begins more is no name. */
const MOST_BEGUN = 150

function beginsOthers(dictionary: Dictionary, name: string): boolean {
  const own = new Set(dictionary.known(name).map((parse) => dictionary.lemma(parse)))
  const begun = dictionary.begun(name, MOST_BEGUN)
  return begun.some((parse) => (parse.tag.has('NOUN') || parse.tag.isVerb) && !own.has(dictionary.lemma(parse)))
}

const opened = new Map<string, Promise<Dictionary>>()

/** What `loadDictionary` stands on. */
export function openDictionary(directory: string): Promise<Dictionary> {
  let dictionary = opened.get(directory)
  if (dictionary === undefined) {
    dictionary = readDictionary(directory)
    opened.set(directory, dictionary)
    dictionary.catch(() => opened.delete(directory))
  }
  return dictionary
}

async function readDictionary(directory: string): Promise<Dictionary> {
  const buffer = (name: string): Promise<ArrayBuffer> =>
    read((done) => az.load(`${directory}/${name}`, 'arraybuffer', done))
  const json = <T>(name: string): Promise<T> => read((done) => az.load<T>(`${directory}/${name}`, 'json', done))
  const [words, probabilities, paradigms, suffixes, tags, grammemes, ...endings] = await Promise.all([
    buffer('words.dawg'),
    buffer('p_t_given_w.intdawg'),
    buffer('paradigms.array'),
    json<DictionaryFiles['suffixes']>('suffixes.json'),
    json<DictionaryFiles['tags']>('gramtab-opencorpora-int.json'),
    json<DictionaryFiles['grammemes']>('grammemes.json'),
    buffer('prediction-suffixes-0.dawg'),
    buffer('prediction-suffixes-1.dawg'),
    buffer('prediction-suffixes-2.dawg'),
  ])
  return new Dictionary({ words, probabilities, paradigms, suffixes, tags, grammemes, endings })
}

function read<T>(load: (done: (error: Error | null, content: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => load((error, content) => (error ? reject(error) : resolve(content))))
}

function lemmas(dictionary: Dictionary, lists: WordLists, form: string, typos: Typos): string[] {
  const { abbreviations, rareReadings } = lists
  const own = OWN_WAY.get(form)
  if (own) return [...own]
  const isShort = form.length <= LONGEST_ABBREVIATION || abbreviations.has(form)
  const plain = isShort ? undefined : dictionary.plainLemmas(form)
  if (plain !== undefined) return likely(rareReadings, form, plain)
  const known = dictionary.known(form)
  if (known.length > 0) {
    return isAbbreviation(abbreviations, form, known)
      ? [form]
      : likely(rareReadings, form, lemmasOf(dictionary, lists, known))
  }
  if (abbreviations.has(form)) return [form]
  const hyphen = form.lastIndexOf('-')
  if (hyphen >= 0) {
    if (CYRILLIC_WORD.test(form)) {
      const parts = dictionary.compound(form)
      if (parts.length > 0) return parts
    }
    return inflectedBehind(dictionary, lists, form, hyphen)
  }
  const shortened = withoutDrawl(dictionary, form)
  if (shortened !== undefined) return lemmas(dictionary, lists, shortened, 'none')
  if (form.length < SHORTEST_GUESS) return [form]
  const guesses = dictionary.guessed(form, NEWER_GUESSES)
  const newer = guesses.filter((lemma) => lists.newerWords.has(lemma))
  if (lists.newerWords.has(form)) newer.push(form)
  if (newer.length > 0) return [...new Set(newer)]
  // By a known prefix («нейросетями»).
  const prefixed = dictionary.prefixed(form)
  if (prefixed.length > 0 && typos !== 'all') return prefixed
  const guessed = prefixed.length > 0 ? prefixed : guessedByParts(dictionary, lists, form, guesses)
  return [
    ...new Set([
      ...readMistyped(dictionary, lists, form, guesses, typos),
      ...guessed,
      ...withPlainE(dictionary, lists, form),
    ]),
  ]
}

/** By the last part («юрлицами») or by the ending («таргетолога»). The form itself may be the normal form that was missed. */
function guessedByParts(dictionary: Dictionary, lists: WordLists, form: string, guesses: readonly string[]): string[] {
  // What the ending says stays beside the parts: «дропнули» has no zeros in it, and «геймдева» no maiden.
  return [...inflectedGlued(dictionary, lists, form), ...guesses.slice(0, GUESSES), form]
}

/** Loan words that the dictionary lacks are written with either letter: «каршеринг», «каршэринг». */
function withPlainE(dictionary: Dictionary, lists: WordLists, form: string): string[] {
  const plain = form.charAt(0) + form.slice(1).replaceAll('э', 'е')
  return plain === form ? [] : lemmas(dictionary, lists, plain, 'none')
}

/** `1с-программиста`, «маркет-плейсов»: a compound of a part no one knows is inflected as its last part is. */
function inflectedBehind(dictionary: Dictionary, lists: WordLists, form: string, hyphen: number): string[] {
  const last = form.slice(hyphen + 1)
  if (last.length < 2 || !CYRILLIC_WORD.test(last)) return [form]
  return lemmas(dictionary, lists, last, 'none').map((lemma) => form.slice(0, hyphen + 1) + lemma)
}

const CYRILLIC_WORD = /^[а-я'-]+$/

/**
 * «юрлицами», «кофемашиной»: glued to a first part that the linguist lists, an unknown compound is inflected as its last part
 * is. That must be an ordinary noun or adjective: a surname begins like anything («топилин»), and verbs make no compounds.
 */
function inflectedGlued(dictionary: Dictionary, lists: WordLists, form: string): string[] {
  const found = headsOf(lists, form, SHORTEST_REST).flatMap((head) => {
    const rest = form.slice(head.length)
    const parses = dictionary.known(rest).filter(({ tag }) => tag.isNominal && !tag.isProper && !tag.isAbbreviation)
    if (parses.length === 0) return []
    const meant = likely(lists.rareReadings, rest, [...new Set(parses.map((parse) => dictionary.lemma(parse)))])
    return meant.filter((lemma) => lemma.length >= SHORTEST_PART).map((lemma) => head + lemma)
  })
  return [...new Set(found)]
}

function lemmasOf(dictionary: Dictionary, lists: WordLists, known: Parse[]): string[] {
  const meant = withoutUnlikely(withoutSeveralCalled(dictionary, withoutOthers(dictionary, lists, known)))
  return [...new Set(meant.map((parse) => ownParticiple(lists, parse) ?? dictionary.lemma(parse)))]
}

/** «Пострадавшей» is «пострадавший» too, which the dictionary has as a noun alone, and no form of «пострадать». */
function ownParticiple({ participleOf }: WordLists, { word, tag }: Parse): string | undefined {
  if (!tag.isParticiple) return undefined
  for (const ending of ADJECTIVE_ENDINGS) {
    const participle = participleOf.get(fold(word).slice(0, -ending))
    if (participle !== undefined) return participle
  }
  return undefined
}

/** How many letters the endings of adjectives have. */
const ADJECTIVE_ENDINGS = [2, 3]

/** What an abbreviation, a brand in Russian letters or one of several spellings stands for comes along with it. */
function withNames({ abbreviations, brands, spellingOf }: WordLists, form: string, found: string[]): string[] {
  const names: string[] = []
  const full = abbreviations.get(form)
  if (full !== undefined) names.push(full)
  for (const lemma of found) {
    const name = brands.get(lemma)
    if (name !== undefined) names.push(name)
    const glued = lemma.includes('-') && full === undefined ? lemma.replaceAll('-', '') : lemma
    if (glued !== lemma) names.push(glued)
    const spelling = spellingOf.get(lemma) ?? spellingOf.get(glued)
    if (spelling !== undefined) names.push(spelling)
  }
  return names.length === 0 ? found : [...new Set([...found, ...names])]
}

function isAbbreviation(abbreviations: WordLists['abbreviations'], form: string, parses: Parse[]): boolean {
  return (
    abbreviations.has(form) || (form.length <= LONGEST_ABBREVIATION && parses.some(({ tag }) => tag.isAbbreviation))
  )
}

/**
 * Without what a form is not meant as: the verb of a participle that is a word of its own, a gerund that sounds like a name («Катя»,
 * «Паша»), the short adjective and the plural of a science that sound like an ordinary noun («сыр», «резка», «сантехник»), and the short
 * adjective of what mostly is an adverb («больно» tells of no «больной»).
 */
function withoutOthers(dictionary: Dictionary, lists: Pick<WordLists, 'participles'>, parses: Parse[]): Parse[] {
  const isName = parses.some(({ tag }) => tag.isCalled)
  const isOwn =
    parses.some(({ tag }) => tag.isParticiple) &&
    parses.some((parse) => parse.tag.isNominal && lists.participles.has(dictionary.lemma(parse)))
  const noun = likeliest(parses, (tag) => tag.isPlainNoun)
  const person = likeliest(parses, (tag) => tag.isPersonNoun)
  const adverb = likeliest(parses, (tag) => tag.isAdverb)
  return parses.filter((parse) => {
    const { tag, score } = parse
    if (tag.isGerund) return !isName
    if (tag.isParticiple) return !isOwn
    if (tag.isShortAdjective) return score > noun && (score * ADVERB_TIMES > adverb || OF_OFFERS.has(fold(parse.word)))
    return !tag.isManyThings || score > person || !dictionary.lemma(parse).endsWith(SCIENCE)
  })
}

/** How likely the likeliest of these readings is; 0 without one. */
const likeliest = (parses: readonly Parse[], fits: (tag: WordTag) => boolean): number =>
  parses.reduce((most, { tag, score }) => (fits(tag) ? Math.max(most, score) : most), 0)

/**
 * Without the name of several people where an ordinary noun explains the form: «в марках» tells of no two men called Марк. A
 * name that is itself a form of the noun stays, «гор» beside «горах»: the two are one word all the same.
 */
function withoutSeveralCalled(dictionary: Dictionary, parses: Parse[]): Parse[] {
  if (!parses.some(({ tag }) => tag.isSeveralCalled)) return parses
  const nouns = new Set(parses.filter(({ tag }) => tag.isOrdinaryNoun).map((parse) => dictionary.lemma(parse)))
  if (nouns.size === 0) return parses
  const isNoun = (name: string): boolean => dictionary.known(name).some((parse) => nouns.has(dictionary.lemma(parse)))
  return parses.filter((parse) => !parse.tag.isSeveralCalled || isNoun(dictionary.lemma(parse)))
}

function withoutUnlikely(parses: Parse[]): Parse[] {
  const closed = parses.filter(({ tag }) => tag.isClosed)
  if (closed.length === 0 || closed.length === parses.length) return parses
  const total = parses.reduce((sum, parse) => sum + parse.score, 0)
  const share = closed.reduce((sum, parse) => sum + parse.score, 0) / total
  return share >= CLOSED_SHARE ? closed : parses
}

/** Without the lemmas that a common form hardly ever means. */
function likely(rareReadings: WordLists['rareReadings'], form: string, found: string[]): string[] {
  const rare = rareReadings.get(form)
  return rare
    ? orItself(
        form,
        found.filter((lemma) => !rare.includes(lemma)),
      )
    : found
}

function orItself(form: string, found: string[]): string[] {
  return found.length > 0 ? found : [form]
}

/** «срочнооо» is «срочно» said slowly: undefined unless a shorter run of the same letter makes a known word. */
function withoutDrawl(dictionary: Dictionary, form: string): string | undefined {
  if (!/(.)\1\1/.test(form)) return undefined
  for (const kept of ['$1', '$1$1']) {
    const shortened = form.replace(/(.)\1{2,}/g, kept)
    if (shortened.length > 1 && dictionary.has(shortened)) return shortened
  }
  return undefined
}
