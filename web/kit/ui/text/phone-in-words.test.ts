import { expect, test } from 'vitest'
import { phoneInWords } from './phone-in-words.ts'

test.each([
  ['79161234567', '+7 916 123-45-67'],
  ['375291234567', '+375291234567'],
])('%s is written %s', (digits, words) => {
  expect(phoneInWords(digits)).toBe(words)
})
