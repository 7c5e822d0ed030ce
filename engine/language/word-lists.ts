/** What we know of words beside the dictionary: `engine/data/language/`. */
import {
  checkDistinct,
  readData,
  readEntries,
  readItems,
  readPlainLines,
  type DataEntry,
  type DataFile,
  type DataSection,
  type Report,
} from '../data/read-data.ts'
import { fold } from './fold.ts'
import { MistakeIndex, slipsOf } from './slips.ts'

const ABBREVIATIONS = 'language/abbreviations.txt'
const BRANDS = 'language/brands.txt'
const RARE_READINGS = 'language/rare-readings.txt'
const SPELLINGS = 'language/spellings.txt'
const PRODUCT_LINES = 'language/product-lines.txt'
const NAME_WORDS = 'language/name-words.txt'
const COMPOUNDS = 'language/compounds.txt'
const COMPOUND_ENDS = 'language/compound-ends.txt'
const UNITS = 'language/units.txt'
const ASPECTS = 'language/aspects.txt'
const PARTICIPLES = 'language/participles.txt'
const NEWER_WORDS = 'language/newer-words.txt'
const BEFORE_NAMES = 'language/before-names.txt'
const BEFORE_NUMBERS = 'language/before-numbers.txt'
/** Below `engine/data/`. */
export const wordListFiles = [
  ABBREVIATIONS,
  BRANDS,
  RARE_READINGS,
  SPELLINGS,
  PRODUCT_LINES,
  NAME_WORDS,
  COMPOUNDS,
  COMPOUND_ENDS,
  UNITS,
  ASPECTS,
  PARTICIPLES,
  NEWER_WORDS,
  BEFORE_NAMES,
  BEFORE_NUMBERS,
]

/** A shorter name of a thing is the beginning of too many other words. */
const SHORTEST_NEWER = 5
/** Shorter words are like too many others. */
const SHORTEST_LIKE = 8
const SHORTEST_SLIP = 5
const RUSSIAN = /^[а-я]+$/
/** Parts of a glued word: «авто» and «мат» are no compound. */
export const SHORTEST_PART = 4

export interface WordLists {
  /** Abbreviation -> the word it stands for wherever it stands. */
  abbreviations: ReadonlyMap<string, string>
  /** Dictionary form in Russian letters -> the brand as it writes itself. «айфоны» and `iPhone` are one word. */
  brands: ReadonlyMap<string, string>
  /** Form -> those of its dictionary lemmas that it hardly ever means. */
  rareReadings: ReadonlyMap<string, readonly string[]>
  /** Participles that are no forms of their verb any more. */
  participles: ReadonlySet<string>
  /** The same by what their endings follow: «пострадавш» -> «пострадавший». */
  participleOf: ReadonlyMap<string, string>
  /** Words that the dictionary may lack, in their dictionary form. */
  newerWords: ReadonlySet<string>
  /** The longer of them, by what they are mistyped as. */
  newerLike: MistakeIndex
  /** The brands as they write themselves, in one word. */
  brandNames: ReadonlySet<string>
  /** Brands with a name of several words. */
  brandPhrases: readonly BrandPhrase[]
  /** What brands call their things, each writing -> all of them: «фокус» -> `focus`, «фокус». */
  productLines: ReadonlyMap<string, readonly string[]>
  /** Words of names of firms, each writing -> all of them: `smile` -> `smile`, «смайл». */
  nameWords: ReadonlyMap<string, readonly string[]>
  /** Single word -> the one of its line that stands for all: «риелтор» -> «риэлтор». */
  spellingOf: ReadonlyMap<string, string>
  /** The lines in which a spelling is several words: rows of words side by side. */
  spellings: readonly WordRow[][]
  /** First parts of compounds that are written apart as well, each with how else it is written: «веб» -> «веб», `web`. */
  compounds: ReadonlyMap<string, readonly string[]>
  /** Longer first parts as people slip in them: «видио» -> «видео». */
  headOfSlip: ReadonlyMap<string, string>
  /** Last parts of names that are written apart as well: «сбер банк», «вейп шоп». */
  compoundEnds: ReadonlySet<string>
  /** The writings of each unit. */
  units: readonly WordRow[][]
  /** Verb -> the verbs of the other aspect that mean the same. */
  aspects: ReadonlyMap<string, readonly string[]>
  /** Word -> its abbreviations, which mean it before a name: «г. Москва». */
  beforeNames: ReadonlyMap<string, readonly string[]>
  /** Word -> its abbreviations, which mean it before a number: «д. 5». */
  beforeNumbers: ReadonlyMap<string, readonly string[]>
}

