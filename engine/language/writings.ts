/**
 * What else people write when they mean the same: «веб дизайнер» for «веб-дизайнер», «10м2» for «10 кв. м», «8 (912) 345-67-89» for
 * «+79123456789», `example.ru/page` for `example.ru`, «@sberbank_help» for «сбербанк». A query asks for all of them
 * (`queries/widen.ts`); a message is read as it is written, so nothing of this is stored.
 */
import { findAddressEnd } from './addresses.ts'
import { inOtherAlphabet, nameGlued } from './glued-names.ts'
import { LATIN_NAME_PART, type FoundWritings, type NameSource } from './name-source.ts'
import { createNameWritings, type WordPlace } from './name-writings.ts'
import { headsOf, SHORTEST_PART } from './word-lists.ts'
import { WordRows, type RowGroup } from './word-rows.ts'

export type Writing =
  /** Words side by side in this order, each in any form. */
  | { kind: 'row'; forms: readonly string[] }
  /** Whatever begins so. */
  | { kind: 'prefix'; stem: string }

/** Words side by side that may be written in another way together: «площадью 10 кв м» has one of three. */
export const LONGEST_WRITTEN = 4

const SHORTEST_NAME = 3
/** Grams and years have one abbreviation. */
const YEAR = /^(?:19|20)\d\d$/

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
/** Units that are other words apart from their number: «220 в час». */
const FUNCTION_WORDS = new Set(['в', 'а'])

export type Writings = (forms: readonly string[], place: WordPlace) => Writing[]

/** @returns what asks for the other writings of words that stand side by side; never the one asked with */
export function createWritings(known: NameSource): Writings {
  const { lists, lemmas: own } = known
  const spelt = new WordRows<RowGroup>(own)
  for (const group of lists.spellings) for (const row of group) spelt.add(row, group)
  const units = new WordRows<RowGroup>(own)
  for (const unit of lists.units) for (const row of unit) units.add(row, unit)
  const roubles = lists.units.find((unit) => unit.some(([word]) => word === ROUBLES)) ?? []

  const names = createNameWritings(known)

  return (forms, place) => {
    const { lemmas } = place
    const source = { ...known, lemmas }
    const { found, row, prefix } = gather(forms)
    const [first = '', second = ''] = forms
    // «р-н» is one word to the reader of texts, and two in the list.
    const written = forms.length === 1 && first.includes('-') ? first.split('-') : forms
    for (const group of spelt.of(written, lemmas)) {
      // Single words meet by their lemmas.
      const single = group.find((written) => written.length === 1)
      if (written.length > 1 && single !== undefined) row(...single)
      for (const other of group) if (other.length > 1) row(...other)
    }
    if (isDigit(first)) {
      numberWritings(forms, (unit) => units.of(unit, lemmas)[0], roubles, row)
      sizeWritings(forms, row)
    }
    if (forms.length === 1) {
      singleWritings(source, first, { row, prefix })
      hostWritings(source, first, row)
    } else if (forms.length === 2) {
      if (second === 'ру') calledHostWritings(source, first, { row, prefix })
      for (const head of second.length >= SHORTEST_PART ? (lists.compounds.get(first) ?? []) : []) {
        row(head + second)
        row(head, second)
      }
      if (second === 'js') row(first + second)
      shortened(source, first, second, row)
    }
    names(forms, place, { row, prefix })
    return [...found.values()]
  }
}

/** @returns what asks for a name of several words that are glued together */
export function createGluedNames(known: NameSource): (forms: readonly string[]) => Writing[] {
  return (forms) => {
    const { found, ...writings } = gather(forms)
    nameGlued(known, forms, writings)
    return [...found.values()]
  }
}

/** Takes the writings of `forms`; several rules may lead to the same, and none to the forms themselves. */
function gather(forms: readonly string[]): FoundWritings & { found: ReadonlyMap<string, Writing> } {
  const found = new Map<string, Writing>()
  return {
    found,
    prefix: (stem) => void found.set(`${stem}*`, { kind: 'prefix', stem }),
    row(...written) {
      const key = written.join(' ')
      if (key !== forms.join(' ')) found.set(key, { kind: 'row', forms: written })
    },
  }
}

