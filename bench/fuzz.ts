/**
 * Throws nonsense at the engine until the time is over: random bytes, broken surrogates, words of a megabyte, scribbled
 * queries. Nothing may throw, a query written back must read the same, the fast reader of messages must see what
 * `tokenise` sees, and the index, warm or forgetful, must find what the oracle finds.
 *
 *   npm run fuzz -- [--minutes 10] [--seed 1]
 *
 * Ends with an error and the case that failed; the same seed gives the same cases.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadDictionary } from '../engine/language/az.ts'
import { createLanguage } from '../engine/language/language.ts'
import { tokenise } from '../engine/language/tokenise.ts'
import type { Matcher } from '../engine/match/matcher.ts'
import { createMatcher } from '../engine/match/matcher.ts'
import { MessageTokens } from '../engine/match/message-tokens.ts'
import { explainQuery } from '../engine/queries/explain.ts'
import { standingQueryFits } from '../engine/queries/fits.oracle.ts'
import { parseQuery } from '../engine/queries/parse.ts'
import { printQuery } from '../engine/queries/print.ts'
import type { Query, StandingQuery } from '../engine/queries/query.ts'
import { loadWordLists } from '../server/kit/engine-data.ts'
import { seeded } from './query-load.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes takes a number')

const uniform = seeded(Number(values.seed))
const below = (most: number): number => Math.floor(uniform() * most)
const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
const many = <T>(most: number, make: () => T): T[] => Array.from({ length: below(most + 1) }, make)

/** Forms of the same words, ambiguous ones, words the dictionary lacks, brands, abbreviations, names with signs. */
const WORDS =
  `ремонт ремонта квартиры квартиру ищу ищет искать мастер мастера стекла стекло стечь мыла мыть все всё ёлка елки кот кота
коты нужен нужеееен нужнооо срочно таргетолог таргетолога лендингами нейросеть нейросетями айфон айфоны iphone мтс mts руб рублей зп зарплату
см при мой первый второго лучший ильича интернет-магазин магазины диван-кровати кто-нибудь по-русски c++ c# 1с 1c .net #ремонт #ищу_мастера
@имя vk.com/club ya.ru 24/7 10.5 node.js 🔥 👍🏽 🇷🇺 cпам Mосква МОСКВА москва-питер don't и в не на`.split(/\s+/)
const SIGNS = [
  ' ',
  ' ',
  ' ',
  ' ',
  '  ',
  '\n',
  ', ',
  '. ',
  '! ',
  '…',
  ' — ',
  '-',
  '/',
  ':',
  '"',
  '«',
  '»',
  '\t',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\u0301',
]
const OPERATORS = [
  ' ',
  ' ',
  ' ',
  ' | ',
  ' -',
  ' (',
  ') ',
  ' "',
  '" ',
  ' /3 ',
  ' /0 ',
  ' /99 ',
  '*',
  '* ',
  ' «',
  '» ',
  ',',
  ' (',
  ') ',
]
const BROKEN = [
  '\ud800',
  '\udfff',
  '\ud83d',
  '\udc00\ud800',
  '\0',
  '\u0300\u0301\u0302',
  '\u202e',
  '\ufffe',
  'ﷺ',
  'ǅ',
  'İ',
  'ß',
  '𝐁𝐨𝐥𝐝',
  '𝒦',
  '١٢',
  '漢字',
  '̆и',
]

const byteNoise = (): string => {
  const bytes = Uint8Array.from(many(24, () => below(256)))
  return new TextDecoder(pick(['utf-8', 'windows-1251', 'utf-16le'])).decode(bytes)
}
const unitNoise = (): string => String.fromCharCode(...many(8, () => below(0x10000)))
const mistyped = (): string => {
  const word = pick(WORDS)
  const at = below(word.length)
  return (
    word.slice(0, at) +
    pick(['', word.charAt(at).repeat(1 + below(5)), pick(BROKEN), 'абв'.charAt(below(3))]) +
    word.slice(at + below(2))
  )
}
const word = (): string => {
  const kind = below(20)
  return kind < 14
    ? pick(WORDS)
    : kind < 16
      ? mistyped()
      : kind === 16
        ? pick(BROKEN)
        : kind === 17
          ? byteNoise()
          : kind === 18
            ? unitNoise()
            : pick(WORDS).toUpperCase()
}
const message = (words: number): string => many(words, () => word() + pick(SIGNS)).join('')
const scribble = (): string =>
  many(8, () => (below(3) === 0 ? pick(OPERATORS) : '') + word() + pick(OPERATORS)).join('')
const neat = (): string =>
  many(4, () => pick(['', '', '', '-', '"']) + pick(WORDS)).join(pick([' ', ' ', ' /2 ', ' | '])) || 'кот'

const counts = { rounds: 0, queries: 0, refused: 0, messages: 0, decisions: 0, fits: 0, large: 0, skipped: 0 }

/** The oracle tries every choice of places: only for what has few. */
const isCheap = (query: Query): boolean => {
  switch (query.kind) {
    case 'atom':
      return query.atom.kind !== 'phrase' || query.atom.forms.length <= 4
    case 'not':
      return isCheap(query.part)
    case 'all':
    case 'any':
      return query.parts.every(isCheap)
    default:
      return (
        query.slots.length <= 4 && query.slots.flat().every((atom) => atom.kind !== 'phrase' || atom.forms.length <= 3)
      )
  }
}

