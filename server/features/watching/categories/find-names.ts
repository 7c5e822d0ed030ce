/**
 * Where a text plainly names a person: by a first name with a patronymic or a surname, by a surname with initials, or by a first
 * name alone beside a telephone, an address or words like «звоните». «Вера», «Роман» and «Слава» are words too: they count only
 * where no word would stand. A first name alone anywhere else leads to no one, and stays.
 */
import type { WordReading } from '../../../../engine/language/az.ts'
import { fold } from '../../../../engine/language/fold.ts'
import { loadWordReadings } from '../../../kit/language.ts'
import { readNameForm, type NameForm, type Naming } from './name-form.ts'

export type TextRange = [start: number, end: number]
/** @param contacts what leads to someone, in its order */
export type NameFinder = (text: string, contacts: readonly TextRange[]) => TextRange[]

interface Word extends NameForm {
  start: number
  end: number
  /** Written with a capital letter, and only one. */
  isTitle: boolean
  /** Written as an ordinary word is, or all in capitals: that it is a name must be seen by the word itself. */
  isPlain: boolean
}

/** Behind these stands what a place is called after; a star is any ending. */
const placeInWords = `ул улиц* пр пр-т пр-кт проспект* пер переул* пл площад* проезд* б-р бульвар* наб набережн* шоссе им имени метро станци* ст
парк* сквер* памятник* музе* школ* театр* собор* храм* лавр* остановк* мкр тц жк дк`
const places = new RegExp(
  `(?:^|[^\\p{L}])(?:${placeInWords
    .split(/\s+/)
    .map((word) => word.replace('*', '\\p{L}*'))
    .join('|')})[.\\s"«]*$`,
  'iu',
)
/** «Карла Маркса, 6»: a house, and no telephone nor anybody's age. */
const houseBehind = /^,?\s{1,3}(?:д\.?\s?|дом\s)?\d{1,3}(?:[а-е]|\/\d+)?(?!\s{0,3}[\p{L}\d(+-]|\.\d)/u

/** Words before a first name alone, and the case it stands in there. */
const callings: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [/(?:^|[^\p{L}])(?:по)?звони(?:те|ть)?\s+$/iu, ['datv']],
  [/(?:^|[^\p{L}])(?:на)?(?:пиши(?:те)?|писать)\s+$/iu, ['datv']],
  [/(?:^|[^\p{L}])обра(?:щаться|щайтесь|титься|титесь)\s+к\s+$/iu, ['datv']],
  [/(?:^|[^\p{L}])спр(?:осить|осите|ашивать|ашивайте)\s+$/iu, ['accs', 'gent']],
  [/(?:^|[^\p{L}])зовут\s+(?:меня\s+)?$/iu, ['nomn', 'ablt']],
  [/(?:^|[^\p{L}])с\s+уважением[\s,:–—-]{1,4}$/iu, ['nomn']],
  [/(?:^|[^\p{L}])контактное\s+лицо[\s,:–—-]{1,4}$/iu, ['nomn']],
]
/** What may stand between a first name and a telephone. */
const besideContact =
  /^[\s,;:()–—-]{0,4}(?:(?:т|тел|телефон|номер|моб|сот|вайбер|в[ао]тс?ап|viber|whatsapp)(?![\p{L}])\.?[\s:–—-]{0,3})?$/iu
const LONGEST_BETWEEN = 24
/** «ИИ» and «иде» are hardly Ия and Ида. */
const SHORTEST_PLAIN = 4

const words = /\p{L}+(?:-\p{L}+)*/gu
/** «Иванова М. А.» */
const initialsBehind = /^\s?[А-ЯЁ]\.(?:\s?[А-ЯЁ]\.)?(?![\p{L}\d]|\s?\d)/u
/** «М. А. Иванова» */
const initialsBefore = /(?<!\p{L})[А-ЯЁ]\.\s?[А-ЯЁ]\.\s?$/u
/** How far back anything is looked for. */
const BEFORE = 40

