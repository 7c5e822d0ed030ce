/**
 * How people write the names of firms, brands, places and persons: glued into tags and the names of accounts (`#ozonотзывы`,
 * `@dodo_pizza_perm`), in the other alphabet, with a number glued to them («камаз5490»). Ordinary words have no such writings: «ремонт
 * квартиры» asks for no tag.
 */
import { gluedWord, gluedWritings, isOfFirstPart, MODELS, MOST_ROWS, rowsOf, writingsInRow } from './glued-names.ts'
import {
  brandOf,
  FEW_DIGITS,
  LATIN_NAME_PART,
  type FoundWritings,
  type NameKind,
  type NameSource,
} from './name-source.ts'
import { lettersFor, toCyrillic, toLatin } from './transliteration.ts'
import { headsOf, type BrandPhrase } from './word-lists.ts'
import { WordRows, type Lemmas } from './word-rows.ts'

/** Shorter names begin many others. */
const SHORTEST_HANDLE = 5
const SHORTEST_UNLISTED_HANDLE = 6
const SHORTEST_TAG = 5
/** A shorter name without a vowel begins no other word: «#мтсроссия», but «#заработок» for «зара», «#стимул» for «стим». */
const SHORTEST_VOWELLESS_TAG = 3
const VOWEL = /[аеёиоуыэюяaeiouy]/
/** What stands behind a shorter name all the same, glued to it in a tag or the name of an account. */
const BEHIND_NAME =
  `россия рф украина беларусь казахстан москва спб онлайн банк клуб магазин помощь поддержка сервис бизнес отзывы доставка
  работа авто russia rus ru online bank club shop store help support official service team music news`.split(/\s+/)
const LETTERS = /^(?:[a-z]+|[а-я]+)$/
const ADJECTIVE = /(?:[ыио]й|[ая]я|[ое]е|[ыи]е)$/
/** «iphone15», «15pro»: one word that is two. */
const LETTERS_DIGITS = /^([a-zа-я]{2,})(\d{1,5})$/
const DIGITS_LETTERS = /^(\d{1,5})([a-zа-я]{2,})$/
/** «R16», «А4»: of sizes, models, roads and houses. */
const CODE = /^([a-zа-я])(\d{1,5})$/
const MODEL = /^[a-z]{2,}$|^(?:про|макс|плюс|мини|ультра|лайт|эйр|аир)$/
/** What a number is glued to though it is no name: «ту 154», «м 4», `PS 5`. Not «с 23» nor «до 5», which are two words. */
const MARK = /^(?:[бгджзйлмнпртфхцчшщэю]|[а-я]{2,3}|[a-z]{1,3})$/
const NO_MARKS = new Set(
  `на до от из за по об во со ко при без под над для про не ни но да же бы ли то их им ее его мы вы он она они ты мне вам нам нас вас что
  как где кто или раз уже еще все так тут там год лет дни дня мес час часа мин сек руб шт кг гр см мм км дом кв ул эт два три пять`.split(
    /\s+/,
  ),
)
const isMark = (word: string): boolean => MARK.test(word) && !NO_MARKS.has(word)
/** «5 м 300 рублей» is no «м300», where nothing else has to stand near. */
const UNITS = new Set('г д л м р т ч'.split(' '))
/** Names in other letters are long enough to be no other word. */
const SHORTEST_TRANSLITERATED = 4
const SHORTEST_OF_TWO = 3

/** Finds the writings of one or several words side by side. */
export type NameWritings = (forms: readonly string[], place: WordPlace, found: FoundWritings) => void

/** Where in a query words stand. */
export interface WordPlace {
  lemmas: Lemmas
  /** False where other words have to stand near. */
  isAlone: boolean
  /** The words of the proximity that they stand in, themselves among them. */
  beside: readonly string[]
}

