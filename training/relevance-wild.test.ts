import { expect, test } from 'vitest'
import type { Taken } from '../bench/relevance-wild.ts'
import { wildTables } from '../bench/relevance-wild.ts'
import type { Asks } from './label-files.ts'
import { wildMessage } from './talk-data.ts'

type Made = [text: string, source: string, score: number, level: Taken['level'], first?: Asks, again?: Asks]

/** Five requests to the first reader, one of which the second did not see; a false one, one not read, one on the border. */
const made: Made[] = [
  ['Срочно нужен сантехник', 'chat', 0.95, 'hot', 'service'],
  ['Кто возит песок в деревню?', 'chat', 0.9, 'warm', 'thing', 'thing'],
  ['Подскажите номер', 'chat', 0.7, 'warm', 'small', 'nothing'],
  ['Пришлите и мне', 'chat', 0.1, 'cold', 'small'],
  ['Ищу маму', 'chat', 0.85, 'warm', 'nothing'],
  ['Куплю, что дадут', 'chat', 0.82, 'warm'],
  ['Цена?', 'posts', 0.81, 'hot', 'border'],
  ['Ищем хормейстера '.repeat(30), 'posts', 0.66, 'warm', 'service'],
  ['👍', 'posts', 0, 'cold', 'nothing'],
]
const all = made.map(([text, source, score, level, first, again], at): Taken => ({
  ...wildMessage({ id: `${source}-${at}`, text, source }, first, again),
  score,
  level,
  isSure: score >= 0.8,
}))

const tables = wildTables(all)
const agreed = tables.slice(0, tables.indexOf('By the first reader alone'))
const first = tables.slice(agreed.length)

/** The cells of a part's row, without the intervals. */
function row(table: readonly string[], part: string, after = 0): string[] {
  const at = table.findIndex((line) => line.startsWith(`| ${part}`))
  return table[at + after]!.split('|')
    .slice(2, -1)
    .map((cell) => cell.trim().replace(/ \[[^\]]*\]/, ''))
}

test('from warm on, by score and hot as shipped are three rows, of what both readers agree on', () => {
  const part = '**all of these**'
  expect(row(agreed, part)).toEqual(['9', '6', '4', '3 of 4, 0.75', '3 of 4, 0.75', '0.75', '3'])
  expect(row(agreed, part, 1)).toEqual(['', '', '', '2 of 3, 0.67', '2 of 4, 0.50', '0.57', '2'])
  expect(row(agreed, part, 2)).toEqual(['', '', '', '1 of 1, 1.00', '1 of 4, 0.25', '0.40', '1'])
  expect(row(agreed, part, 3)).toEqual(['', '', '3', '', '3 of 3, 1.00', '', ''])
})

test('the first reader alone counts what another takes for none', () => {
  expect(row(first, '**all of these**')).toEqual(['9', '7', '5', '4 of 5, 0.80', '4 of 5, 0.80', '0.80', '2'])
})

test('each source and each length is a part', () => {
  expect(row(agreed, '**posts**')).toEqual(['3', '2', '1', '1 of 1, 1.00', '1 of 1, 1.00', '1.00', '1'])
  expect(row(agreed, '**1–3 words**').slice(0, 3)).toEqual(['6', '3', '2'])
  expect(row(agreed, '**4–7 words**').slice(0, 3)).toEqual(['1', '1', '1'])
  expect(row(agreed, '**8–14 words**')).toEqual(['0', '0', '0', '0 of 0', '0 of 0', '', '0'])
  expect(row(agreed, '**50 and more words**').slice(0, 3)).toEqual(['1', '1', '1'])
})

test('of the whole: precision where 80 of 100 are found, and how well the scores put it in order', () => {
  expect(row(first, 'all, at a recall of 0.80 (from 0.66 on)')).toEqual([
    '',
    '',
    '',
    '4 of 5, 0.80',
    '4 of 5, 0.80',
    '0.80',
    '2',
  ])
  // Requests are the 1st, 2nd, 4th, 5th and 6th.
  expect(first.at(-1)).toContain(`average precision ${((1 + 1 + 3 / 4 + 4 / 5 + 5 / 6) / 5).toFixed(2)}`)
})