/** Words side by side; the parts of a compound are words. */
export type WordRow = readonly string[]

export interface BrandPhrase {
  /** As in `brandNames`. */
  brand: string
  /** All its names. */
  rows: readonly WordRow[]
}

/**
 * All words folded.
 * @param files `wordListFiles`
 * @throws DataError
 */
export function readWordLists(files: readonly DataFile[]): WordLists {
  return readData(files, (sections, report) => {
    const of = (name: string) => sections.filter(({ file }) => file === name)
    const entriesOf = (name: string) => readWords(of(name), report)
    const { brands, brandNames, brandPhrases } = readBrands(of(BRANDS), report)
    const participles = readPlain(of(PARTICIPLES), report)
    const spellings = readSpellings(of(SPELLINGS), report)
    const productLines = readWritings(of(PRODUCT_LINES), report)
    const newerWords = new Set([
      ...readPlain(of(NEWER_WORDS), report),
      ...brands.keys(),
      ...[...productLines.keys()].filter((word) => word.length >= SHORTEST_NEWER),
      ...spellings.spellingOf.keys(),
      ...spellings.spellingOf.values(),
    ])
    const compounds = readWritings(of(COMPOUNDS), report)
    return {
      abbreviations: new Map(
        entriesOf(ABBREVIATIONS).map(({ at, key, words }) => {
          if (words.length > 1) report(at, `"${key}" stands for more than one word`)
          return [key, words[0] ?? key]
        }),
      ),
      brands,
      ...spellings,
      productLines,
      nameWords: readWritings(of(NAME_WORDS), report),
      newerWords,
      newerLike: new MistakeIndex([...newerWords].filter((word) => RUSSIAN.test(word) && word.length >= SHORTEST_LIKE)),
      brandNames,
      brandPhrases,
      rareReadings: new Map(entriesOf(RARE_READINGS).map(({ key, words }) => [key, words])),
      compounds,
      headOfSlip: new Map(
        [...compounds.keys()]
          .filter((head) => RUSSIAN.test(head) && head.length >= SHORTEST_SLIP)
          .flatMap((head) => slipsOf(head).map((slip) => [slip, head] as const)),
      ),
      compoundEnds: readPlain(of(COMPOUND_ENDS), report),
      units: readUnits(of(UNITS), report),
      aspects: pairUp(entriesOf(ASPECTS)),
      participles,
      participleOf: new Map(
        [...participles].flatMap((each) => (/[ыи]й$/.test(each) ? [[each.slice(0, -2), each]] : [])),
      ),
      beforeNames: new Map(entriesOf(BEFORE_NAMES).map(({ key, words }) => [key, words])),
      beforeNumbers: new Map(entriesOf(BEFORE_NUMBERS).map(({ key, words }) => [key, words])),
    }
  })
}

function readSpellings(sections: readonly DataSection[], report: Report): Pick<WordLists, 'spellingOf' | 'spellings'> {
  const spellingOf = new Map<string, string>()
  const spellings: WordRow[][] = []
  const lines = readRows(sections, report)
  checkDistinct(
    lines.flatMap(({ at, rows }) => rows.map((row) => ({ at, text: row.join(' ') }))),
    report,
  )
  for (const { rows } of lines) {
    const singles = rows.filter((row) => row.length === 1).map(([word = '']) => word)
    // Words in Latin letters are read as they are, so they have to be what the others are read as.
    const common = singles.find((word) => /^[a-z]/.test(word)) ?? singles[0]
    for (const word of singles) if (word !== common) spellingOf.set(word, common!)
    const written = rows.map((row) => (row.length === 1 ? row : row.flatMap((word) => word.split('-'))))
    if (rows.length > singles.length) spellings.push(written)
  }
  return { spellingOf, spellings }
}