export function createNameWritings(known: NameSource): NameWritings {
  const { lists } = known
  const namesOf = Map.groupBy(lists.brands.keys(), (name) => lists.brands.get(name)!)
  const phrases = new WordRows<BrandPhrase>(known.lemmas)
  for (const phrase of lists.brandPhrases) for (const row of phrase.rows) if (row.length > 1) phrases.add(row, phrase)
  const phraseOf = new Map(lists.brandPhrases.map((phrase) => [phrase.brand, phrase]))

  return (forms, { lemmas, isAlone, beside }, found) => {
    const source = { ...known, lemmas }
    const [first = '', second = '', third = ''] = forms
    const ofFirst = brandOf(source, first) ?? brandOfCompound(source, first)
    const brand = forms.length === 1 ? ofFirst : phrases.of(forms, lemmas)[0]?.brand
    if (brand !== undefined) {
      if (forms.length === 1 && first.includes('-')) found.row(brand)
      const { rows = [] } = phraseOf.get(brand) ?? {}
      for (const row of rows) {
        found.row(...row)
        if (row.length > 1) gluedWritings(source, row, found)
      }
      brandWritings(source, brand, namesOf.get(brand) ?? [], found)
    } else if (forms.length === 1 && isAlone) unlistedWritings(source, first, found)
    else if (forms.length === 1) besideWritings(source, first, beside, found)
    else if (forms.length === 2 || phrases.of(forms.slice(0, 2), lemmas).length === 0)
      severalWritings(source, forms, isAlone, found)
    const isNamed = ofFirst !== undefined || source.nameKindOf(first) === 'firm'
    if (forms.length === 1) apartWritings(source, first, { isNamed, isAlone }, found)
    else if (forms.length === 2) {
      const names = ofFirst === undefined ? [] : [ofFirst, ...(namesOf.get(ofFirst) ?? [])]
      pairWritings(source, first, second, { isNamed, isAlone, names }, found)
    } else if (forms.length === 3 && isNamed && FEW_DIGITS.test(second) && MODEL.test(third))
      modelWritings(first, second, third, found)
  }
}

/** «Тик-ток», «ю-тьюб»: to the reader of texts a compound is no brand. */
function brandOfCompound(source: NameSource, form: string): string | undefined {
  const parts = form.split('-')
  const glued = parts.join('')
  if (parts.length < 2 || source.lemmas(glued).some((lemma) => isOfFirstPart(lemma, parts))) return undefined
  return brandOf(source, glued)
}

function brandWritings(source: NameSource, brand: string, others: readonly string[], found: FoundWritings): void {
  handleWritings(source, brand, found)
  for (const name of [brand, ...others]) {
    tagWritings(source, name, found)
    if (name.length >= SHORTEST_OF_TWO) for (let digit = 0; digit < 10; digit++) found.prefix(`${name}${digit}`)
  }
}

const isNameAlone = (kind: NameKind): boolean => kind === 'firm' || kind === 'other'

/** A name that no list has: what may be one in the other alphabet, and in tags and the names of accounts. */
function unlistedWritings(source: NameSource, form: string, found: FoundWritings): void {
  if (!isNameAlone(source.nameKindOf(form))) return
  found.prefix(isBeginningOfTag(source, form) ? `#${form}` : `#${form}_`)
  const others = otherAlphabet(source, form)
  for (const other of others) if (other.length >= SHORTEST_TRANSLITERATED) found.row(other)
  const handle = LATIN_NAME_PART.test(form) ? form : others[0]!
  if (handle.length < SHORTEST_HANDLE) return
  found.row(`@${handle}`)
  found.prefix(isBeginningOfHandle(source, handle, SHORTEST_UNLISTED_HANDLE) ? `@${handle}` : `@${handle}_`)
}

/** A name in the letters of the other alphabet; nothing that is an ordinary word: `nota` is no «нота». */
function otherAlphabet(source: NameSource, form: string): readonly string[] {
  const isLatin = LATIN_NAME_PART.test(form)
  const line = source.lists.productLines.get(form)?.filter((word) => LATIN_NAME_PART.test(word) !== isLatin)
  const others = line?.length ? line : isLatin ? [toCyrillic(form)] : toLatin(form)
  return isLatin ? others.filter((other) => isNameAlone(source.nameKindOf(other))) : others
}

/** A name of a proximity, which no tag is asked for: in the other alphabet, and beside a brand by what the brand calls it. */
function besideWritings(source: NameSource, form: string, beside: readonly string[], found: FoundWritings): void {
  const { lists } = source
  const line = lists.productLines.get(form)
  if (line !== undefined) {
    const isOfBrand = beside.some(
      (other) =>
        other !== form &&
        (LATIN_NAME_PART.test(other) ||
          brandOf(source, other) !== undefined ||
          (LATIN_NAME_PART.test(form) && FEW_DIGITS.test(other))),
    )
    if (isOfBrand) for (const other of line) found.row(other)
  } else if (beside.length > 0 && (LATIN_NAME_PART.test(form) || isUnknown(source, form))) {
    for (const other of otherAlphabet(source, form)) if (other.length >= SHORTEST_TRANSLITERATED) found.row(other)
  }
}

