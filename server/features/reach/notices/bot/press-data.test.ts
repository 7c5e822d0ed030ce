import { expect, test } from 'vitest'
import { hashOfWord, readPress, writePress, type PressData } from './press-data.ts'

const largest = 999_999_999_999_999
const every: PressData[] = [
  ...(['favorite', 'unfavorite', 'notMine', 'mine', 'take', 'show', 'justNotMine'] as const).map((name) => ({
    do: name,
    messageId: largest,
    filterId: largest,
  })),
  { do: 'tryWord', messageId: largest, filterId: largest, word: hashOfWord('слово') },
  { do: 'hideWord', messageId: 1, filterId: 0, word: hashOfWord('Слово') },
  { do: 'rule', filterId: largest, on: true, page: 999 },
  { do: 'rule', filterId: 1, on: false, page: 0 },
  { do: 'list', page: 12 },
  ...(['hour', 'hours', 'morning', 'day'] as const).map((how) => ({ do: 'pause' as const, how })),
  { do: 'command', name: 'today' },
  { do: 'nothing' },
]

test.each(every)('%j comes back as it was, in 64 bytes', (data) => {
  expect(Buffer.byteLength(writePress(data))).toBeLessThanOrEqual(64)
  expect(readPress(writePress(data))).toEqual(data)
})

test('no two say the same', () => {
  expect(new Set(every.map(writePress)).size).toBe(every.length)
})

test('a word is the same in any case', () => {
  expect(hashOfWord('Слово')).toBe(hashOfWord('слово'))
})