function readBrands(
  sections: readonly DataSection[],
  report: Report,
): Pick<WordLists, 'brands' | 'brandNames' | 'brandPhrases'> {
  const lines = readRows(sections, report).map(({ at, rows }) => ({ at, rows, brand: rows[0]!.join('') }))
  checkDistinct(
    lines.flatMap(({ at, rows }) => rows.slice(1).map((row) => ({ at, text: row.join(' ') }))),
    report,
  )
  return {
    brands: new Map(
      lines.flatMap(({ rows, brand }) =>
        rows.flatMap((row, at) => (at > 0 && row.length === 1 ? [[row[0]!, brand] as const] : [])),
      ),
    ),
    brandNames: new Set(lines.map(({ brand }) => brand)),
    brandPhrases: lines
      .filter(({ rows }) => rows.some((row) => row.length > 1))
      .map(({ rows, brand }) => ({ brand, rows })),
  }
}

/** Each writing -> all of its line, the writing itself among them: «веб» -> «веб», `web`. */
function readWritings(sections: readonly DataSection[], report: Report): ReadonlyMap<string, readonly string[]> {
  const lines = readPlainLines(sections, report).map(({ at, text }) => ({ at, items: readItems(at, text, report) }))
  const words = lines.flatMap(({ at, items }) => items.map((text) => ({ at, text })))
  checkDistinct(words, report)
  for (const { at, text } of words) checkWord(at, text, report)
  return new Map(lines.flatMap(({ items }) => items.map((item) => [item, items])))
}

function readPlain(sections: readonly DataSection[], report: Report): ReadonlySet<string> {
  const lines = readPlainLines(sections, report)
  checkDistinct(lines, report)
  for (const { at, text } of lines) checkWord(at, text, report)
  return new Set(lines.map(({ text }) => text))
}

/** A writing may serve two units («м кв»), but one unit only once. */
function readUnits(sections: readonly DataSection[], report: Report): WordRow[][] {
  return readRows(sections, report).map(({ at, rows: [, ...writings] }) => {
    checkDistinct(
      writings.map((row) => ({ at, text: row.join(' ') })),
      report,
    )
    return writings
  })
}

/** `key: several words, word`, each key once; the key comes first among its rows. */
function readRows(sections: readonly DataSection[], report: Report): { at: string; rows: WordRow[] }[] {
  const entries = readEntries(readPlainLines(sections, report), report)
  checkDistinct(
    entries.map(({ at, key }) => ({ at, text: key })),
    report,
  )
  return entries.map(({ at, key, value }) => {
    const rows = [key, ...readItems(at, value, report)].map((written) => written.split(/\s+/))
    for (const word of rows.flat()) checkWord(at, word, report)
    return { at, rows }
  })
}

/** Both ways: «сделать» -> «делать», «делать» -> «сделать». */
function pairUp(entries: readonly { key: string; words: string[] }[]): ReadonlyMap<string, readonly string[]> {
  const partners = new Map<string, string[]>()
  const pair = (verb: string, partner: string): void => {
    const known = partners.get(verb)
    if (known === undefined) partners.set(verb, [partner])
    else if (!known.includes(partner)) known.push(partner)
  }
  for (const { key, words } of entries) {
    for (const word of words) {
      pair(key, word)
      pair(word, key)
    }
  }
  return partners
}

function checkWord(at: string, word: string, report: Report): void {
  if (/\s/.test(word)) report(at, `more than one word: ${word}`)
  else if (word !== fold(word)) report(at, `write "${fold(word)}", not "${word}"`)
}

/** `key: word, word`, each key once. */
function readWords(sections: readonly DataSection[], report: Report): (DataEntry & { words: string[] })[] {
  const entries = readEntries(readPlainLines(sections, report), report)
  checkDistinct(
    entries.map(({ at, key }) => ({ at, text: key })),
    report,
  )
  return entries.map((entry) => {
    const words = readItems(entry.at, entry.value, report)
    for (const word of [entry.key, ...words]) checkWord(entry.at, word, report)
    return { ...entry, words }
  })
}

/** The listed first parts that a glued compound may begin with, where enough is left for the rest of it. */
export function headsOf({ compounds }: WordLists, form: string, shortestRest = SHORTEST_PART): string[] {
  const heads: string[] = []
  for (let length = 2; length <= form.length - shortestRest; length++) {
    const head = form.slice(0, length)
    if (compounds.has(head)) heads.push(head)
  }
  return heads
}
