import { expect, test } from 'vitest'
import { shareInWords } from './share-in-words.ts'

test.each([
  [0.4, '2 из 5'],
  [0.5, '1 из 2'],
  [0.1, '1 из 10'],
  [0.06, '1 из 10'],
  [0.27, '3 из 10'],
  [0.8, '4 из 5'],
  [0.99, '9 из 10'],
  [1, 'всё'],
  [0.049, '5 из 100'],
  [0.02, '2 из 100'],
  [0.001, '1 из 100'],
])('%d is «%s»', (share, words) => {
  expect(shareInWords(share).replaceAll('\u00A0', ' ')).toBe(words)
})
