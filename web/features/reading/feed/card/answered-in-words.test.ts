import { expect, test } from 'vitest'
import { answeredInWords } from './answered-in-words.ts'

const publishedAt = '2026-03-10T12:00:00.000Z'
const by = (id: number, name: string, at: string) => ({ user: { id, name }, at: `2026-03-${at}:00.000Z` })

test('an answer is shown with the time it took, one’s own first', () => {
  const vera = by(2, 'Вера', '10T12:01')
  const me = by(1, 'Анна', '10T12:04')
  expect(answeredInWords({ answers: [], publishedAt }, 1)).toBeNull()
  expect(answeredInWords({ answers: [vera, me], publishedAt }, 1)).toBe('вы ответили за 4 мин')
  expect(answeredInWords({ answers: [vera], publishedAt }, 1)).toBe('ответ за 1 мин: Вера')
  expect(answeredInWords({ answers: [by(1, 'Анна', '12T13:00')], publishedAt }, 1)).toBe('вы ответили за 2 дн.')
})