const writtenQuery = (): Query | null => {
  const text = below(3) === 0 ? neat() : scribble()
  const parsed = parseQuery(text)
  counts.queries++
  if (!parsed.ok) {
    counts.refused++
    for (const { start, end } of parsed.mistakes)
      if (!(start >= 0 && start <= end && end <= text.length))
        throw new Error(`A mistake at ${start}–${end} of ${text.length}`)
    return null
  }
  const again = parseQuery(printQuery(parsed.query))
  deepStrictEqual(again, { ok: true, query: parsed.query }, 'a query written back')
  explainQuery(parsed.query, language)
  return parsed.query
}

const writtenQueries = (most: number): Query[] => many(most, writtenQuery).filter((query) => query !== null)

const reader = new MessageTokens()
const checkTokens = (text: string): void => {
  const tokens = tokenise(text)
  reader.read(text)
  const read = Array.from({ length: reader.count }, (_, i) => [reader.form(i), reader.starts[i], reader.ends[i]])
  deepStrictEqual(
    read,
    tokens.map(({ form, start, end }) => [form, start, end]),
    'the reader of messages and tokenise',
  )
}

const checkLarge = (matchers: readonly Matcher[]): void => {
  const unit =
    pick([
      () => pick(WORDS),
      () => pick(BROKEN),
      () => `${pick(WORDS)} `,
      () => pick(SIGNS),
      () => `${pick(WORDS)}-`,
      () => message(30),
      unitNoise,
    ])() || 'ы'
  const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
  const start = performance.now()
  tokenise(text)
  const query = parseQuery(text)
  if (query.ok) throw new Error('A query of a megabyte was taken')
  for (const matcher of matchers) matcher.match(text)
  language.lemmas(text)
  counts.large++
  const took = performance.now() - start
  if (took > 20_000) throw new Error(`A megabyte of ${JSON.stringify(unit)} took ${took.toFixed(0)} ms`)
}

const language = createLanguage(
  await loadDictionary(fileURLToPath(new URL('../node_modules/az/dicts', import.meta.url)), loadWordLists()),
  { memoSize: 5000 },
)
let current: unknown = null

const round = (warm: Matcher, known: Map<number, StandingQuery>): void => {
  const forgetful = createMatcher(language, { rememberedWords: 1 + below(20) })
  for (const [id, standing] of known) forgetful.add(id, standing)
  for (let change = 0; change < 6; change++) {
    const id = below(30)
    const standing: StandingQuery = {
      keywords: writtenQueries(3),
      context: below(3) === 0 ? writtenQueries(2) : [],
      excluded: below(3) === 0 ? writtenQueries(2) : [],
    }
    current = { id, standing }
    const isOdd = ![...standing.keywords, ...standing.context, ...standing.excluded].every(isCheap)
    if (isOdd) counts.skipped++
    for (const matcher of [warm, forgetful]) {
      if (matcher.has(id) && (isOdd || below(4) === 0)) matcher.remove(id)
    }
    if (isOdd) {
      known.delete(id)
      // Not for the oracle; it must do no harm all the same.
      const alone = createMatcher(language)
      alone.add(1, standing)
      alone.match(message(20))
    } else {
      for (const matcher of [warm, forgetful]) {
        if (matcher.has(id)) matcher.replace(id, standing)
        else matcher.add(id, standing)
      }
      known.set(id, standing)
    }
    const text = message(14)
    current = { text, standing: [...known] }
    checkTokens(text)
    const expected = [...known]
      .filter(([, one]) => standingQueryFits(language, one, text))
      .map(([key]) => key)
      .sort((a, b) => a - b)
    deepStrictEqual(warm.matchIds(text), expected, 'the index and the oracle')
    deepStrictEqual(forgetful.matchIds(text), expected, 'the forgetful index and the oracle')
    const matches = warm.match(text)
    deepStrictEqual(
      matches.map((match) => match.id),
      expected,
    )
    for (const { spans } of matches) {
      const ends = spans.flat()
      if (ends.some((end, i) => end < 0 || end > text.length || (i > 0 && end < ends[i - 1]!)))
        throw new Error(`Spans ${ends.join()}`)
    }
    counts.messages++
    counts.decisions += 2 * known.size
    counts.fits += expected.length
  }
  const noise = message(200)
  current = { text: noise }
  checkTokens(noise)
  if (counts.rounds % 400 === 0) checkLarge([warm, forgetful])
}

const report = (): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what} ${count.toLocaleString('en')}`)
    .join(', ')

const start = performance.now()
let reportedAt = start
let warm = createMatcher(language)
let known = new Map<number, StandingQuery>()
try {
  while (performance.now() - start < minutes * 60_000) {
    if (counts.rounds % 200 === 199) {
      warm = createMatcher(language)
      known = new Map()
    }
    round(warm, known)
    counts.rounds++
    if (performance.now() - reportedAt > 60_000) {
      reportedAt = performance.now()
      console.log(report())
    }
  }
} catch (error) {
  console.error(`Seed ${values.seed}: ${report()}\n${JSON.stringify(current)}`)
  throw error
}
console.log(`Nothing found in ${minutes} minutes, seed ${values.seed}: ${report()}`)
