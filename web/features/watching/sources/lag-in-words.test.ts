import { expect, test } from 'vitest'
import { lagInWords } from './lag-in-words.ts'

test.each([
  [0, 'меньше минуты'],
  [29, 'меньше минуты'],
  [60, '1 минута'],
  [725, '12 минут'],
  [3_599, '1 час'],
  [7_200, '2 часа'],
  [172_800, '2 дня'],
])('%d s are %s', (seconds, words) => {
  expect(lagInWords(seconds)).toBe(words)
})
