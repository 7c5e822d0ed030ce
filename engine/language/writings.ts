/**
 * What else people write when they mean the same: «веб дизайнер» for «веб-дизайнер», «10м2» for «10 кв. м», «8 (912) 345-67-89» for
 * «+79123456789», `example.ru/page` for `example.ru`, «@sberbank_help» for «сбербанк». A query asks for all of them
 * (`queries/widen.ts`); a message is read as it is written, so nothing of this is stored.
 */
import { findAddressEnd } from './addresses.ts'
import type { WordLists } from './word-lists.ts'

export type Writing =
  /** Words side by side in this order, each in any form. */
  | { kind: 'row'; forms: readonly string[] }
  /** Whatever begins so. */
  | { kind: 'prefix'; stem: string }

type Lemmas = (form: string) => readonly string[]

/** What the writings of others are worked out from. */
export interface WritingSource {
  lists: WordLists
  lemmas: Lemmas
  /** Whether the dictionary knows the form as a noun or an adjective. */
  isNominal(form: string): boolean
}

interface KnownWritings extends WritingSource {
  /** Brand as it writes itself -> its other names. */
  namesOf: ReadonlyMap<string, readonly string[]>
}

/** Words side by side that may be written in another way together: «площадью 10 кв м» has one of three. */
export const LONGEST_WRITTEN = 4

/** Parts of a glued word: «авто» and «мат» are no compound. */
export const SHORTEST_PART = 4
const SHORTEST_NAME = 3
/** Grams and years have one abbreviation. */
const YEAR = /^(?:19|20)\d\d$/
/** Shorter names begin many others. */
const SHORTEST_HANDLE = 5
const SHORTEST_TAG = 6
/** A shorter name without a vowel begins no other word: «#мтсроссия», but «#заработок» for «зара», «#стимул» for «стим». */
const SHORTEST_VOWELLESS_TAG = 3
const VOWEL = /[аеёиоуыэюяaeiouy]/
/** What stands behind a shorter name all the same, glued to it in a tag or the name of an account. */
const BEHIND_NAME =
  `россия рф украина беларусь казахстан москва спб онлайн банк клуб магазин помощь поддержка сервис бизнес отзывы доставка
  работа авто russia rus ru online bank club shop store help support official service team music news`.split(/\s+/)
const LATIN = /^[a-z]+$/

/** «кто-нибудь», «из-за»: what stands before or behind the hyphen is no word by itself. */
const BEFORE_HYPHEN = new Set('по из кое в во со'.split(' '))
const BEHIND_HYPHEN = new Set('то нибудь либо таки ка де с за под'.split(' '))

/** How the ten digits of a telephone number are grouped. */
const GROUPS = [
  [3, 7],
  [3, 3, 4],
  [3, 3, 2, 2],
  [3, 2, 2, 3],
  [3, 2, 3, 2],
  [3, 4, 3],
  [3, 5, 2],
  [4, 6],
  [4, 2, 2, 2],
  [4, 3, 3],
  [5, 5],
  [5, 1, 2, 2],
]
const POINTED = [3, 3, 2, 2]

/** How thousands of roubles are written behind a number. */
const THOUSANDS = 'тысяча|тыс|т|к|k|тр|т р|т руб|тыр'.split('|').map((written) => written.split(' '))
const ROUBLES = 'руб'
const SMALLEST_PARTED = 10_000

export type Writings = (forms: readonly string[], lemmas: Lemmas) => Writing[]

/** @returns what asks for the other writings of words that stand side by side; never the one asked with */
export function createWritings({ lists, lemmas: own, isNominal }: WritingSource): Writings {
  const spelt = new Rows(own)
  for (const group of lists.spellings) for (const row of group) spelt.add(row, group)
  const units = new Rows(own)
  for (const unit of lists.units) for (const row of unit) units.add(row, unit)
  const roubles = lists.units.find((unit) => unit.some(([word]) => word === ROUBLES)) ?? []

  const namesOf = Map.groupBy(lists.brands.keys(), (name) => lists.brands.get(name)!)

  return (forms, lemmas) => {
    const source = { lists, lemmas, isNominal, namesOf }
    const found: Writing[] = []
    const row = (...written: string[]): void => {
      if (written.join(' ') !== forms.join(' ')) found.push({ kind: 'row', forms: written })
    }
    const [first = '', second = ''] = forms
    for (const group of spelt.of(forms, lemmas)) {
      // Single words meet by their lemmas.
      const single = group.find((written) => written.length === 1)
      if (forms.length > 1 && single !== undefined) row(...single)
      for (const written of group) if (written.length > 1) row(...written)
    }
    if (isDigit(first)) numberWritings(forms, (unit) => units.of(unit, lemmas)[0], roubles, row)
    if (forms.length === 1) {
      singleWritings(source, first, found, row)
    } else if (forms.length === 2) {
      for (const head of second.length >= SHORTEST_PART ? (lists.compounds.get(first) ?? []) : []) {
        row(head + second)
        row(head, second)
      }
      if (second === 'js') row(first + second)
      shortened(source, first, second, row)
      if (brandOf(source, first) !== undefined) {
        row(first + second)
        row(`#${first}${second}`)
      }
    }
    return found
  }
}

