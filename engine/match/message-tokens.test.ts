import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenise } from '../language/tokenise.ts'
import { MessageTokens, WIDEST_GAP } from './message-tokens.ts'
import { hash1, hash2 } from './word-table.ts'
import { lawRuns } from '../../tools/law-runs.ts'

const sample = new URL('../../../shared/data/messages-sample.ndjson', import.meta.url)

const reader = new MessageTokens()

/** What both say about a text, in one shape. */
const read = (text: string): unknown[] => {
  reader.read(text)
  return Array.from({ length: reader.count }, (_, i) => [
    reader.form(i),
    reader.starts[i],
    reader.ends[i],
    reader.places[i],
    reader.hashes1[i],
    reader.hashes2[i],
  ])
}
const expected = (text: string): unknown[] =>
  tokenise(text).map(({ form, start, end, position, sentence }) => [
    form,
    start,
    end,
    position + sentence * (WIDEST_GAP + 2),
    hash1(form),
    hash2(form),
  ])

const PIECES = [
  'ремонт',
  'Ремонт',
  'ЁЛКА',
  'ёж',
  'й',
  'и\u0306',
  'cпам',
  'c++',
  'C#',
  '1С',
  '1c',
  '1C',
  'c',
  'с',
  'node.js',
  'онлайн-школа',
  'web_reg',
  'г',
  'ул',
  'А',
  'т.е',
  'рублей',
  '#ремонт_квартир',
  '#',
  '@ivan.petrov',
  '@',
  'ivan@mail.ru',
  'https://vk.com/a_(b)?c=1#d',
  'ya.ru',
  'привет.как',
  '.net',
  '.Net',
  '12',
  '12.5',
  '1,2,3',
  '2.5млн',
  '12:30',
  "д'артаньян",
  'o’neill',
  '👍',
  '👨‍👩‍👧',
  '🇷🇺',
  '☎️',
  '𝐁𝐨𝐥𝐝',
  '１２',
  'ﬁ',
  'ΟΔΟΣ',
  'İ',
  'straße',
  'слово\u00adперенос',
  'уда\u0301рный',
  '\u200b',
  '\ufeff',
  '漢字',
  '\ud83d',
  '.',
  '..',
  '...',
  '!',
  '?!',
  '…',
  ',',
  ':',
  '://',
  '/',
  ';',
  '+',
  '++',
  'б-р',
  '#ул',
  '#б_р',
  '#',
  'пр-т',
  'кто‑то',
  'web_reg-2',
  'а_б',
  'K6',
  'с#',
  'т.д',
  'my-site.ru',
  'ivan-p@mail.ru',
  'https://www.ya.ru/',
  '❗️',
  '👍🏽',
  '🏻',
  '1️⃣',
  '👩‍💻',
  '𝄞',
  '🔥',
  '-',
  '—',
  '_',
  '(',
  ')',
  '«',
  '»',
  '"',
  "'",
  '*',
  ' ',
  '  ',
  '\n',
  '\t',
  '\u00a0',
  '\r\n',
  '\u2028',
]

describe('the tokens of a message as numbers', () => {
  it('are those of tokenise, whatever the text', () => {
    const pieces = fc.array(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...PIECES, ' ', ' ', '. ', '.') },
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      {
        maxLength: 24,
      },
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('')
        expect(read(text)).toEqual(expected(text))
      }),
      { numRuns: lawRuns(1000) },
    )
  })

  it.skipIf(!existsSync(sample))('are those of tokenise on real messages (needs ../shared/data)', async () => {
    const lines = createInterface({ input: createReadStream(sample) })
    let read_ = 0
    for await (const line of lines) {
      const { text } = JSON.parse(line) as { text: string }
      expect(read(text)).toEqual(expected(text))
      read_++
    }
    expect(read_).toBeGreaterThan(1000)
  })

  it('grow with the message', () => {
    const text = 'слово за слово! '.repeat(2000)
    expect(read(text)).toEqual(expected(text))
  })
})
