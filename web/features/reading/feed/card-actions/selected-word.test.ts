import { expect, test } from 'vitest'
import { selectedWord } from './selected-word.ts'

test.each([
  ['реклама', 'реклама'],
  [' реклама ', 'реклама'],
  ['«Реклама»,', 'Реклама'],
  ['видео-съёмка', 'видео-съёмка'],
  ['c++', 'c++'],
  ['две недели', null],
  ['...', null],
  ['  ', null],
  ['', null],
  ['а'.repeat(101), null],
])('%j is the word %j', (selected, word) => {
  expect(selectedWord(selected)).toBe(word)
})