/** The telephone number of ten digits that a row of digits is. */
export function phoneOf(form: string): string | undefined {
  if (/^9\d{9}$/.test(form)) return form
  return /^[78][3-9]\d{9}$/.test(form) ? form.slice(1) : undefined
}

function singleWritings(source: NameSource, form: string, { row, prefix }: FoundWritings): void {
  const { lists } = source
  const phone = isDigit(form) ? phoneOf(form) : undefined
  if (phone !== undefined) return phoneWritings(phone, row)
  if (isAddress(form)) {
    for (const sign of form.includes('?') ? '&#' : '/?#:') prefix(form + sign)
    // What a host shows to phones stands under a name of its own.
    if (!form.startsWith('m.')) {
      row(`m.${form}`)
      if (!form.includes('/')) prefix(`m.${form}/`)
    }
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
}

const HOST = /^([a-z][a-z0-9]*)\.ru$/

/** «авто.ру», `auto ru` for `auto.ru`: what people call a host. */
function hostWritings(source: NameSource, form: string, row: (...written: string[]) => void): void {
  const [, name = ''] = HOST.exec(form) ?? []
  if (name === '') return
  row(name, 'ru')
  for (const called of [name, ...inOtherAlphabet(source, name)]) row(called, 'ру')
}

/** `auto.ru`, `auto.ru/cars` for «авто.ру». */
function calledHostWritings(source: NameSource, called: string, { row, prefix }: FoundWritings): void {
  for (const name of LATIN_NAME_PART.test(called) ? [called] : inOtherAlphabet(source, called)) {
    row(`${name}.ru`)
    singleWritings(source, `${name}.ru`, { row, prefix })
  }
}

/** «г. Москва» for «город Москва», «д. 5» and «д5» for «дом 5», «2025 г.» for «2025 год», and the other way round. */
function shortened(source: NameSource, first: string, second: string, row: (...written: string[]) => void): void {
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
  groupOf: (unit: readonly string[]) => RowGroup | undefined,
  roubles: RowGroup,
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
  // Glued, «10соток» is no form of «10сотка» to the reader of texts.
  if (thousands === 0 && unit.length === 1) row(value + unit[0]!)
  for (const number of isMoney ? numberForms(value) : [[value]]) {
    for (const [first = '', ...others] of isMoney ? roubles : (counted ?? [])) {
      if (!FUNCTION_WORDS.has(first) || first === unit[0]) row(...number, first, ...others)
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

/** `150х150`, `150 x 150 мм`: a number, then sign and number once or twice, and what they count. */
const SIZE = /^(\d+(?:\.\d+)?)(?: ?[хx] ?| на )(\d+(?:\.\d+)?)(?:(?: ?[хx] ?| на )(\d+(?:\.\d+)?))?( ?[а-яa-z]+)?$/
const SIZE_SIGNS = ['х', 'x']

/** «150х150» with the letter of either alphabet, apart, with a sign that is no word between («150*150»), and «150 на 150». */
function sizeWritings(forms: readonly string[], row: (...written: string[]) => void): void {
  const [whole = '', ...groups] = SIZE.exec(forms.join(' ')) ?? []
  if (whole === '') return
  const unit = groups.pop()?.trim()
  const sizes = groups.filter((size) => size !== undefined)
  const between = (sign: string, size: string, at: number): string[] => (at === 0 ? [size] : [sign, size])
  for (const sign of SIZE_SIGNS) {
    const glued = sizes.join(sign)
    row(glued)
    if (unit === undefined) continue
    row(glued + unit)
    row(glued, unit)
  }
  for (const sign of [...SIZE_SIGNS, 'на']) row(...sizes.flatMap((size, at) => between(sign, size, at)))
  // «2×2» is read as «2 2», and so is «2+2».
  if (sizes.some((size) => size.length > 1)) row(...sizes)
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

/** Of a page or a host, no mailbox. */
export function isAddress(form: string): boolean {
  if (!form.includes('.') || form.includes('@')) return false
  return findAddressEnd(form, 0, form.search(/[.:]/)) === form.length
}

const isDigit = (form: string): boolean => form.charCodeAt(0) >= 0x30 && form.charCodeAt(0) <= 0x39