/** The telephone number of ten digits that a row of digits is. */
export function phoneOf(form: string): string | undefined {
  if (/^9\d{9}$/.test(form)) return form
  return /^[78][3-9]\d{9}$/.test(form) ? form.slice(1) : undefined
}

function singleWritings(
  source: KnownWritings,
  form: string,
  found: Writing[],
  row: (...written: string[]) => void,
): void {
  const { lists } = source
  const prefix = (stem: string): number => found.push({ kind: 'prefix', stem })
  const phone = isDigit(form) ? phoneOf(form) : undefined
  if (phone !== undefined) return phoneWritings(phone, row)
  if (isAddress(form)) {
    for (const sign of form.includes('?') ? '&#' : '/?#:') prefix(form + sign)
    return
  }
  const parts = form.split('-')
  if (parts.length > 1) {
    if (parts.includes('') || BEFORE_HYPHEN.has(parts[0]!) || BEHIND_HYPHEN.has(parts.at(-1)!)) return
    for (const head of lists.compounds.get(parts[0]!) ?? [parts[0]!]) {
      row(head, ...parts.slice(1))
      if (head !== parts[0]) row([head, ...parts.slice(1)].join(''))
    }
  } else {
    for (const head of headsOf(lists, form)) {
      const rest = form.slice(head.length)
      if (!source.isNominal(rest)) continue
      for (const written of lists.compounds.get(head)!) {
        row(written, rest)
        if (written !== head) row(written + rest)
      }
    }
    if (/^[a-z]{3,}js$/.test(form)) row(form.slice(0, -2), 'js')
  }
  const brand = brandOf(source, form)
  if (brand === undefined) return
  row(`@${brand}`)
  prefix(brand.length < SHORTEST_HANDLE ? `@${brand}_` : `@${brand}`)
  if (brand.length < SHORTEST_HANDLE) for (const end of endsOf(brand)) row(`@${brand}${end}`)
  for (const name of [brand, ...(source.namesOf.get(brand) ?? [])]) {
    if (name.length >= (VOWEL.test(name) ? SHORTEST_TAG : SHORTEST_VOWELLESS_TAG)) prefix(`#${name}`)
    else {
      prefix(`#${name}_`)
      for (const end of endsOf(name)) row(`#${name}${end}`)
    }
  }
}

/** In the alphabet of the name. */
const endsOf = (name: string): string[] => BEHIND_NAME.filter((end) => LATIN.test(end) === LATIN.test(name))

/** «г. Москва» for «город Москва», «д. 5» and «д5» for «дом 5», «2025 г.» for «2025 год», and the other way round. */
function shortened(source: KnownWritings, first: string, second: string, row: (...written: string[]) => void): void {
  if (YEAR.test(first)) {
    if (second === 'г' || source.lemmas(second).includes('год'))
      for (const written of ['год', 'г']) if (written !== second) row(first, written)
    return
  }
  const isNumber = isDigit(second)
  if (!isNumber && second.length < SHORTEST_NAME) return
  const list = isNumber ? source.lists.beforeNumbers : source.lists.beforeNames
  const lemmas = source.lemmas(first)
  for (const [word, short] of list) {
    if (word !== first && !lemmas.includes(word) && !short.includes(first)) continue
    for (const written of [word, ...short]) {
      if (written !== first) row(written, second)
      if (isNumber && written !== word) row(written + second)
    }
  }
}

function phoneWritings(phone: string, row: (...written: string[]) => void): void {
  const begun = ['', '7', '8']
  for (const before of begun) row(before + phone)
  for (const sizes of GROUPS) {
    const groups = grouped(phone, sizes)
    for (const before of begun) row(before + groups[0]!, ...groups.slice(1))
  }
  const pointed = grouped(phone, POINTED).join('.')
  row(pointed)
  row(`7.${pointed}`)
  row(`8.${pointed}`)
}

function grouped(digits: string, sizes: readonly number[]): string[] {
  let from = 0
  return sizes.map((size) => digits.slice(from, (from += size)))
}

/** `10 м2`, `10м2`, `15 000 руб`, `15к`: a number and what it counts, each in the ways they are written. */
function numberWritings(
  forms: readonly string[],
  groupOf: (unit: readonly string[]) => Group | undefined,
  roubles: Group,
  row: (...written: string[]) => void,
): void {
  const read = readNumber(forms)
  if (read === undefined) return
  const thousands = thousandsIn(read.unit)
  const unit = read.unit.slice(thousands)
  const value = thousands > 0 ? thousandfold(read.value) : read.value
  const counted = unit.length > 0 ? groupOf(unit) : undefined
  if (value === undefined || (unit.length > 0 && counted === undefined)) return
  const isMoney = counted === roubles || (counted === undefined && thousands > 0)
  if (counted === undefined) {
    // «500₽» is read as «500р», and asked for by «500».
    if (thousands === 0 && /^\d+$/.test(value)) row(`${value}р`)
    if (Number(value) < SMALLEST_PARTED && thousands === 0) return
    for (const number of numberForms(value)) row(...number)
  }
  for (const number of isMoney ? numberForms(value) : [[value]]) {
    for (const [first = '', ...others] of isMoney ? roubles : (counted ?? [])) {
      row(...number, first, ...others)
      row(...number.slice(0, -1), number.at(-1)! + first, ...others)
    }
  }
  if (!isMoney || !value.endsWith('000')) return
  const less = value.slice(0, -3)
  for (const [first = '', ...others] of THOUSANDS) {
    row(less, first, ...others)
    row(less + first, ...others)
  }
}