/** What no dictionary and no list knows is a name; what firms are called there is mostly an ordinary word («стоматология»). */
function isUnknown({ lists, lemmas, isNominal, nameKindOf }: NameSource, form: string): boolean {
  return (
    nameKindOf(form) === 'firm' &&
    !isNominal(form) &&
    !lemmas(form).some((lemma) => lists.newerWords.has(lemma)) &&
    !headsOf(lists, form).some((head) => isNominal(form.slice(head.length)))
  )
}

/** Names side by side, and what a brand calls its things: `#nikeairmax`, «найк аир макс» for `Nike Air Max`, «редми ноут12». */
function severalWritings(source: NameSource, forms: readonly string[], isAlone: boolean, found: FoundWritings): void {
  const number = FEW_DIGITS.test(forms.at(-1)!) ? forms.at(-1)! : ''
  const words = number === '' ? forms : forms.slice(0, -1)
  if (words.length < 2 || !words.every((word) => isPartOfName(source, word))) return
  const isKnown = words.some((word) => source.lists.productLines.has(word) || brandOf(source, word) !== undefined)
  if (!isKnown && !isAlone) return
  const isFirst =
    LATIN_NAME_PART.test(words[0]!) || brandOf(source, words[0]!) !== undefined || isUnknown(source, words[0]!)
  if (!isFirst) return
  for (const row of rowsOf(words.map((word) => writingsInRow(source, word))).slice(0, MOST_ROWS)) {
    if (number === '') found.row(...row)
    else {
      found.row(...row, number)
      found.row(...row.slice(0, -1), row.at(-1)! + number)
    }
  }
  if (number === '') gluedWritings(source, words, found)
  else found.row(`#${forms.join('')}`)
}

function isPartOfName(source: NameSource, form: string): boolean {
  if (!LETTERS.test(form)) return false
  const isListed = source.lists.productLines.has(form) || MODELS.some((writings) => writings.includes(form))
  return isListed || LATIN_NAME_PART.test(form) || brandOf(source, form) !== undefined || isUnknown(source, form)
}

/** Whether what begins so in the name of an account is this name. */
const isBeginningOfHandle = (source: NameSource, name: string, shortest: number): boolean =>
  name.length >= shortest && !source.beginsOthers(toCyrillic(name))

function isBeginningOfTag(source: NameSource, name: string): boolean {
  const isLong = name.length >= (VOWEL.test(name) ? SHORTEST_TAG : SHORTEST_VOWELLESS_TAG)
  return isLong && !source.beginsOthers(name)
}

function handleWritings(source: NameSource, name: string, found: FoundWritings): void {
  found.row(`@${name}`)
  if (isBeginningOfHandle(source, name, SHORTEST_HANDLE)) return found.prefix(`@${name}`)
  found.prefix(`@${name}_`)
  for (const end of BEHIND_NAME) if (LATIN_NAME_PART.test(end)) found.row(`@${name}${end}`)
}

function tagWritings(source: NameSource, name: string, found: FoundWritings): void {
  if (isBeginningOfTag(source, name)) return found.prefix(`#${name}`)
  found.prefix(`#${name}_`)
  for (const end of BEHIND_NAME) found.row(`#${name}${end}`)
}

interface PairPlace {
  /** The first word is a name. */
  isNamed: boolean
  isAlone: boolean
  /** Of a brand, if the first word is one. */
  names: readonly string[]
}

