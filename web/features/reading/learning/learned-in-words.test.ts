import { describe, expect, test } from 'vitest'
import type { Learned } from '../../../../contract/reading/learning.ts'
import { learnedInWords } from './learned-in-words.ts'

const ready: Learned = {
  likes: 14,
  dislikes: 17,
  needed: { all: 0, likes: 0, dislikes: 0 },
  ready: true,
  hidden: 23,
  of: 500,
}

describe('what was learnt, in words', () => {
  test('what is missing is named by its kind', () => {
    const few: Learned = { ...ready, likes: 2, dislikes: 6, needed: { all: 12, likes: 3, dislikes: 0 }, ready: false }
    expect(learnedInWords(few, false)).toContain('Нужно ещё 12 отметок, из них хотя бы 3 «нравится».')
    expect(learnedInWords({ ...few, needed: { all: 1, likes: 0, dislikes: 0 } }, false)).toMatch(
      /Нужна ещё 1 отметка\.$/,
    )
    expect(learnedInWords({ ...few, needed: { all: 0, likes: 0, dislikes: 1 } }, false)).toMatch(
      /Нужна ещё 1 отметка: 1 «не нравится» или «спам»\.$/,
    )
    expect(learnedInWords({ ...few, needed: { all: 20, likes: 5, dislikes: 5 } }, false)).toContain(
      'из них хотя бы 5 «нравится» и 5 «не нравится» или «спам».',
    )
  })

  test('a filter that asks for it all the same hides nothing so far', () => {
    const forgotten: Learned = {
      ...ready,
      likes: 0,
      dislikes: 0,
      needed: { all: 20, likes: 5, dislikes: 5 },
      ready: false,
      hidden: 0,
    }
    expect(learnedInWords(forgotten, true)).toMatch(/Пока ничего не скрывается\.$/)
  })

  test('what it hides, and what it would hide', () => {
    expect(learnedInWords(ready, true)).toBe(
      'Выучено по 31 отметке. Непохожих — 23 из последних 500 сообщений, ищите их в «Что скрыто».',
    )
    expect(learnedInWords(ready, false)).toBe('Выучено по 31 отметке. Непохожих — 23 из последних 500 сообщений.')
    expect(learnedInWords({ ...ready, hidden: 0, of: 500 }, true)).toBe(
      'Выучено по 31 отметке. Среди последних 500 сообщений непохожих нет.',
    )
    expect(learnedInWords({ ...ready, hidden: 0, of: 0 }, true)).toBe('Выучено по 31 отметке.')
  })
})