/** How many words at the beginning of what a number counts make thousands of it; a «т» alone may be a ton. */
function thousandsIn([first = '', ...others]: readonly string[]): number {
  return /^(?:тыс|тысяч[аиуе]?|тысячами|к|k|тр|тыр)$/.test(first) || (first === 'т' && others.length > 0) ? 1 : 0
}

/** The number at the beginning, its thousands joined, and what follows it. */
function readNumber(forms: readonly string[]): { value: string; unit: string[] } | undefined {
  const [first = '', ...others] = forms
  const [, digits = '', glued = ''] = /^(\d{1,9}(?:\.\d{1,9})?)([^\d.]\S*)?$/.exec(first) ?? []
  if (digits === '') return undefined
  if (glued !== '') return { value: digits, unit: [glued, ...others] }
  if (!/^\d{1,3}$/.test(digits)) {
    const isParted = /^\d{1,3}(?:\.000)+$/.test(digits)
    return { value: isParted ? digits.replaceAll('.', '') : digits, unit: others }
  }
  let value = digits
  let at = 0
  while (/^\d{3}$/.test(others[at] ?? '')) value += others[at++]
  const [, last = '', unit = ''] = at < others.length ? (/^(\d{3})([^\d.]\S*)$/.exec(others[at]!) ?? []) : []
  if (last !== '') return { value: value + last, unit: [unit, ...others.slice(at + 1)] }
  return { value, unit: others.slice(at) }
}

function thousandfold(value: string): string | undefined {
  const number = Number(value) * 1000
  return Number.isSafeInteger(number) ? String(number) : undefined
}

/** `15000`, `15 000`, `15.000`. */
function numberForms(value: string): string[][] {
  if (!/^\d{4,}$/.test(value)) return [[value]]
  const groups = value.replace(/\B(?=(?:\d{3})+$)/g, ' ').split(' ')
  return [[value], groups, [groups.join('.')]]
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

/** The brand as it writes itself, if a form is one of its names. */
function brandOf({ lists, lemmas }: WritingSource, form: string): string | undefined {
  if (lists.brandNames.has(form)) return form
  for (const lemma of lemmas(form)) {
    const brand = lists.brands.get(lemma)
    if (brand !== undefined) return brand
  }
  return undefined
}

/** Of a page or a host, no mailbox. */
export function isAddress(form: string): boolean {
  if (!form.includes('.') || form.includes('@')) return false
  return findAddressEnd(form, 0, form.search(/[.:]/)) === form.length
}

const isDigit = (form: string): boolean => form.charCodeAt(0) >= 0x30 && form.charCodeAt(0) <= 0x39

type Group = readonly (readonly string[])[]

/** Rows of words, found again in whatever form each word stands. */
class Rows {
  readonly #groups = new Map<string, Group[]>()
  /** Lemmas that a row begins with: most words are turned down by them. */
  readonly #firsts = new Set<string>()
  readonly #lemmas: Lemmas
  #longest = 0

  constructor(lemmas: Lemmas) {
    this.#lemmas = lemmas
  }

  add(row: readonly string[], group: Group): void {
    this.#longest = Math.max(this.#longest, row.length)
    for (const lemma of this.#lemmas(row[0]!)) this.#firsts.add(lemma)
    for (const key of keysOf(row, this.#lemmas)) {
      const known = this.#groups.get(key)
      if (known === undefined) this.#groups.set(key, [group])
      else if (!known.includes(group)) known.push(group)
    }
  }

  of(row: readonly string[], lemmas: Lemmas): readonly Group[] {
    if (row.length === 0 || row.length > this.#longest) return NO_GROUPS
    if (!lemmas(row[0]!).some((lemma) => this.#firsts.has(lemma))) return NO_GROUPS
    return [...new Set(keysOf(row, lemmas).flatMap((key) => this.#groups.get(key) ?? []))]
  }
}

const NO_GROUPS: readonly Group[] = []

/** One for each choice of what its words mean. */
function keysOf(row: readonly string[], lemmas: Lemmas): string[] {
  return row.reduce<string[]>(
    (keys, form) => keys.flatMap((key) => lemmas(form).map((lemma) => (key === '' ? lemma : `${key} ${lemma}`))),
    [''],
  )
}