function pairWritings(
  source: NameSource,
  first: string,
  second: string,
  { isNamed, isAlone, names }: PairPlace,
  found: FoundWritings,
): void {
  if (FEW_DIGITS.test(second)) return numberedWritings(first, second, isNamed ? names : undefined, found)
  if (FEW_DIGITS.test(first)) {
    if (LATIN_NAME_PART.test(second) && second.length > 1) found.row(first + second)
    return
  }
  if (![first, second].every((word) => word.length >= SHORTEST_OF_TWO && LETTERS.test(word))) return
  if (brandOf(source, first) !== undefined) gluedWritings(source, [first, second], found)
  if (!isAlone) return
  const kinds = [source.nameKindOf(first), source.nameKindOf(second)]
  const isTown = kinds[1] === 'other' && ADJECTIVE.test(first)
  // A word before a name is part of it, and one behind it mostly says what is asked of it: «вита дент», «додо доставка».
  const isWhole = !kinds.includes(null) || (kinds[1] === 'firm' && source.isNominal(first))
  // «Анна Ковалева», who is no firm, as `Anna Kovaleva`.
  if (kinds.every((kind) => kind === 'first' || kind === 'other'))
    found.row(...[first, second].map((name) => toLatin(name)[0]!))
  else if (source.mayName(first, 'first') && source.mayName(second, 'other')) personWritings(first, second, found)
  if (isTown || isWhole) gluedWritings(source, [first, second], found)
  else if (isNamed) found.prefix(`#${first}${second}`)
  if (isEndOfName(source, first, second)) gluedWord(source, [first, second], found)
}

/**
 * «камаз5490», `iphone15` for «айфон 15», «ту154» and `tu154`.
 * @param names of the brand that stands before the number, none of another name; undefined where it is no name
 */
function numberedWritings(
  first: string,
  number: string,
  names: readonly string[] | undefined,
  found: FoundWritings,
): void {
  if (names === undefined && !isMark(first)) return
  for (const name of new Set([first, ...(names ?? [])])) for (const sign of ['', '#']) found.row(sign + name + number)
  if (isMark(first)) found.row((LATIN_NAME_PART.test(first) ? toCyrillic(first) : toLatin(first)[0]!) + number)
}

/** «Иван Петров» as `#иванпетров`, `Ivan Petrov`, `@ivan_petrov`, and no more: «#иванпетрович» is another. */
function personWritings(first: string, second: string, found: FoundWritings): void {
  found.row(`#${first}${second}`)
  for (const [name = '', surname = ''] of rowsOf([toLatin(first), toLatin(second)])) {
    found.row(`#${name}${surname}`)
    found.row(name, surname)
    for (const sign of ['', '_', '.']) found.row(`@${name}${sign}${surname}`)
  }
}

/** `iPhone 15 Pro`: «iphone 15pro», «айфон 15 про». */
function modelWritings(name: string, number: string, model: string, found: FoundWritings): void {
  for (const written of MODELS.find((writings) => writings.includes(model)) ?? [model]) {
    found.row(name, number, written)
    found.row(name, number + written)
    found.row(name + number, written)
    for (const sign of ['', '#']) found.row(sign + name + number + written)
  }
}

/** «айфон 15» for «айфон15», «р16» for `R16`, «сбер банк» for «сбербанк». */
function apartWritings(
  { lists }: NameSource,
  form: string,
  { isNamed, isAlone }: Pick<PairPlace, 'isNamed' | 'isAlone'>,
  found: FoundWritings,
): void {
  const [, before = '', behind = ''] = LETTERS_DIGITS.exec(form) ?? DIGITS_LETTERS.exec(form) ?? []
  if (before !== '') found.row(before, behind)
  // «пс5» for `PS5`.
  if (LATIN_NAME_PART.test(before)) found.row(toCyrillic(before) + behind)
  else if (before !== '' && !FEW_DIGITS.test(before)) found.row(toLatin(before)[0]! + behind)
  const [, letter = '', number = ''] = CODE.exec(form) ?? []
  if (letter !== '') for (const other of lettersFor(letter)) found.row(other + number)
  if (letter !== '') found.row(`${letter}-${number}`)
  if (isMark(letter) && !(isAlone && UNITS.has(letter))) found.row(letter, number)
  if (!isNamed) return
  for (const end of lists.compoundEnds)
    if (form.endsWith(end) && form.length >= end.length + SHORTEST_OF_TWO) found.row(form.slice(0, -end.length), end)
}

/** «вейпшоп» for «вейп шоп». An adjective before it is no part of a name: «новый магазин». */
function isEndOfName({ lists, lemmas, isNominal }: NameSource, first: string, second: string): boolean {
  return lemmas(second).some((lemma) => lists.compoundEnds.has(lemma)) && isNominal(first) && !ADJECTIVE.test(first)
}