const LONGEST_NAME = 40
const nothing: NameForm = { first: null, patronymic: null, surname: null, standing: 'word' }
/** Forms that are remembered: texts consist of the same ones. */
const REMEMBERED = 20_000

let finder: Promise<NameFinder> | undefined

export function loadNameFinder(): Promise<NameFinder> {
  finder ??= loadWordReadings().then(createNameFinder)
  return finder
}

function createNameFinder(readingsOf: (form: string) => WordReading[]): NameFinder {
  const known = new Map<string, NameForm>()
  const formOf = (word: string): NameForm => {
    if (word.length > LONGEST_NAME) return nothing
    const form = fold(word)
    let found = known.get(form)
    if (found === undefined) {
      found = readNameForm(form, readingsOf(form))
      if (known.size === REMEMBERED) known.clear()
      known.set(form, found)
    }
    return found
  }
  const readWord = (text: string, start: number): Word => {
    const parts = text.split('-')
    const isTitle = parts.every((part) => /^[А-ЯЁ][а-яё]+$/u.test(part))
    const form = isTitle && parts.length > 1 ? joined(parts.map(formOf)) : formOf(text)
    return {
      ...form,
      start,
      end: start + text.length,
      isTitle,
      isPlain: text === text.toLowerCase() || text === text.toUpperCase(),
    }
  }
  return (text, contacts) =>
    findNames(
      text,
      [...text.matchAll(words)].map(({ 0: word, index }) => readWord(word, index)),
      contacts,
    )
}

/** «Анна-Мария», «Иванова-Петрова»: one name when all its parts are; the last tells how it agrees. */
function joined(parts: readonly NameForm[]): NameForm {
  const of = (kind: 'first' | 'patronymic' | 'surname'): Naming | null =>
    parts.every((part) => part[kind]) ? (parts.at(-1)?.[kind] ?? null) : null
  return {
    first: of('first'),
    patronymic: of('patronymic'),
    surname: of('surname'),
    standing: parts.find(({ standing }) => standing !== 'unknown')?.standing ?? 'unknown',
  }
}

