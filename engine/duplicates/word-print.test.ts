import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shippedWordPrintLists } from '../data/data.samples.ts'
import { fingerprint } from './fingerprint.ts'
import {
  createWordPrinter,
  CUT,
  MOST_WORDS,
  WORD_BYTES,
  WORD_PRINT_BYTES,
  WORDS_FROM,
  WORDS_VERSION,
} from './word-print.ts'
import { SIGNATURE } from './edits.samples.ts'
import { lawRuns } from '../../tools/law-runs.ts'

const lists = shippedWordPrintLists()
const wordPrint = createWordPrinter(lists)

const POST = 'Ищу фотографа на свадьбу 15 августа в Сортавале, бюджет 20 000'
const wordsIn = (text: string): number => wordPrint(text)![1]! & ~CUT

describe('wordPrint', () => {
  test('is the same for the same text, exists where a fingerprint does, and never is longer than 74 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const print = wordPrint(text)
        expect(wordPrint(text)).toEqual(print)
        expect(print === null).toBe(fingerprint(text) === null)
        if (print === null) return
        expect(print.length).toBe(WORDS_FROM + (print[1]! & ~CUT) * WORD_BYTES)
        expect(print.length).toBeLessThanOrEqual(WORD_PRINT_BYTES)
        expect(print[0]).toBe(WORDS_VERSION)
      }),
      { numRuns: lawRuns(300) },
    )
  })

  test('is the same in every process and release: it is stored', () => {
    expect(Array.from(wordPrint(POST)!, (byte) => byte.toString(16).padStart(2, '0')).join('')).toMatchInlineSnapshot(
      `"060aeb9926b0a38b34270ad878ca3df992a07c8f200910107cfcd0a096f1abc7"`,
    )
  })

  test('has another version when a list that it is made by has changed', () => {
    const { weights, opposites, numerals, sameWords, frames } = lists
    const known = [weights, opposites, numerals, sameWords, frames].map((list) =>
      [...list.entries()].map((entry) => JSON.stringify(entry)).sort(),
    )
    const sum = createHash('sha256').update(JSON.stringify(known)).digest('hex').slice(0, 16)
    expect([WORDS_VERSION, sum]).toEqual([6, '3b95c7b069133708'])
  })

  test.each([
    ['pictures', POST.replaceAll(' на ', ' 🔥 на👨‍👩‍👧 ')],
    ['capitals', POST.toUpperCase()],
    ['look-alikes', POST.replaceAll('о', 'o').replaceAll('а', 'a')],
    ['stretched letters', POST.replaceAll('о', 'ооо')],
    ['invisible characters', POST.replaceAll('о', 'о\u200b\u0301')],
    ['addresses and names', `${POST} https://vk.com/club1?a=1 @someone #свадьба`],
    ['a signature', POST + SIGNATURE],
    ['a word said twice', `${POST}, фотографа`],
    ['other cases', POST.replace('фотографа', 'фотографом').replace('свадьбу', 'свадьбы')],
    ['how a number is written', POST.replace('20 000', '20.000')],
  ])('does not see %s', (_, changed) => {
    expect(wordPrint(changed)).toEqual(wordPrint(POST))
  })

  test('knows a phone with 8 and with +7 for the same', () => {
    const call = (phone: string) => wordPrint(`Сдаём комнату студентам возле вокзала, звоните ${phone}`)
    expect(call('8 (900) 123-45-67')).toEqual(call('+79001234567'))
    expect(call('8 (900) 123-45-67')).not.toEqual(call('8 (900) 123-45-68'))
  })

  test('keeps the rarest words of a long text, and of its beginning the same ones as far as they stand there', () => {
    const long = Array.from(
      { length: 60 },
      (_, n) => `слово${'абвгдежзик'[n % 10]}${'лмнопр'[Math.floor(n / 10)]}та и`,
    ).join(' ')
    expect(wordPrint(long)![1]).toBe(MOST_WORDS | CUT)
    const codes = (text: string): string[] =>
      Array.from({ length: wordsIn(text) }, (_, n) =>
        wordPrint(text)!
          .subarray(WORDS_FROM + n * WORD_BYTES, WORDS_FROM + (n + 1) * WORD_BYTES)
          .join(' '),
      )
    const half = long.slice(0, long.length / 2)
    const [all, some] = [new Set(codes(long)), new Set(codes(half))]
    expect([...all].filter((code) => some.has(code)).length).toBeGreaterThan(5)
    // What the whole keeps and the half does not stands in the other half.
    for (const code of all) if (!some.has(code)) expect(codes(long.slice(long.length / 2))).toContain(code)
  })
})
