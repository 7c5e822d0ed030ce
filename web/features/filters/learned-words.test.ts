import { describe, expect, test } from 'vitest'
import type { Learned } from '../../../contract/learning.ts'
import { learnedInWords } from './learned-words.ts'

const ready: Learned = { likes: 14, dislikes: 17, needed: { all: 0, likes: 0, dislikes: 0 }, ready: true, hidden: 23, of: 500 }

describe('what was learnt, in words', () => {
  test('what is missing is said by its kind', () => {
    const few: Learned = { ...ready, likes: 2, dislikes: 6, needed: { all: 12, likes: 3, dislikes: 0 }, ready: false }
    expect(learnedInWords(few, false)).toContain('Нужно ещё 12 отметок, из них не меньше: 3 «нравится».')
    expect(learnedInWords({ ...few, needed: { all: 1, likes: 0, dislikes: 0 } }, false)).toContain('Нужна ещё 1 отметка.')
  })

  test('what it hides, and what it would hide', () => {
    expect(learnedInWords(ready, true)).toBe('Выучено по 31 отметке. Скрыто 23 сообщения из последних 500: они в «Что скрыто».')
    expect(learnedInWords(ready, false)).toBe('Выучено по 31 отметке. Будет скрыто 23 сообщения из последних 500.')
    expect(learnedInWords({ ...ready, hidden: 0, of: 1 }, true)).toBe('Выучено по 31 отметке. Среди последних 1 сообщения непохожих нет.')
    expect(learnedInWords({ ...ready, hidden: 0, of: 0 }, true)).toBe('Выучено по 31 отметке.')
  })
})
