/**
 * Kinds of words: who does work, what is work, what is bought, what is only read or talked of. Knowledge of the language
 * that examples alone would have to be very many for: «посоветуйте» before a trade is a request, before something to read
 * it is none. The words stand in `engine/data/word-kinds/`.
 */
import {
  checkDistinct,
  readData,
  readPlainLines,
  readSections,
  type DataFile,
  type DataLine,
  type Report,
} from '../data/read-data.ts'
import { fold } from '../language/fold.ts'
import { hashStem, stemOf } from './meaning.ts'

/** The model knows kinds by their place here: train it again when one is added or moved. */
const kindsByStem = [
  'trade',
  'work',
  'doing',
  'place',
  'trouble',
  'thing',
  'part',
  'pay',
  'contact',
  'folk',
  'being',
  'moment',
  'learning',
  'tech',
  'study',
  'event',
  'official',
  'abstract',
  'job',
  'taste',
] as const
/** Only as they are written: «починили» is not «починить», though they share a stem. */
const kindsByForm = ['done', 'offer'] as const
const kinds = [...kindsByStem, ...kindsByForm]

const ASKING = 'word-kinds/asking.txt'
/** Below `engine/data/`. */
export const wordKindFiles = ['word-kinds/services.txt', 'word-kinds/things.txt', 'word-kinds/talk.txt', ASKING]

export interface WordKinds {
  /** From the hash of a form to the place of its kind. */
  forms: ReadonlyMap<number, number>
  /** From the hash of a stem. Words of two kinds may have one stem: it is of the kind that comes first. */
  stems: ReadonlyMap<number, number>
  /** Words by which people ask, as they are written, each with its place among them. */
  asking: ReadonlyMap<string, number>
}

/**
 * @param files `wordKindFiles`
 * @throws DataError
 */
export function readWordKinds(files: readonly DataFile[]): WordKinds {
  return readData(files, (sections, report) => {
    const isAsking = ({ file }: { file: string }): boolean => file === ASKING
    const lists = readSections(
      sections.filter((section) => !isAsking(section)),
      kinds,
      report,
      'kind',
    )
    const asking = readPlainLines(sections.filter(isAsking), report)
    const byForm = kindsByForm.map((kind) => lists[kind])
    const byStem = kindsByStem.map((kind) => lists[kind])
    for (const lines of [byForm.flat(), byStem.flat(), asking]) checkWords(lines, report)
    return {
      forms: placesOf(byForm, (word) => word, kindsByStem.length),
      stems: placesOf(byStem, stemOf, 0),
      asking: new Map(asking.map(({ text }, place) => [text, place])),
    }
  })
}

/** Folded for certain, as nearly all words of the lists are. */
const PLAIN = /^(?:[а-я]+|[a-z]+)$/

function checkWords(lines: readonly DataLine[], report: Report): void {
  for (const { at, text } of lines) {
    if (PLAIN.test(text)) continue
    if (/\s/.test(text)) report(at, `more than one word: ${text}`)
    else if (text !== fold(text)) report(at, `write "${fold(text)}", not "${text}"`)
  }
  checkDistinct(lines, report)
}

function placesOf(
  lists: readonly (readonly DataLine[])[],
  keyOf: (word: string) => string,
  first: number,
): Map<number, number> {
  const places = new Map<number, number>()
  lists.forEach((lines, place) => {
    for (const { text } of lines) {
      const hash = hashStem(keyOf(text))
      if (!places.has(hash)) places.set(hash, first + place)
    }
  })
  return places
}

export const NO_KIND = -1

/** The place of a word's kind; `stem` is its own, `stemOf(form)`. */
export type KindReader = (form: string, stem: string) => number

export const createKindReader =
  ({ forms, stems }: WordKinds): KindReader =>
  (form, stem) =>
    forms.get(hashStem(form)) ?? stems.get(hashStem(stem)) ?? NO_KIND
