import { expect, it } from 'vitest'
import { countInWords } from './author-in-words.ts'

it.each([
  [{ messages: 1, texts: 1, capped: false }, '1 сообщение'],
  [{ messages: 7, texts: 3, capped: false }, '7 сообщений, 3 разных текста'],
  [{ messages: 10_000, texts: 9_800, capped: true }, `больше ${(10_000).toLocaleString('ru')} сообщений`],
])('%o is «%s»', (author, words) => {
  expect(countInWords(author)).toBe(words)
})