function findNames(text: string, all: readonly Word[], contacts: readonly TextRange[]): TextRange[] {
  const found: TextRange[] = []
  const before = (at: number): string => text.slice(Math.max(0, at - BEFORE), at)
  const behind = (at: number): string => text.slice(at, at + BEFORE)
  const stands = (start: number, end: number): boolean =>
    /(?:^|[^\p{L}\s]|\n)[^\S\n]*$/u.test(before(start)) && /^[^\S\n]*(?:$|[^\p{L}\s]|\n)/u.test(behind(end))
  const isPlace = (start: number, end: number, agreed: ReadonlySet<string>): boolean =>
    inGenitive(agreed) && (places.test(before(start)) || (!isIn(agreed, ['nomn']) && houseBehind.test(behind(end))))
  let placeUntil = 0

  for (const [n, word] of all.entries()) {
    const next = all[n + 1]
    const agreed = next && areNeighbours(word, next) ? agreedOf(word, next, () => stands(word.start, next.end)) : null
    if (next && agreed) {
      if (word.start < placeUntil || isPlace(word.start, next.end, agreed)) placeUntil = next.end
      else found.push([surnameAhead(n)?.start ?? word.start, surnameBehind(n)?.end ?? next.end])
    }
    if (
      word.surname &&
      word.isTitle &&
      word.surname.certainty !== 'ambiguous' &&
      !isPlace(word.start, word.end, word.surname.agrees)
    ) {
      const [after] = initialsBehind.exec(behind(word.end)) ?? []
      if (after) found.push([word.start, word.end + after.length])
      const [ahead] = initialsBefore.exec(before(word.start)) ?? []
      if (ahead && !isPlace(word.start - ahead.length, word.end, word.surname.agrees))
        found.push([word.start - ahead.length, word.end])
    }
    if (isAlone(word)) found.push([word.start, word.end])
  }
  return found

  function areNeighbours(one: Word, other: Word): boolean {
    return /^[^\S\n]+$/.test(text.slice(one.end, other.start))
  }

  /** Before «Анна Петровна» and behind it any surname is plain to see, also one that is an ordinary word or unknown. */
  function surnameAhead(at: number): Word | null {
    const [word, name, patronymic] = [all[at - 1], all[at], all[at + 1]]
    return word &&
      name &&
      patronymic?.patronymic &&
      areNeighbours(word, name) &&
      mayBeSurname(word, patronymic.patronymic)
      ? word
      : null
  }
  function surnameBehind(at: number): Word | null {
    const [patronymic, word] = [all[at + 1], all[at + 2]]
    return word &&
      patronymic?.patronymic &&
      areNeighbours(patronymic, word) &&
      mayBeSurname(word, patronymic.patronymic)
      ? word
      : null
  }

  /** A name by itself, where someone is to be called, or says who they are. */
  function isAlone({ first, start, end, isTitle, isPlain }: Word): boolean {
    if (!first || !(isTitle || (isPlain && first.certainty === 'sure' && end - start >= SHORTEST_PLAIN))) return false
    if (callings.some(([words, cases]) => isIn(first.agrees, cases) && words.test(before(start)))) return true
    if (!isIn(first.agrees, ['nomn', 'datv'])) return false
    return contacts.some(([from, to]) => {
      const between: TextRange = to <= start ? [to, start] : [end, from]
      const beside =
        between[1] - between[0] <= LONGEST_BETWEEN &&
        between[0] <= between[1] &&
        besideContact.test(text.slice(...between))
      return beside && (first.certainty === 'sure' || stands(start, end))
    })
  }
}

/**
 * How two words agree that are a name together; null: they are none.
 * @param stand whether they stand alone, between signs: only so two that are both words are a name
 */
function agreedOf(one: Word, other: Word, stand: () => boolean): ReadonlySet<string> | null {
  const areTitles = one.isTitle && other.isTitle
  if (other.patronymic) {
    // Behind a name that the dictionary lacks, or has for a place's: «София».
    if (one.standing !== 'word' && areTitles) return other.patronymic.agrees
    const agreed = one.first && commonOf(one.first, other.patronymic)
    if (agreed && (areTitles || other.patronymic.certainty === 'sure')) return agreed
  }
  for (const [given, surname] of [
    [one.first ?? one.patronymic, other.surname],
    [other.first, one.surname],
  ] as const) {
    const agreed = given && surname && commonOf(given, surname)
    if (!agreed) continue
    const areSure = given.certainty === 'sure' && surname.certainty === 'sure'
    const isLikely = surname.certainty === 'sure' || surname.certainty === 'likely'
    const areLikely =
      isLikely ||
      (given.certainty === 'sure' && (surname.certainty === 'adjective' || stand())) ||
      (surname.certainty === 'adjective' && stand())
    if (areTitles ? areLikely : areSure) return agreed
  }
  return null
}

const mayBeSurname = ({ first, surname, standing, isTitle }: Word, agrees: Naming): boolean =>
  isTitle && (first?.certainty === 'sure' || (surname ? commonOf(surname, agrees) !== null : standing === 'unknown'))

function commonOf(one: Naming, other: Naming): ReadonlySet<string> | null {
  const common = new Set([...one.agrees].filter((each) => other.agrees.has(each)))
  return common.size > 0 ? common : null
}

const isIn = (agrees: ReadonlySet<string>, cases: readonly string[]): boolean =>
  cases.some((each) => agrees.has(`masc ${each}`) || agrees.has(`femn ${each}`))
const inGenitive = (agrees: ReadonlySet<string>): boolean => isIn(agrees, ['gent'])
